// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/sim/seeding.h"

#include <gtest/gtest.h>

#include "weir/base/error.h"

namespace weir {

namespace {

Liquid box(const Vec3d& lower, const Vec3d& upper) {
  Liquid liquid;
  liquid.shape.kind = shapes::Box{lower, upper};
  return liquid;
}

Scene scene_of(std::vector<Liquid> liquids, int most) {
  Scene scene;
  scene.file = "s.json";
  scene.solver.spacing = 0.1;
  scene.solver.max_particles = most;
  scene.liquids = std::move(liquids);
  return scene;
}

Particles seed(const Scene& scene) {
  ShapeBuilder builder(0.05f, 24);
  return seed_liquids(scene, builder, Solids(scene, builder));
}

std::string complaint(const Scene& scene) {
  try {
    seed(scene);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST(Seeding, TheBudgetIsForAllLiquidsTogether) {
  const std::vector<Liquid> two{box({0, 0, 0}, {1, 1, 1}), box({2, 0, 0}, {3, 1, 2})};
  EXPECT_EQ(seed(scene_of(two, 3000)).size(), 3000u);
  const std::string rest = " are allowed; raise it, or make solver.spacing larger than 0.1 m";
  for (const int most : {1, 999, 1000, 2999}) {
    EXPECT_EQ(complaint(scene_of(two, most)),
              "s.json: solver.max_particles: the liquids need about 3000 particles, "
              "but only " +
                  std::to_string(most) + rest);
  }
}

// 2^30 particles would be 40 GB.
TEST(Seeding, FarTooManyAreRefusedWithoutMakingThem) {
  Scene scene = scene_of({box({0, 0, 0}, {1, 1, 1}), box({2, 0, 0}, {3, 1, 1})}, 1000);
  scene.solver.spacing = 1.0 / 1024;
  const std::string what = complaint(scene);
  EXPECT_NE(what.find("need about 2147483648 particles"), std::string::npos) << what;
}

TEST(Seeding, WhatIsTakenDoesNotCount) {
  // A sea far wider than the domain; of the domain's 1000 places a solid takes 200.
  Scene scene = scene_of({box({-5, 0, -5}, {6, 1, 6})}, 800);
  scene.domain = Domain{};
  scene.domain->lower = {0, 0, 0};
  scene.domain->upper = {1, 1, 1};
  Solid solid;
  solid.shape.kind = shapes::Box{{0, 0, 0}, {0.2, 1, 1}};
  scene.solids = {solid};
  const Particles particles = seed(scene);
  EXPECT_EQ(particles.size(), 800u);
  for (const Vec3f& p : particles.position) {
    EXPECT_TRUE((Box3f{{0.2f, 0, 0}, {1, 1, 1}}).contains(p)) << p.x << " " << p.y << " " << p.z;
  }
  scene.solver.max_particles = 799;
  EXPECT_NE(complaint(scene).find("need about 800 particles"), std::string::npos);
}

TEST(Seeding, ALiquidThatComesToNothingIsToldWhy) {
  EXPECT_EQ(
      complaint(scene_of({box({0, 0, 0}, {1, 1, 1}), box({0.3, 0.3, 0.3}, {0.6, 0.6, 0.6})}, 5000)),
      "s.json: liquids[1].shape: is empty: all of it lies inside solids or earlier liquids, or outside the domain");
  Liquid far_apart;  // two balls; the lattice's one point is between them
  Shape a, b;
  a.kind = shapes::Sphere{{-0.04, 0, 0}, 0.005};
  b.kind = shapes::Sphere{{0.04, 0, 0}, 0.005};
  far_apart.shape.kind = shapes::Union{{a, b}, 0};
  EXPECT_EQ(complaint(scene_of({far_apart}, 5000)),
            "s.json: liquids[0].shape: is too small to hold a particle at a spacing of 0.1 m");
}

}  // namespace weir
