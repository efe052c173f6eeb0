// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Findings know where they stand in the file.

#include "weir/scene/findings.h"

#include <gtest/gtest.h>

#include "refusal.h"
#include "temp_folder.h"

namespace weir {
namespace {

class FindingsOfScene : public ::testing::Test {
 protected:
  FindingsOfScene() {
    dump(file_, "{\n\"solids\": [\n{\"name\": \"a\"},\n{\"shape\":\n {\"kind\": \"box\"}}],\n\"solver\": {}}");
  }
  TempFolder folder_;
  const std::string file_ = (folder_ / "s.json").string();
};

TEST_F(FindingsOfScene, HaveTheLineOfWhatIsWrittenDeepest) {
  Findings findings;
  findings.warn("solids[1].shape.transform.translate", "is far", "move it");
  findings.hint("", "is long", "make it short");
  findings.warn("solids[9]", "is not there", "");
  const std::vector<Finding> sorted = findings.sorted(file_);
  ASSERT_EQ(sorted.size(), 3u);
  EXPECT_EQ(sorted[0].sentence(), file_ + ":2: solids[9]: is not there");
  EXPECT_EQ(sorted[1].sentence(), file_ + ":5: solids[1].shape.transform.translate: is far; move it");
  EXPECT_EQ(sorted[2].sentence(), file_ + ": is long; make it short");
}

TEST_F(FindingsOfScene, ErrorsComeFirstAndEachOnce) {
  Findings findings;
  findings.warn("solids[0]", "is odd", "leave it out");
  findings.refuse(InputError({{file_ + ": solver", "is missing"}, {"mesh.obj:7", "has a hole"}}), file_);
  findings.refuse(InputError(file_ + ": solver", "is missing"), file_);
  findings.refuse(InputError(file_ + ":6: solver", "is missing"), file_);
  const std::vector<Finding> sorted = findings.sorted(file_);
  ASSERT_EQ(sorted.size(), 3u);
  EXPECT_EQ(sorted[0].sentence(), file_ + ":6: solver: is missing");
  EXPECT_EQ(sorted[0].path, "solver");
  EXPECT_EQ(sorted[1].sentence(), "mesh.obj:7: has a hole");
  EXPECT_EQ(sorted[2].severity, Severity::warning);
  EXPECT_EQ(problems_of(sorted).size(), 2u);
}

TEST_F(FindingsOfScene, ScenesMadeInCodeHaveNoLines) {
  Findings findings;
  findings.warn("solids[0]", "is odd", "leave it out");
  EXPECT_EQ(findings.sorted("nowhere.json")[0].sentence(), "nowhere.json: solids[0]: is odd; leave it out");
}

}  // namespace
}  // namespace weir
