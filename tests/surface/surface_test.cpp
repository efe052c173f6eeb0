// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The form of surfaces against the form that the particles were put in.

#include "weir/surface/surface.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "surface_fixture.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir::surface {

TEST(Surface, ABallHasTheVolumeAndAreaOfABall) {
  for (const float amount : {0.0f, 0.3f}) {
    const std::vector<Vec3f> points = ball_of_points(10, amount);
    const Mesh mesh = surface_of(points);
    expect_sound(mesh);
    const double liquid = static_cast<double>(points.size());
    const double radius = std::cbrt(liquid * 3 / (4 * kPi));
    EXPECT_NEAR(volume(mesh) / liquid, 1, 0.02) << amount;
    EXPECT_NEAR(area(mesh) / (4 * kPi * radius * radius), 1, 0.02) << amount;
  }
}

TEST(Surface, BlocksDoNotShrink) {
  for (const Vec3i& size : {Vec3i{20, 20, 20}, Vec3i{40, 12, 25}}) {
    for (const float amount : {0.0f, 0.2f}) {
      const std::vector<Vec3f> points = jittered(block_of_points(size), amount);
      const Mesh mesh = surface_of(points);
      expect_sound(mesh);
      EXPECT_NEAR(volume(mesh) / static_cast<double>(points.size()), 1, 0.02);
    }
  }
}

// Free to all sides; the middle of the top is looked at.
TEST(Surface, StillWaterIsFlat) {
  const Mesh mesh = surface_of(jittered(block_of_points({40, 8, 40}), 0.2f));
  double worst = 0, mean = 0;
  int count = 0;
  for (const Vec3f& p : mesh.positions) {
    if (p.y < 6 || p.x < 5 || p.x > 35 || p.z < 5 || p.z > 35) continue;
    worst = std::max(worst, std::abs(static_cast<double>(p.y) - 8));
    mean += static_cast<double>(p.y) - 8;
    ++count;
  }
  ASSERT_GT(count, 1000);
  EXPECT_LT(worst, 0.1);
  EXPECT_NEAR(mean / count, 0, 0.05);
}

TEST(Surface, APoolFillsItsTank) {
  SurfaceOptions options;
  options.spacing = 0.1f;
  options.walls = {{0, 0, 0}, {3, 5, 2}};
  const Mesh mesh = surface_of(block_of_points({30, 10, 20}, 0.1f), options);
  expect_sound(mesh);
  const Box3f box = bounds(mesh);
  EXPECT_EQ(box.lower, (Vec3f{0, 0, 0}));
  EXPECT_FLOAT_EQ(box.upper.x, 3);
  EXPECT_FLOAT_EQ(box.upper.z, 2);
  EXPECT_NEAR(volume(mesh), 3 * 1 * 2, 0.01 * 6);
  // Level up to the walls: all but what lies in them.
  for (const Vec3f& p : mesh.positions) {
    if (p.y > 0 && p.x > 0 && p.x < box.upper.x && p.z > 0 && p.z < box.upper.z) {
      EXPECT_NEAR(p.y, 1, 0.01);
    }
  }
}

TEST(Surface, SheetsHaveNoHoles) {
  for (const int layers : {1, 2}) {
    for (const float amount : {0.0f, 0.2f}) {
      const Mesh mesh = surface_of(jittered(block_of_points({30, layers, 30}), amount));
      expect_sound(mesh);
      EXPECT_EQ(pieces(mesh), 1u) << layers;
      EXPECT_EQ(euler_number(mesh), 2) << layers;
      EXPECT_NEAR(volume(mesh) / (900 * layers), 1, 0.1);
    }
  }
}

TEST(Surface, DropsAndThreadsStay) {
  const Mesh drop = surface_of(block_of_points({1, 1, 1}));
  expect_sound(drop);
  EXPECT_NEAR(volume(drop), 1, 0.2);
  const Mesh thread = surface_of(block_of_points({40, 1, 1}));
  expect_sound(thread);
  EXPECT_EQ(pieces(thread), 1u);
  EXPECT_NEAR(volume(thread) / 40, 1, 0.2);
  // Two particles far apart are two drops, and take no more memory than two near ones.
  const Mesh far = surface_of(std::vector<Vec3f>{{0, 0, 0}, {1e6f, 0, 0}});
  EXPECT_EQ(pieces(far), 2u);
}

TEST(Surface, NothingGivesNothing) {
  EXPECT_TRUE(surface_of(std::vector<Vec3f>{}).triangles.empty());
  SurfaceOptions options;
  options.spacing = 1;
  options.phases = 3;
  EXPECT_EQ(surface_of_particles({}, options).size(), 3u);
}

TEST(Surface, ManyParticlesAtOnePointAreADrop) {
  const Mesh mesh = surface_of(std::vector<Vec3f>(50, Vec3f{3, 4, 5}));
  expect_sound(mesh);
  EXPECT_EQ(pieces(mesh), 1u);
}

// Clumps, sheets and spray by chance, in a tank or without.
RC_GTEST_PROP(Surface, IsClosedAndOutward, (uint64_t seed)) {
  const Random random(seed);
  std::vector<Vec3f> points;
  const auto count = static_cast<size_t>(1 + random.below(1000, 0));
  const Vec3f size{2 + 20 * random.unit(1), 1 + 10 * random.unit(2), 1 + 10 * random.unit(3)};
  for (size_t i = 0; i < count; ++i) points.push_back(random.unit_vec3(i, 5) * size);
  SurfaceOptions options;
  options.spacing = 0.5f + random.unit(4);
  options.settings.cell = 0.3 + static_cast<double>(random.unit(5));
  options.settings.stretch = 1 + 3 * static_cast<double>(random.unit(6));
  if (random.unit(7) < 0.5f) options.walls = {{0, 0, 0}, size};
  options.dimensions = random.unit(8) < 0.3f ? 2 : 3;
  if (options.dimensions == 2) {
    for (Vec3f& p : points) p.z = 0;
  }
  const Mesh mesh = surface_of(points, options);
  RC_ASSERT(mesh.validate().empty());
  RC_ASSERT(open_edges(mesh) == 0u);
  RC_ASSERT(volume(mesh) > 0);
}

TEST(Surface, IsTheSameForAnyNumberOfThreads) {
  const Particles particles = particles_at(jittered(block_of_points({25, 15, 25}), 0.4f));
  const auto on = [&](int threads) {
    const ThreadLimit limit(threads);
    return surface_of(particles);
  };
  const Mesh one = on(1), two = on(2), many = on(7);
  EXPECT_EQ(one.positions, two.positions);
  EXPECT_EQ(one.triangles, two.triangles);
  EXPECT_EQ(one.velocities, two.velocities);
  EXPECT_EQ(one.positions, many.positions);
  EXPECT_EQ(one.triangles, many.triangles);
}

TEST(Surface, MovesAsTheParticlesDo) {
  Particles particles = particles_at(jittered(block_of_points({15, 15, 15}), 0.2f));
  const auto velocity = [](const Vec3f& p) {
    return Vec3f{1 + 0.3f * p.x - 0.2f * p.z, -2 + 0.1f * p.y, 0.5f * p.x + 0.25f * p.y};
  };
  for (size_t i = 0; i < particles.size(); ++i) particles.velocity[i] = velocity(particles.position[i]);
  const Mesh mesh = surface_of(particles);
  for (size_t i = 0; i < mesh.positions.size(); ++i) {
    EXPECT_LT(length(mesh.velocities[i] - velocity(mesh.positions[i])), 0.01f);
  }
}

TEST(Surface, PhasesMeetWithoutGapOrOverlap) {
  Particles particles = particles_at(jittered(block_of_points({20, 20, 20}), 0.1f));
  for (size_t i = 0; i < particles.size(); ++i) particles.phase[i] = particles.position[i].y > 8;
  SurfaceOptions options;
  options.spacing = 1;
  options.phases = 2;
  options.walls = {{0, 0, 0}, {20, 100, 20}};
  const std::vector<SurfaceMesh> surfaces = surface_of_particles(particles, options);
  ASSERT_EQ(surfaces.size(), 2u);
  const Mesh &water = surfaces[0].mesh, &oil = surfaces[1].mesh;
  expect_sound(water);
  expect_sound(oil);
  EXPECT_NEAR(volume(water), 20 * 8 * 20, 0.02 * 20 * 8 * 20);
  EXPECT_NEAR(volume(oil), 20 * 12 * 20, 0.02 * 20 * 12 * 20);
  EXPECT_NEAR(bounds(water).upper.y, bounds(oil).lower.y, 0.3);
  EXPECT_NEAR(volume(water) + volume(oil), 8000, 0.01 * 8000);
}

TEST(Surface, AFlatRunIsASlab) {
  std::vector<Vec3f> points = block_of_points({30, 20, 1}, 0.1f);
  for (Vec3f& p : points) p.z = 0;
  SurfaceOptions options;
  options.spacing = 0.1f;
  options.dimensions = 2;
  const Mesh mesh = surface_of(points, options);
  expect_sound(mesh);
  EXPECT_FLOAT_EQ(bounds(mesh).lower.z, -0.05f);
  EXPECT_FLOAT_EQ(bounds(mesh).upper.z, 0.05f);
  EXPECT_NEAR(volume(mesh), 3 * 2 * 0.1, 0.02 * 0.6);
}

TEST(Surface, WhatIsNotANumberIsRefused) {
  Particles particles = particles_at(block_of_points({2, 2, 2}));
  particles.position[3].y = std::numeric_limits<float>::quiet_NaN();
  particles.position[5].x = std::numeric_limits<float>::infinity();
  try {
    surface_of(particles);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "2 of 8 particles have a position or velocity that is not a finite number");
  }
  particles.position[3].y = particles.position[5].x = 3e38f;
  EXPECT_THROW(surface_of(particles), InputError);
  SurfaceOptions options;
  options.spacing = -1;
  EXPECT_THROW(surface_of_particles({}, options), InputError);
}

namespace {

// What of 3.2 m around the origin a function says is liquid, on a grid.
template <class Distance>
Volume volume_of(Distance&& distance) {
  Volume volume;
  volume.name = "surface";
  volume.voxel_size = 0.1f;
  volume.level_set = true;
  volume.background = 0.3f;
  for (int t = 0; t < 64; ++t) {
    const Vec3i tile{t / 16 - 2, t / 4 % 4 - 2, t % 4 - 2};
    std::vector<float> values;
    bool near = false;
    for (int i = 0; i < 512; ++i) {
      const Vec3f p = static_cast<Vec3f>(tile * 8 + Vec3i{i / 64, i / 8 % 8, i % 8}) * 0.1f;
      values.push_back(std::clamp(distance(p), -0.3f, 0.3f));
      near |= std::abs(values.back()) < 0.3f;
    }
    if (!near) continue;
    volume.tile.push_back(tile);
    volume.values.insert(volume.values.end(), values.begin(), values.end());
  }
  return volume;
}

}  // namespace

// Its voxels end at the walls too, wherever these cut them.
TEST(Surface, AGridLiquidIsLevelUpToTheWalls) {
  SurfaceOptions options;
  options.spacing = 0.05f;
  for (const float shift : {0.0f, 0.03f, 0.05f}) {
    options.walls = {{-1 + shift, -1 + shift, -1 + shift}, {1 + shift, 2, 1 + shift}};
    const Volume pool = volume_of([&](const Vec3f& p) {
      const Vec3f out = max(options.walls.lower - p, p - options.walls.upper);
      return std::max({p.y, out.x, out.y, out.z});
    });
    const Mesh mesh = surface_of_particles({}, options, &pool).front().mesh;
    expect_sound(mesh);
    EXPECT_NEAR(volume(mesh) / (4 * (1 - static_cast<double>(shift))), 1, 0.01) << shift;
    const Box3f free = options.walls.padded(-1e-4f);
    float highest = -1;  // at a wall
    for (const Vec3f& p : mesh.positions) {
      if (free.contains(p)) {
        EXPECT_NEAR(p.y, 0, 0.02f) << p.x;
      }
      if (p.x < free.lower.x) highest = std::max(highest, p.y);
    }
    EXPECT_NEAR(highest, 0, 0.02f) << shift;
  }
}

TEST(Surface, AGridLiquidIsMeshedWithTheParticlesOutsideIt) {
  const Volume liquid = volume_of([](const Vec3f& p) { return length(p) - 1; });
  SurfaceOptions options;
  options.spacing = 0.1f;
  std::vector<Vec3f> points;
  for (const Vec3f& p : ball_of_points(9)) points.push_back(p * 0.1f);  // inside, and of no account
  Particles particles = particles_at(points);
  for (Vec3f& v : particles.velocity) v = {1, 2, 3};
  const Mesh ball = surface_of_particles(particles, options, &liquid).front().mesh;
  expect_sound(ball);
  options.walls = {{-2, -0.5f, -2}, {2, 2, 2}};
  const Mesh cut = surface_of_particles(particles, options, &liquid).front().mesh;
  expect_sound(cut);
  EXPECT_NEAR(volume(cut), kPi * (4.0 / 3 - 0.25 * (3 - 0.5) / 3), 0.03 * 4);  // less a cap half a metre high
  EXPECT_EQ(bounds(cut).lower.y, -0.5f);
  options.walls = SurfaceOptions().walls;
  EXPECT_EQ(pieces(ball), 1u);
  EXPECT_NEAR(volume(ball), 4 * kPi / 3, 0.02 * 4);
  EXPECT_NEAR(ball.velocities.front().y, 2, 1e-3);
  points.push_back({0, 1.5f, 0});
  const Mesh both = surface_of_particles(particles_at(points), options, &liquid).front().mesh;
  expect_sound(both);
  EXPECT_EQ(pieces(both), 2u);
  EXPECT_GT(bounds(both).upper.y, 1.5f);
}

// A sheet as thick as a cell: in the level set it has holes that its particles do not have.
TEST(Surface, ASheetTooThinForTheGridIsThatOfItsParticles) {
  const Volume holes = volume_of([](const Vec3f& p) {
    const float thickness = 0.05f * std::sin(12 * p.x) * std::sin(12 * p.z);
    return std::max({std::abs(p.y) - thickness, std::abs(p.x) - 1, std::abs(p.z) - 1});
  });
  SurfaceOptions options;
  options.spacing = 0.1f;
  std::vector<Vec3f> points = block_of_points({20, 2, 20}, 0.1f);
  for (Vec3f& p : points) p -= Vec3f{1, 0.1f, 1};
  const Mesh sheet = surface_of_particles(particles_at(points), options, &holes).front().mesh;
  expect_sound(sheet);
  EXPECT_EQ(pieces(sheet), 1u);
  EXPECT_NEAR(volume(sheet), 0.8, 0.08);
  EXPECT_NEAR(area(sheet), 2 * 4 + 4 * 0.4, 1.0);
}

}  // namespace weir::surface
