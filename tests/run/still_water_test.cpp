// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Water that stands, whatever its box: from the first frame on it hardly moves, is flat, and as high as its volume
// says. What would not stay where it is keeps the form that the scene gives it.

#include "liquid.h"
#include "sim/liquid_gauges.h"

namespace weir::run {

namespace {

constexpr double kGravity = 9.81, kFramesASecond = 20;

Scene open_tank(const Vec3d& size, double spacing, double depth, bool grid = false) {
  const int dimensions = size.z > 0 ? 3 : 2;
  Scene scene = grid ? flip_pool(dimensions, spacing, size, depth) : pool(dimensions, spacing, size, depth);
  scene.domain->walls.side(1, true) = Walls::open.top;
  scene.frames.rate = kFramesASecond;
  return scene;
}

struct Surface {
  double mean = 0, lowest = 1e30, highest = 0;
};

// At gauges a spacing apart, in 3D along the middle, but for those closer than two spacings to what stands between two
// x.
Surface surface_of(const Scene& scene, const Particles& particles, std::pair<double, double> hidden = {1e30, 1e30}) {
  const double spacing = scene.solver.spacing, width = scene.domain->upper.x;
  const double z = scene.dimensions == 2 ? 0 : 0.5 * scene.domain->upper.z;
  Surface surface;
  int count = 0;
  for (double x = 0.5 * spacing; x < width; x += spacing) {
    if (x > hidden.first - 2 * spacing && x < hidden.second + 2 * spacing) continue;
    probes::Height settings;
    settings.point = {x, 0, z};
    HeightGauge gauge(scene, settings);
    gauge.add({particles, static_cast<float>(spacing)});
    const double height = gauge.read().height;
    surface.mean += height;
    surface.lowest = std::min(surface.lowest, height);
    surface.highest = std::max(surface.highest, height);
    ++count;
  }
  surface.mean /= count;
  return surface;
}

void expect_stands(const Scene& scene, double level, double slow, std::pair<double, double> hidden = {1e30, 1e30}) {
  const double spacing = scene.solver.spacing;
  Stage stage(scene);
  for (int frame = 0; frame <= 10; ++frame) {
    if (frame > 0) stage.advance();
    if (frame != 0 && frame != 4 && frame != 10) continue;
    const Particles& particles = stage.solver().particles();
    const Surface surface = surface_of(scene, particles, hidden);
    const double speed = mean_speed(particles) / std::sqrt(kGravity * spacing);
    note("speed_" + std::to_string(frame), speed);
    note("level_" + std::to_string(frame), surface.mean / level);
    EXPECT_LT(speed, slow) << "frame " << frame;
    EXPECT_NEAR(surface.mean, level, 0.5 * spacing) << "frame " << frame;
    EXPECT_LT(surface.highest - surface.lowest, 0.5 * spacing) << "frame " << frame;
  }
}

constexpr double kStill = 0.005;  // of sqrt(g spacing), in the mean

}  // namespace

TEST(StillWater, InATankThatTheSpacingDoesNotDivide) {
  expect_stands(open_tank({1.03, 0.9, 0.77}, 0.04, 0.5), 0.5, kStill);
}

TEST(StillWater, InATankThatFits) { expect_stands(open_tank({1, 0.9, 0}, 0.04, 0.48), 0.48, kStill); }

TEST(StillWater, InANarrowTankAndAWideOne) {
  expect_stands(open_tank({0.73, 0.9, 0}, 0.04, 0.37), 0.37, kStill);
  expect_stands(open_tank({1.37, 0.9, 0}, 0.04, 0.61), 0.61, kStill);
}

TEST(StillWater, AroundAPillar) {
  Scene scene = open_tank({1.03, 0.9, 0}, 0.04, 0.5);
  add_solid(scene, box({0.41, -0.5, -1}, {0.58, 1, 1}));
  expect_stands(scene, 0.5, kStill, {-1, 0.58});  // each side by itself: no water is between them
  expect_stands(scene, 0.5, kStill, {0.41, 2});
}

TEST(StillWater, OverABall) {
  Scene scene = open_tank({1.03, 0.9, 0}, 0.04, 0.5);
  add_solid(scene, ball({0.41, 0.22, 0}, 0.13));
  expect_stands(scene, 0.5, kStill);
}

TEST(StillWater, OnTheGrid) {
  expect_stands(open_tank({1.03, 0.9, 0.77}, 0.04, 0.5, true), 0.5, kStill);
  expect_stands(open_tank({0.91, 0.9, 0.67}, 0.04, 0.37, true), 0.37, kStill);
  for (const double width : {0.73, 1.0, 1.37})
    expect_stands(open_tank({width, 0.9, 0}, 0.04, 0.48, true), 0.48, kStill);
}

// Layers of particles that do not fit between the cells must not become layers of the core.
TEST(StillWater, OnTheGridWithABand) {
  for (const int band : {3, 4}) {
    for (const double depth : {0.48, 0.5, 0.53}) {
      Scene scene = open_tank({1.03, 0.9, 0.77}, 0.03, depth, true);
      scene.solver.get<grid::FlipSettings>()->band = band;
      expect_stands(scene, depth, 2 * kStill);
    }
  }
}

// Three cells wide. Between it and the sides of cells are slits: as air they would draw water in at 3 m/s.
TEST(StillWater, OverABallOnTheGrid) {
  Scene scene = open_tank({1.03, 0.9, 0.77}, 0.04, 0.5, true);
  add_solid(scene, ball({0.41, 0.22, 0.4}, 0.13));
  expect_stands(scene, 0.5, 2 * kStill);
}

TEST(StillWater, HasTheSameBytesForAnyNumberOfThreadsAndWhenResumed) {
  expect_same_bytes(open_tank({0.37, 0.5, 0.33}, 0.04, 0.2), 2);
}

// Positions as they were seeded, in the order of ids.
static std::vector<Vec3f> by_id(const Particles& particles) {
  std::vector<Vec3f> positions(particles.size());
  for (size_t i = 0; i < particles.size(); ++i) positions[particles.id[i]] = particles.position[i];
  return positions;
}

static std::vector<Vec3f> at_first_frame(const Scene& scene) { return by_id(Stage(scene).solver().particles()); }
static std::vector<Vec3f> as_seeded(const Scene& scene) {
  return by_id(Stage(scene, Stage::Unopened{}).solver().particles());
}

TEST(StillWater, ABlockKeepsItsForm) {
  Scene scene = sph_scene(2, 0.04);
  scene.domain = Domain{{0, 0, -1}, {2, 1, 1}, Walls::closed};
  add_liquid(scene, box({0, 0, -1}, {0.6, 0.6, 1}));
  EXPECT_EQ(at_first_frame(scene), as_seeded(scene));
}

TEST(StillWater, WhatMovesFromTheStartKeepsItsForm) {
  Scene scene = open_tank({1, 0.9, 0}, 0.04, 0.4);
  scene.liquids[0].velocity = Vec3d{0.5, 0, 0};
  EXPECT_EQ(at_first_frame(scene), as_seeded(scene));
}

TEST(StillWater, TiltedWaterIsNotLevelledBeforehand) {
  Scene scene = open_tank({1, 0.9, 0}, 0.02, 0.4);
  scene.gravity = Vec3d{0.04 * kGravity, -kGravity, 0};
  EXPECT_EQ(at_first_frame(scene), as_seeded(scene));
}

TEST(StillWater, HeavyLiquidOverLightIsNotTurnedOver) {
  Scene scene = sph_scene(2, 0.04);
  scene.domain = Domain{{0, 0, -1}, {1, 1, 1}, Walls::closed};
  scene.phases = {{.name = "light", .density = 800}, {.name = "heavy", .density = 1200}};
  add_liquid(scene, box({0, 0, -1}, {1, 0.3, 1}), {}, "light");
  add_liquid(scene, box({0, 0.3, -1}, {1, 0.6, 1}), {}, "heavy");
  EXPECT_EQ(at_first_frame(scene), as_seeded(scene));
  std::swap(scene.phases[0].density, scene.phases[1].density);
  EXPECT_NE(at_first_frame(scene), as_seeded(scene));
  Stage stage(scene);
  advance(stage, 5);
  const double speed = mean_speed(stage.solver().particles()) / std::sqrt(kGravity * 0.04);
  note("speed", speed);
  EXPECT_LT(speed, kStill);
}

TEST(StillWater, ADropOverAPoolWaitsWhereItIs) {
  Scene scene = open_tank({1.03, 1.2, 0}, 0.04, 0.3);
  add_liquid(scene, ball({0.5, 0.8, 0}, 0.12));
  const std::vector<Vec3f> seeded = as_seeded(scene), now = at_first_frame(scene);
  size_t moved = 0;
  for (size_t i = 0; i < now.size(); ++i) {
    if (seeded[i].y < 0.5f) {
      moved += now[i] != seeded[i];
    } else {
      EXPECT_EQ(now[i], seeded[i]);
    }
  }
  EXPECT_GT(moved, 150u);
}

}  // namespace weir::run
