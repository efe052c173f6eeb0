// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Bodies between frames: turned evenly, and on the path that their middles take.

#include "retime/body_moment.h"

#include <gtest/gtest.h>

namespace weir::retime {

static Affine turned_about(const Vec3d& middle, const Vec3d& axis, double radians, const Vec3d& moved) {
  const Mat3d turn = Quatd::from_axis_angle(axis, radians).matrix();
  return {turn, middle + moved - turn * middle};
}

TEST(BodyMoment, AFallingSpinningBodyIsWhereItWouldBe) {
  const Vec3d middle{3, 1, -2}, axis{1, 2, 0.5};
  const auto pose = [&](double frame) {
    return turned_about(middle, axis, 0.9 * frame, {0.1 * frame, -0.02 * frame * frame, 0});
  };
  std::map<int, std::vector<cache::BodyPose>> poses;
  for (int frame = 1; frame <= 6; ++frame) poses[frame] = {{.solid = 0, .pose = pose(frame)}};
  for (const double at : {2.25, 3.5, 4.9}) {
    const auto bodies = bodies_at(poses, {middle}, at);
    ASSERT_EQ(bodies.size(), 1u);
    const Affine exact = pose(at);
    for (const Vec3d& p : {Vec3d{3, 1, -2}, Vec3d{4, 1, -2}, Vec3d{3, 2, -1}}) {
      EXPECT_LT(length(bodies[0].pose.point(p) - exact.point(p)), 1e-9);
    }
  }
  EXPECT_EQ(bodies_at(poses, {middle}, 4)[0].pose, pose(4));
  // At the ends less is known, but not nothing.
  EXPECT_LT(length(bodies_at(poses, {middle}, 1.5)[0].pose.point(middle) - pose(1.5).point(middle)), 0.01);
  EXPECT_TRUE(bodies_at(poses, {middle}, 7.5).empty());
}

// Near half a turn, every part of the quaternion is the largest once.
TEST(BodyMoment, LargeTurnsAreFollowed) {
  for (const Vec3d& axis : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) {
    std::map<int, std::vector<cache::BodyPose>> poses;
    for (int frame = 1; frame <= 2; ++frame) poses[frame] = {{0, turned_about({}, axis, 3.0 * frame, {})}};
    const Vec3d p{0.3, 0.5, 0.7};
    const Vec3d exact = turned_about({}, axis, 4.5, {}).point(p);
    EXPECT_LT(length(bodies_at(poses, {Vec3d{}}, 1.5)[0].pose.point(p) - exact), 1e-9);
  }
}

}  // namespace weir::retime
