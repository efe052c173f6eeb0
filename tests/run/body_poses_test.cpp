// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/body_poses.h"

#include <numbers>

#include "liquid.h"
#include "weir/run/run.h"

namespace weir::run {

// A ball thrown through empty space: where it is at each frame is known.
TEST(BodyPoses, AreThoseOfEveryFrame) {
  const TempFolder folder;
  Scene scene = sph_scene(3, 0.1);
  scene.file = "thrown.json";
  scene.gravity = Vec3d{0, 0, 0};
  scene.frames.last = 4;
  add_liquid(scene, ball({5, 5, 5}, 0.3));
  add_solid(scene, box({8, 8, 8}, {9, 9, 9}));
  Solid& thrown = add_solid(scene, ball({1, 2, 3}, 0.3));
  thrown.name = "ball";
  thrown.rigid = Rigid{.density = 500, .velocity = {2.4, 0, 0}, .angular_velocity = {0, 0, 1}};
  run_scene(scene, {.folder = folder.path(), .progress = ProgressStyle::none});
  const auto poses = cache::read_body_poses(cache::RunFolder(folder.path()), scene);
  ASSERT_EQ(poses.size(), 4u);
  for (const auto& [frame, bodies] : poses) {
    ASSERT_EQ(bodies.size(), 1u);
    EXPECT_EQ(bodies[0].solid, 1u);
    EXPECT_LT(length(bodies[0].pose.point({1, 2, 3}) - Vec3d{1 + 0.1 * (frame - 1), 2, 3}), 1e-3);
    EXPECT_NEAR(length(bodies[0].pose.direction({1, 0, 0})), 1, 1e-9);
  }
  // A turn a second about z: a quarter of it would be six frames.
  EXPECT_NEAR(poses.at(4)[0].pose.direction({1, 0, 0}).y, std::sin(2 * std::numbers::pi * 3 / 24), 0.01);
}

TEST(BodyPoses, DamagedEntriesAreLeftOut) {
  const TempFolder folder;
  Scene scene;
  add_solid(scene, ball({}, 1));
  const cache::RunFolder run(folder.path());
  const std::string pose = R"("pose": [1,0,0,0.5, 0,1,0,0, 0,0,1,0])";
  const std::vector<std::string> lines{
      "{",
      "7",
      R"({"bodies": []})",
      R"({"frame": 1, "bodies": 5})",
      R"({"frame": 2, "bodies": [3, {"solid": 1, )" + pose + R"(}, {"solid": -1, )" + pose + R"(}, {"pose": [1]}]})",
      R"({"frame": 3, "bodies": [{"solid": 0, "pose": [1,2]}, {"solid": 0, )" + pose + "}]}"};
  for (const std::string& line : lines) {
    run.append_stats(line);
  }
  const auto poses = cache::read_body_poses(run, scene);
  ASSERT_EQ(poses.size(), 1u);
  ASSERT_EQ(poses.at(3).size(), 1u);
  EXPECT_EQ(poses.at(3)[0].pose.offset, (Vec3d{0.5, 0, 0}));
}

}  // namespace weir::run
