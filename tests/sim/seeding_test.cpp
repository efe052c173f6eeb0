// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/sim/seeding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
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

// How many particles' volume a scene's one liquid has, for a volume in m3 (2D: m2).
double particles_in(const Scene& scene, double volume) {
  return volume / std::pow(scene.solver.spacing, scene.dimensions);
}

// The scene with all lengths larger; its shapes are boxes and balls.
Scene scaled(Scene scene, double by) {
  const auto grow = [&](Shape& shape) {
    if (auto* box = std::get_if<shapes::Box>(&shape.kind)) {
      box->lower *= by, box->upper *= by;
    } else if (auto* sphere = std::get_if<shapes::Sphere>(&shape.kind)) {
      sphere->centre *= by, sphere->radius *= by;
    }
  };
  for (Liquid& liquid : scene.liquids) grow(liquid.shape);
  for (Solid& solid : scene.solids) grow(solid.shape);
  if (scene.domain) scene.domain->lower *= by, scene.domain->upper *= by;
  scene.solver.spacing *= by;
  return scene;
}

double nearest_pair(const Particles& particles) { return measure_spacing(particles.position).min; }

Particles seed_clear(const Scene& scene, double clearance_in_spacings) {
  ShapeBuilder builder(static_cast<float>(scene.solver.spacing / 2), 24);
  return seed_liquids(scene, builder, Solids(scene, builder),
                      static_cast<float>(clearance_in_spacings * scene.solver.spacing));
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
  EXPECT_EQ(complaint(scene_of({box({0, 0, 0}, {1, 1, 1}), box({0.3, 0.3, 0.3}, {0.6, 0.6, 0.6})}, 5000)),
            "s.json: liquids[1].shape: is empty: all of it lies inside earlier liquids");
  Scene beside = scene_of({box({3, 0, 0}, {4, 1, 1})}, 5000);
  beside.domain = Domain{};
  beside.domain->lower = {0, 0, 0};
  beside.domain->upper = {2, 1, 1};
  EXPECT_EQ(complaint(beside),
            "s.json: liquids[0].shape: is empty: all of it lies outside the domain, which goes from [0, 0, 0] to "
            "[2, 1, 1] m");
  Liquid far_apart;  // two balls; the lattice's one point is between them
  Shape a, b;
  a.kind = shapes::Sphere{{-0.04, 0, 0}, 0.005};
  b.kind = shapes::Sphere{{0.04, 0, 0}, 0.005};
  far_apart.shape.kind = shapes::Union{{a, b}, 0};
  EXPECT_EQ(complaint(scene_of({far_apart}, 5000)),
            "s.json: liquids[0].shape: is too small to hold a particle at a spacing of 0.1 m; make it larger, or "
            "solver.spacing smaller");
}

// 300 kg: 15 x 25 x 12.5 spacings, half a layer too much for any lattice of that spacing.
TEST(Seeding, ABoxThatNoLatticeFitsHasTheRightMass) {
  Scene scene = scene_of({box({0, 0, 0}, {0.6, 1, 0.5})}, 1000000);
  scene.solver.spacing = 0.04;
  scene.domain = Domain{{0, 0, 0}, {2, 2, 0.5}, Walls::closed};
  for (const double clearance : {0.0, 0.25}) {
    const Particles particles = seed_clear(scene, clearance);
    EXPECT_NEAR(static_cast<double>(particles.size()) * 0.064, 300, 1.5) << clearance;
    EXPECT_GT(nearest_pair(particles), 0.9 * 0.04);
  }
}

// 1.228 x 0.55 x 1 m, between the walls of a tank 1 m wide.
TEST(Seeding, KleefsmansColumnHasTheRightMass) {
  Scene scene = scene_of({box({1.992, 0, 0}, {3.22, 0.55, 1})}, 1000000);
  scene.solver.spacing = 0.03;
  scene.domain = Domain{{0, 0, 0}, {3.22, 1, 1}, Walls::closed};
  for (const double clearance : {0.0, 0.25}) {
    const auto particles = static_cast<double>(seed_clear(scene, clearance).size());
    EXPECT_NEAR(particles / particles_in(scene, 1.228 * 0.55), 1, 0.005) << clearance;
  }
}

TEST(Seeding, AnyBoxHasTheRightMassAtAnyScale) {
  const Random random(7);
  for (uint64_t n = 0; n < 60; ++n) {
    for (const int dimensions : {2, 3}) {
      const auto r = static_cast<Vec3d>(random.unit_vec3(n, static_cast<uint32_t>(dimensions)));
      const Vec3d size{0.8 + 24 * r.x, 0.8 + 12 * r.y, 0.8 + 6 * r.z};
      const Vec3d lower{-3.3 + r.y, 2 * r.z, -0.4};  // in 2D the plane z = 0 cuts the box
      Scene scene = scene_of({box(lower * 0.1, (lower + size) * 0.1)}, 1000000);
      scene.dimensions = dimensions;
      scene.domain = Domain{lower * 0.1, {9, 9, 9}, Walls::closed};
      const size_t count = seed_clear(scene, 0.25).size();
      const double wanted = dimensions == 2 ? size.x * size.y : size.x * size.y * size.z;
      // Half a particle is all that a small box can be off by rounding.
      EXPECT_NEAR(static_cast<double>(count), wanted, std::max(0.0051 * wanted, 0.51)) << n << " " << dimensions;
      for (const double scale : {0.01, std::sqrt(2.0), 1000.0}) {
        EXPECT_EQ(seed_clear(scaled(scene, scale), 0.25).size(), count) << n << " " << dimensions << " " << scale;
      }
    }
  }
}

TEST(Seeding, BoxesAreFilledEvenly) {
  for (const Vec3d& size :
       {Vec3d{0.6, 1, 0.5}, Vec3d{1, 1, 0.1}, Vec3d{1.05, 1, 1}, Vec3d{1, 1, 0.145}, Vec3d{1, 1, 0.07}}) {
    const Particles particles = seed(scene_of({box({0, 0, 0}, size)}, 100000));
    const double all = static_cast<double>(particles.size());
    EXPECT_NEAR(all, size.x * size.y * size.z * 1000, 0.0051 * all);
    // Halves hold the same, and the middle of mass is the box's.
    Vec3d middle{};
    for (const Vec3f& p : particles.position) middle += static_cast<Vec3d>(p) / all;
    EXPECT_LT(length(middle - size / 2.0), 0.005) << size.x << " " << size.z;
    EXPECT_GT(nearest_pair(particles), 0.07);
  }
}

TEST(Seeding, OtherShapesHaveTheRightMassAtAnyScale) {
  const auto of = [](const auto& kind, const Vec3d& turned = {}) {
    Liquid liquid;
    liquid.shape.kind = kind;
    liquid.shape.transform.rotate = EulerDegrees{turned};
    return liquid;
  };
  struct Case {
    Liquid liquid;
    double volume;
  };
  Shape slab, post;
  slab.kind = shapes::Box{{0, 0, 0}, {1.23, 0.37, 0.84}};
  post.kind = shapes::Box{{0, 0, 0}, {0.31, 1.17, 0.84}};
  const std::vector<Case> cases{{of(shapes::Sphere{{0.013, 0.5, 0}, 0.5}), kPi / 6},
                                {of(shapes::Sphere{{0.013, 0.5, 0}, 0.17}), 4 * kPi / 3 * std::pow(0.17, 3)},
                                {of(shapes::Box{{0, 0, 0}, {0.6, 1, 0.5}}, {20, 30, 0}), 0.3},
                                {of(shapes::Box{{0, 0, 0}, {2, 2, 0.1}}, {0, 0, 30}), 0.4},
                                {of(shapes::Box{{0, 0, 0}, {2, 2, 0.1}}, {5, 0, 0}), 0.4},
                                {of(shapes::Union{{slab, post}, 0}), 0.84 * (1.23 * 0.37 + 0.31 * 0.8)}};
  for (size_t n = 0; n < cases.size(); ++n) {
    for (const Lattice lattice : {Lattice::regular, Lattice::body_centred}) {
      Scene scene = scene_of({cases[n].liquid}, 100000);
      scene.liquids[0].lattice = lattice;
      const Particles particles = seed(scene);
      const double wanted = particles_in(scene, cases[n].volume);
      EXPECT_NEAR(static_cast<double>(particles.size()), wanted, std::max(0.01 * wanted, 0.51)) << n;
      EXPECT_GT(nearest_pair(particles), 0.07) << n;
    }
  }
  for (const double scale : {0.01, std::sqrt(2.0), 1000.0}) {
    const Scene scene = scene_of({cases[0].liquid}, 100000);
    EXPECT_EQ(seed(scaled(scene, scale)).size(), seed(scene).size()) << scale;
  }
}

// Rows of the lattice lie in the faces of a paddle, where they have no room. What is missing comes in on top of the
// pool, where it can settle; squeezed in beside the paddle it would make the liquid burst.
TEST(Seeding, NothingIsSqueezedInWhereThereIsAFreeSurface) {
  Scene scene = scene_of({box({0, 0, -1}, {8, 2, 1})}, 100000);
  scene.dimensions = 2;
  scene.domain = Domain{{0, 0, -1}, {8, 7, 1}, Walls::closed};
  Solid paddle;
  paddle.shape.kind = shapes::Box{{2.6, 1.15, -1}, {5.4, 1.85, 1}};
  scene.solids = {paddle};
  const Particles particles = seed_clear(scene, 0.25);
  EXPECT_EQ(particles.size(), 1600u - 28 * 7);
  ShapeBuilder builder(0.05f, 24);
  std::vector<uint8_t> close(particles.size(), 0);
  Solids(scene, builder).mark_inside(particles.position, close, 0.0499f);
  EXPECT_EQ(std::count(close.begin(), close.end(), 1), 0);
  EXPECT_EQ(std::count_if(particles.position.begin(), particles.position.end(), [](const Vec3f& p) { return p.y > 2; }),
            28);
}

// A tank that leans over: its walls cut through the lattice, and the clearance would cost 2 % of the liquid.
TEST(Seeding, ClearanceCostsNoMass) {
  Scene scene = scene_of({box({-2, -2, -2}, {2, 2, 2})}, 100000);
  Shape block, room;
  block.kind = shapes::Box{{-3, -3, -3}, {3, 3, 3}};
  room.kind = shapes::Box{{-0.7, -0.7, -0.7}, {0.7, 0.7, 0.7}};
  room.transform.rotate = EulerDegrees{{20, 30, 10}};
  Solid tank;
  tank.shape.kind = shapes::Difference{{block, room}, 0};
  scene.solids = {tank};
  const Particles particles = seed_clear(scene, 0.25);
  EXPECT_NEAR(static_cast<double>(particles.size()), 2744, 27);
  EXPECT_GT(nearest_pair(particles), 0.05);
}

}  // namespace weir
