// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A rig as it is shown while it is edited is the rig that a run has, in whatever order its frames are asked for.

#include "control/rig/shown_rig.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "control/rig/moving_rig.h"
#include "control/rig/rig_settings.h"
#include "temp_folder.h"

namespace weir::rig {
namespace {

class ShownRigTest : public ::testing::Test {
 protected:
  ShownRigTest() {
    write_file(folder_ / "points.txt", "1 0 0\n1.1 0.5 0\n0.7 0.2 0.1\n");
    scene_.frames.last = 49;
    RigSettings rig;
    rig.points = folder_ / "points.txt";
    rig::Twist twist;
    twist.degrees = Animated<double>({{1, 0}, {49, 120}}, Interpolation::linear);
    rig.deformations = {{twist}};
    scene_.directors = {{"rig", rig}};
  }
  RigSettings& rig() { return *scene_.directors[0].get<RigSettings>(); }

  void expect_as_in_a_run(double frame) {
    MovingRig run(scene_, 0);
    run.move_to(frame);
    const ShownRig shown = shown_rig(scene_, 0, frame);
    ASSERT_EQ(shown.positions.size(), run.size());
    for (size_t i = 0; i < run.size(); ++i) {
      EXPECT_LT(length(shown.positions[i] - run.positions()[i]), 1e-4f) << frame << ", point " << i;
    }
  }

  TempFolder folder_;
  Scene scene_;
};

TEST_F(ShownRigTest, IsWhereARunHasIt) {
  for (const double frame : {20, 7, 30, 1, 7, 49}) expect_as_in_a_run(frame);
}

TEST_F(ShownRigTest, FollowsEveryEdit) {
  expect_as_in_a_run(20);
  rig().motion.translate = Vec3d{1, 2, 0};
  expect_as_in_a_run(20);
  rig().formula = RigFormula{{"t", "0", "0"}, {"0", "90*t", "0"}};
  expect_as_in_a_run(20);
  rig().deformations.clear();
  expect_as_in_a_run(20);
  write_file(folder_ / "points.txt", "1 0 0\n");
  EXPECT_EQ(shown_rig(scene_, 0, 20).positions.size(), 1u);
}

TEST_F(ShownRigTest, TheWayGoesFromItsFirstFrameToItsLast) {
  rig().motion.translate = Animated<Vec3d>({{1, {0, 0, 0}}, {49, {3, 0, 0}}}, Interpolation::linear);
  rig().deformations.clear();
  const ShownRig shown = shown_rig(scene_, 0, 100);
  EXPECT_EQ(shown.at, 49);
  EXPECT_NEAR(shown.way.back().x - shown.way.front().x, 3, 1e-5);
}

}  // namespace
}  // namespace weir::rig
