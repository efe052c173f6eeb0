// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How a rig moves as a whole: by formulas of time, from keyframe to keyframe, or not at all.

#include "control/rig/moving_rig.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/files.h"
#include "control/rig/rig_settings.h"
#include "temp_folder.h"
#include "weir/base/error.h"

namespace weir::rig {
namespace {

class MovingRigTest : public ::testing::Test {
 protected:
  MovingRigTest() {
    write_file(folder_ / "points.txt", "1 0 0\n1.1 0.5 0\n");
    scene_.frames.last = 49;
    RigSettings rig;
    rig.points = folder_ / "points.txt";
    scene_.directors = {{"rig", rig}};
  }
  RigSettings& rig() { return *scene_.directors[0].get<RigSettings>(); }
  void turn_by(double degrees_a_frame) {
    rig::Twist twist;
    twist.from = -2, twist.to = -1;  // everything turns whole
    twist.degrees = Animated<double>({{1, 0}, {49, 48 * degrees_a_frame}}, Interpolation::linear);
    rig().deformations = {{twist}};
  }

  TempFolder folder_;
  Scene scene_;
};

TEST_F(MovingRigTest, GoesByFormulas) {
  rig().formula = RigFormula{{"0.3*sin(2*pi*t)", "t^2", "frame/100"}, {"0", "90*t", "0"}};
  MovingRig rig(scene_, 0);
  rig.move_to(1 + 24 * 0.25);
  EXPECT_LT(
      length(static_cast<Vec3d>(rig.positions()[0]) - Vec3d{0.3 + std::cos(kPi / 8), 0.0625, 0.07 - std::sin(kPi / 8)}),
      1e-6);
  std::vector<Vec3d> velocity(2);
  rig.velocities(true, velocity);
  const double turn = kPi / 2;
  EXPECT_LT(length(velocity[0] - Vec3d{-turn * std::sin(kPi / 8), 0.5, 0.24 - turn * std::cos(kPi / 8)}), 1e-3);
}

TEST_F(MovingRigTest, FormulasWithoutANumberAreRefused) {
  rig().formula = RigFormula{{"1/(frame-5)", "0", "0"}, {"0", "0", "0"}};
  EXPECT_THROW(MovingRig(scene_, 0), InputError);
}

// A quarter turn in four frames is walked as chords.
TEST_F(MovingRigTest, GoesStraightBetweenKeyframes) {
  turn_by(22.5);
  rig().keyframes = {1, 5, 9};
  MovingRig rig(scene_, 0);
  rig.move_to(3);
  EXPECT_LT(length(static_cast<Vec3d>(rig.positions()[0]) - Vec3d{0.5, 0, -0.5}), 1e-5);
  std::vector<Vec3d> velocity(2);
  rig.velocities(true, velocity);
  EXPECT_LT(length(velocity[0] - Vec3d{-6, 0, -6}), 1e-3);
  rig.move_to(9);
  EXPECT_LT(length(static_cast<Vec3d>(rig.positions()[0]) - Vec3d{-1, 0, 0}), 1e-5);
  rig.move_to(20);
  rig.velocities(true, velocity);
  EXPECT_EQ(length(velocity[0]), 0);
}

TEST_F(MovingRigTest, ACurrentStaysInPlace) {
  turn_by(10);
  rig().stays = true;
  MovingRig rig(scene_, 0);
  rig.move_to(12);
  EXPECT_EQ(rig.positions()[0].x, 1);
  std::vector<Vec3d> velocity(2);
  rig.velocities(true, velocity);
  EXPECT_LT(length(velocity[0] - Vec3d{0, 0, -240 * kPi / 180}), 1e-6);
}

}  // namespace
}  // namespace weir::rig
