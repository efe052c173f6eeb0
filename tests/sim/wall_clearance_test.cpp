// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/wall_clearance.h"

#include <gtest/gtest.h>

#include "sim/emitters.h"

namespace weir {

namespace {

// A channel 0.2 x 0.2 m along x between closed walls, with a post in it.
Scene channel() {
  Scene scene;
  scene.solver.spacing = 0.02;
  scene.domain = Domain{{0, 0, 0}, {1, 0.2, 0.2}, Walls::closed};
  Solid post;
  post.shape.kind = shapes::Box{{0.6, 0, 0}, {0.7, 0.1, 0.2}};
  scene.solids = {post};
  return scene;
}

struct Cleared {
  std::vector<Vec3f> points;
  std::vector<uint8_t> blocked;
};
Cleared clear(const Scene& scene, std::vector<Vec3f> points) {
  ShapeBuilder builder(0.01f, 24);
  const Solids solids(scene, builder);
  std::vector<uint8_t> blocked(points.size(), 0);
  keep_clear(solids, 0.005f, scene.dimensions == 2, points, blocked);
  return {points, blocked};
}

}  // namespace

TEST(WallClearance, PointsAtAWallAreMovedOffIt) {
  const Cleared result = clear(channel(), {{0.3f, 0.001f, 0.1f}, {0.3f, 0.1f, 0.1f}, {0.599f, 0.05f, 0.1f}});
  EXPECT_EQ(result.blocked, (std::vector<uint8_t>{0, 0, 0}));
  EXPECT_NEAR(result.points[0].y, 0.005f, 1e-5f);
  EXPECT_EQ(result.points[1], (Vec3f{0.3f, 0.1f, 0.1f}));
  EXPECT_NEAR(result.points[2].x, 0.595f, 1e-5f);
}

TEST(WallClearance, PointsInsideASolidAreBlocked) {
  const Cleared result = clear(channel(), {{0.65f, 0.05f, 0.1f}, {0.3f, -0.01f, 0.1f}});
  EXPECT_EQ(result.blocked, (std::vector<uint8_t>{1, 1}));
}

TEST(WallClearance, NothingIsLeftTooCloseInCorners) {
  std::vector<Vec3f> points;
  for (int i = 1; i < 10; ++i) {
    for (int j = 1; j < 10; ++j)
      points.push_back({0.0004f, 0.0006f * static_cast<float>(i), 0.0006f * static_cast<float>(j)});
  }
  const Scene scene = channel();
  const Cleared result = clear(scene, points);
  ShapeBuilder builder(0.01f, 24);
  std::vector<float> gap(points.size());
  solid_gaps(Solids(scene, builder), result.points, gap);
  for (size_t i = 0; i < gap.size(); ++i) {
    EXPECT_FALSE(result.blocked[i]) << i;
    EXPECT_GT(gap[i], 0.0044f) << i;
  }
}

// What flows in flush with the walls: dropping what comes close to them would cost a twentieth of it.
TEST(WallClearance, FlowBetweenWallsIsWhole) {
  Scene scene = channel();
  scene.solids.clear();
  Emitter emitter;
  emitter.shape.kind = shapes::Box{{0, 0, 0}, {0.1, 0.2, 0.2}};
  emitter.velocity = Vec3d{1, 0, 0};
  scene.emitters = {emitter};
  ShapeBuilder builder(0.01f, 24);
  Emitters emitters(scene, builder);
  const Particles none;
  double count = 0;
  for (int i = 0; i < 100; ++i) {
    Population population(none);
    emitters.emit({1 + i * 0.01 * 24, i * 0.01, 0.01, 24}, {}, population);
    const Cleared result = clear(scene, population.added.position);
    count += static_cast<double>(std::count(result.blocked.begin(), result.blocked.end(), 0));
  }
  EXPECT_NEAR(count / (0.04 / 8e-6), 1, 0.01);
}

}  // namespace weir
