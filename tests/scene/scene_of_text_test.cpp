// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Scenes are read from text that their file does not have.

#include "weir/scene/scene_of_text.h"

#include <gtest/gtest.h>

#include "refusal.h"
#include "temp_folder.h"

namespace weir {
namespace {

class SceneOfText : public ::testing::Test {
 protected:
  SceneOfText() {
    dump(folder_ / "base.json",
         "{\"seed\": 7,\n\"solver\": {\"kind\": \"ballistic\", \"spacing\": 0.1},\n"
         "\"liquids\": [{\"shape\": {\"kind\": \"sphere\"}}]}");
    dump(file_, "{}");
  }
  TempFolder folder_;
  const std::filesystem::path file_ = folder_ / "s.json";
  std::vector<Problem> problems_;
};

TEST_F(SceneOfText, IncludesWhatLiesBesideTheFile) {
  const Scene scene = load_scene(file_, "{\"include\": \"base.json\", \"title\": \"not saved\"}", problems_);
  EXPECT_TRUE(problems_.empty()) << problems_[0].sentence();
  EXPECT_EQ(scene.seed, 7u);
  EXPECT_EQ(scene.title, "not saved");
  EXPECT_EQ(scene.file, file_);
}

TEST_F(SceneOfText, ProblemsHaveTheLinesOfTheText) {
  load_scene(file_, "{\"include\": \"base.json\",\n\n\"frames\": {\"last\": \"x\"}}", problems_);
  ASSERT_EQ(problems_.size(), 1u);
  EXPECT_EQ(problems_[0].location, file_.string() + ":3: frames.last");
}

TEST_F(SceneOfText, TheFileNeedNotExist) {
  load_scene(folder_ / "new.json", "{\"include\": \"base.json\"}", problems_);
  EXPECT_TRUE(problems_.empty()) << problems_[0].sentence();
}

TEST_F(SceneOfText, CannotIncludeItself) { EXPECT_THROW(load_node(file_, "{\"include\": \"s.json\"}"), InputError); }

TEST_F(SceneOfText, FindingsMoveToTheLinesOfTheText) {
  const std::string base = (folder_ / "base.json").string(), other = (folder_ / "other.json").string();
  std::vector<Finding> findings{{Severity::warning, "solids[0]", "is odd", "", file_.string(), 1},
                                {Severity::warning, "solids[0]", "is odd there", "", other, 9},
                                {Severity::warning, "solver.spacing", "is coarse", "", file_.string(), 1},
                                {Severity::error, "frames.last", "is late", "", file_.string(), 1}};
  place_in_text(findings, file_,
                "{\"include\": \"base.json\",\n\n\"solids\": [\n{\"name\": \"a\"}],\n\"frames\": {\"last\": 3}}");
  ASSERT_EQ(findings.size(), 4u);
  EXPECT_EQ(findings[0].sentence(), file_.string() + ":5: frames.last: is late");
  EXPECT_EQ(findings[1].sentence(), base + ":2: solver.spacing: is coarse");
  EXPECT_EQ(findings[2].sentence(), other + ":9: solids[0]: is odd there");
  EXPECT_EQ(findings[3].sentence(), file_.string() + ":4: solids[0]: is odd");
}

}  // namespace
}  // namespace weir
