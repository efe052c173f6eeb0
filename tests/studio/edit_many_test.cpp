// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Many scenes in one Studio: what has not been used for long is let go of, and nothing that was done to it is lost.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <thread>

#include "base/files.h"
#include "studio/documents.h"
#include "studio/heard.h"
#include "temp_folder.h"

namespace weir::studio {
namespace {

std::string scene_with(double radius) {
  return fmt::format(R"({{"dimensions": 2, "solver": {{"kind": "ballistic", "spacing": 0.1}},
  "liquids": [{{"shape": {{"kind": "sphere", "radius": {}}}}}]}})",
                     radius);
}

std::string name_of(int number) { return fmt::format("scene{}.json", number); }

class EditMany : public ::testing::Test {
 protected:
  EditMany() {
    for (int i = 0; i < kScenes; ++i) write_file(root_ / name_of(i), scene_with(0.5));
  }
  Json ask(const std::string& verb, int scene, Json given = Json::object()) {
    given["scene"] = name_of(scene);
    return (*service_.verb(verb))(given);
  }
  Json checked(int scene) { return heard_.last("checked", name_of(scene)); }
  // Work that is under way holds what it works on.
  bool ends(const std::weak_ptr<const ReadScene>& read) {
    for (int i = 0; i < 1000 && !read.expired(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return read.expired();
  }

  static constexpr int kScenes = 40;
  const TempFolder root_;
  const Folder folder_{root_.path(), {}};
  Service service_;
  Heard heard_{service_};
  Documents documents_{folder_, service_};
};

TEST_F(EditMany, ThoseUsedLastStayRead) {
  const Json opened = ask("open", 0);
  const std::weak_ptr<const ReadScene> first = documents_.read(name_of(0)), second = documents_.read(name_of(1));
  for (int i = 2; i < kScenes; ++i) {
    documents_.read(name_of(1));  // always in use
    ask("open", i);
  }
  EXPECT_TRUE(ends(first));
  EXPECT_FALSE(second.expired());
}

TEST_F(EditMany, WhatWasDoneToTheOthersStays) {
  const Json opened = ask("open", 0);
  const int edited =
      ask("edit", 0, {{"base", opened["version"]}, {"text", scene_with(-1)}, {"label", "shrink"}})["version"];
  const std::weak_ptr<const ReadScene> first = documents_.read(name_of(0));
  for (int i = 1; i < kScenes; ++i) ask("open", i);
  ASSERT_TRUE(ends(first));
  heard_.forget();
  const Json again = ask("open", 0);
  EXPECT_EQ(again["text"], scene_with(-1));
  EXPECT_EQ(again["version"], edited);
  EXPECT_EQ(again["undo"], "shrink");
  EXPECT_EQ(again["saved"], false);
  EXPECT_EQ(checked(0)["findings"][0]["path"], "liquids[0].shape.radius");
  ask("undo", 0);
  EXPECT_EQ(documents_.read(name_of(0))->text, scene_with(0.5));
  EXPECT_TRUE(checked(0)["findings"].empty());
}

}  // namespace
}  // namespace weir::studio
