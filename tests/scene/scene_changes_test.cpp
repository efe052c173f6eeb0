// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/scene/scene_changes.h"

#include <gtest/gtest.h>

#include "refusal.h"

namespace weir {

static std::vector<std::string> told(const std::string& before, const std::string& after) {
  std::vector<std::string> sentences;
  for (const SceneChange& change : scene_changes(before, after)) sentences.push_back(change.sentence());
  return sentences;
}

TEST(SceneChanges, AreToldByTheirPaths) {
  EXPECT_EQ(told(R"({"a": {"b": 1, "c": [1, 2]}, "d": 3})", R"({"a": {"b": 2, "c": [1, 3]}, "e": 4})"),
            (std::vector<std::string>{"a.b: 1 → 2", "a.c: [1,2] → [1,3]", "e: new, 4", "d: gone"}));
  EXPECT_TRUE(told(R"({"a": [1, {"b": 2}]})", R"({"a": [1, {"b": 2}]})").empty());
}

TEST(SceneChanges, ThingsInListsAreTheSameByName) {
  EXPECT_EQ(told(R"({"solids": [{"name": "ball", "density": 1}, {"name": "floor"}]})",
                 R"({"solids": [{"name": "wall"}, {"name": "ball", "density": 2}]})"),
            (std::vector<std::string>{R"(solids[wall]: new, {"name":"wall"})", "solids[ball].density: 1 → 2",
                                      "solids[floor]: gone"}));
  EXPECT_EQ(told(R"({"forces": [{"name": "", "drag": 1}]})", R"({"forces": [{"name": "", "drag": 2}, {"name": ""}]})"),
            (std::vector<std::string>{"forces[0].drag: 1 → 2", R"(forces[1]: new, {"name":""})"}));
}

TEST(SceneChanges, AnotherKindIsAnotherThing) {
  EXPECT_EQ(told(R"({"shape": {"kind": "box", "size": 1}})", R"({"shape": {"kind": "ball", "size": 2}})"),
            (std::vector<std::string>{R"(shape: {"kind":"box","size":1} → {"kind":"ball","size":2})"}));
}

TEST(SceneChanges, WhatIsNoSceneIsRefused) {
  EXPECT_NE(refusal([] { scene_changes("{", "{}"); }).find("this is no scene"), std::string::npos);
}

}  // namespace weir
