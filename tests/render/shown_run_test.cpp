// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is found out about a sequence before it is shown, and its solids.

#include "render/pictures/shown_run.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "render/pictures/shown_solids.h"
#include "temp_folder.h"
#include "weir/base/error.h"

namespace weir::render {

class Shown : public ::testing::Test {
 protected:
  // A block of particles that moves along x by its frame, at that speed, with one that flew off to the horizon.
  void write(int frame, int layers) {
    Particles particles;
    particles.resize(static_cast<size_t>(400 * layers) + 1);
    for (size_t i = 0; i + 1 < particles.size(); ++i) {
      particles.position[i] =
          Vec3f{static_cast<float>(i % 20), static_cast<float>(i / 20 % 20), static_cast<float>(i / 400)} * 0.1f +
          Vec3f{static_cast<float>(frame), 0, 0};
      particles.velocity[i] = {static_cast<float>(frame), 0, 0};
      particles.id[i] = i;
    }
    particles.position.back() = {0, 1000, 0};
    particles.velocity.back() = {0, 500, 0};
    particles.id.back() = particles.size();
    cache::write_particles(folder_ / (std::to_string(frame) + ".ply"), particles, 0.1f);
  }
  TempFolder folder_;
};

TEST_F(Shown, ActionIsWhereNearlyAllParticlesAre) {
  for (int frame = 1; frame <= 3; ++frame) write(frame, 20);
  const ShownRun run = open_shown_run(folder_.path(), {});
  EXPECT_EQ(run.scene.dimensions, 3);
  EXPECT_NEAR(run.scene.solver.spacing, 0.1, 0.01);
  EXPECT_EQ(run.title, folder_.path().filename().string());
  const Survey found = survey(run);
  EXPECT_NEAR(found.action.lower.x, 1, 0.15);
  EXPECT_NEAR(found.action.upper.x, 3 + 1.9, 0.15);
  EXPECT_NEAR(found.action.upper.y, 1.9, 0.15);
  EXPECT_FLOAT_EQ(found.top_speed, 3);
  const Survey both = united(found, {{{-5, 0, 0}, {0, 1, 1}}, 8});
  EXPECT_FLOAT_EQ(both.action.lower.x, -5);
  EXPECT_FLOAT_EQ(both.top_speed, 8);
}

TEST_F(Shown, FlatFilesAreSeenFromTheFront) {
  write(1, 1);
  const ShownRun run = open_shown_run(folder_.path(), {});
  EXPECT_EQ(run.scene.dimensions, 2);
  const Camera camera = camera_at(run.scene, survey(run), 1);
  EXPECT_FLOAT_EQ(camera.forward.z, -1);
}

// Along its path, looking ahead or at a solid that moves; or carried by one, whether keyframes or the liquid move it.
TEST(CameraAt, GoesAlongItsPathWithSolids) {
  Scene scene;
  Solid fish, raft;
  fish.name = "fish", raft.name = "raft";
  fish.shape.kind = shapes::Sphere{{0, 1, 0}, 0.1};
  fish.shape.transform.translate = Animated<Vec3d>({{1, {0, 0, 0}}, {5, {4, 0, 0}}}, Interpolation::linear);
  raft.rigid = Rigid{};
  scene.solids = {fish, raft};
  CameraSettings& camera = scene.picture.camera.emplace();
  camera.path =
      Path{.points = {{0, 1, 8}, {4, 1, 8}}, .along = Animated<double>({{1, 0}, {5, 1}}, Interpolation::linear)};
  camera.follow = "fish";
  const auto at = [&](int frame, std::span<const cache::BodyPose> bodies = {}) {
    return camera_at(scene, {}, frame, bodies);
  };
  EXPECT_LT(length(at(3).position - Vec3f{2, 1, 8}), 1e-5f);
  EXPECT_LT(length(at(3).forward - Vec3f{0, 0, -1}), 1e-5f);
  camera.follow.clear();
  camera.path->align = true;
  EXPECT_LT(length(at(3).forward - Vec3f{1, 0, 0}), 1e-5f);
  camera.attach = "fish";
  EXPECT_LT(length(at(3).position - Vec3f{4, 1, 8}), 1e-5f);
  camera.attach = "raft";
  cache::BodyPose pose{.solid = 1, .pose = {}};
  pose.pose.offset = {0, 5, 0};
  EXPECT_LT(length(at(3, {&pose, 1}).position - Vec3f{2, 6, 8}), 1e-5f);
  scene.dimensions = 2;
  EXPECT_LT(length(at(3, {&pose, 1}).forward - Vec3f{0, 0, -1}), 1e-5f);
}

TEST_F(Shown, FilesWithNothingInThemAreStillAPicture) {
  cache::write_particles(folder_ / "1.ply", Particles{}, 0.1f);
  const ShownRun run = open_shown_run(folder_.path(), {});
  EXPECT_FALSE(survey(run).action.empty());
  EXPECT_GT(survey(run).top_speed, 0);
}

TEST_F(Shown, PlanesAreCutAtTheLimits) {
  write(1, 2);
  ShownRun run = open_shown_run(folder_.path(), {});
  Solid floor, slope, hidden;
  floor.shape.kind = shapes::Plane{{0, 0.5, 0}, {0, 1, 0}};
  slope.shape.kind = shapes::Plane{{0, 0, 0}, {-1, 1, 0}};
  hidden.shape.kind = shapes::Sphere{};
  hidden.visible = false;
  run.scene.solids = {floor, slope, hidden};
  const std::vector<ShownSolid> solids = ShownSolids(run).at(1, {{0, 0, 0}, {2, 2, 3}});
  ASSERT_EQ(solids.size(), 2u);
  EXPECT_NEAR(area(solids[0].mesh), 2 * 3, 1e-4);
  EXPECT_NEAR(area(solids[1].mesh), 3 * 2 * std::sqrt(2.0), 1e-4);
  for (const Vec3f& p : solids[0].mesh.positions) EXPECT_FLOAT_EQ(p.y, 0.5f);
  EXPECT_TRUE(ShownSolids(run).at(1, {{0, 5, 0}, {2, 6, 3}})[0].mesh.triangles.empty());
}

TEST_F(Shown, BodiesAreWhereTheRunNotedThem) {
  write(1, 2);
  ShownRun run = open_shown_run(folder_.path(), {});
  Solid crate;
  crate.shape.kind = shapes::Box{{0, 0, 0}, {1, 1, 1}};
  crate.rigid = Rigid{};
  run.scene.solids = {crate};
  run.bodies[1] = {{.solid = 0, .pose = {Mat3d{}, {3, 0, 0}}}};
  ShownSolids solids(run);
  ASSERT_EQ(solids.at(1, {}).size(), 1u);
  EXPECT_EQ(bounds(solids.at(1, {})[0].mesh), (Box3f{{3, 0, 0}, {4, 1, 1}}));
  EXPECT_EQ(solids.moving_bounds(1), (Box3f{{3, 0, 0}, {4, 1, 1}}));
  EXPECT_TRUE(solids.at(2, {}).empty());
  EXPECT_TRUE(solids.moving_bounds(2).empty());
}

TEST(EvenlyChosen, FirstAndLastAreAmongThem) {
  std::vector<int> frames;
  for (int i = 10; i < 60; ++i) frames.push_back(i);
  EXPECT_EQ(evenly_chosen(frames, 50), frames);
  EXPECT_EQ(evenly_chosen(frames, 70), frames);
  EXPECT_EQ(evenly_chosen(frames, 1), (std::vector<int>{59}));
  const std::vector<int> some = evenly_chosen(frames, 8);
  EXPECT_EQ(some, (std::vector<int>{10, 17, 24, 31, 38, 45, 52, 59}));
}

}  // namespace weir::render
