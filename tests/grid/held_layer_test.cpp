// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Liquid that friction and stickiness of solids hold back, run by the grid solver.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "grid/liquid/flip.h"
#include "grid/liquid/flip_settings.h"
#include "sim/solid_grips.h"
#include "temp_folder.h"
#include "weir/sim/directors.h"

namespace weir::grid {

namespace {

// A film of water in 2D, one cell deep, on a floor along x, under gravity that is tilted by an angle.
Scene film_on_slope(const SolidGrip& grip, double slope) {
  Scene scene;
  scene.dimensions = 2;
  scene.solver.settings = FlipSettings{};
  scene.solver.spacing = 0.02;
  scene.gravity = Animated<Vec3d>(Vec3d{9.81 * slope, -9.81 * std::sqrt(1 - slope * slope), 0});
  scene.domain = Domain{{-0.8, -0.4, -1}, {3.2, 0.8, 1}, Walls::open};
  Solid floor;
  floor.shape.kind = shapes::Box{{-1, -1, -1}, {4, 0, 1}};
  floor.friction = static_cast<double>(grip.friction);
  if (grip.stickiness) floor.stickiness = static_cast<double>(*grip.stickiness);
  scene.solids = {floor};
  Liquid liquid;
  liquid.shape.kind = shapes::Box{{0, 0, -1}, {2, 0.04, 1}};
  scene.liquids = {liquid};
  return scene;
}

// The mean velocity of what was in the middle of the film at first, after so many seconds.
Vec3d middle_velocity(const Scene& scene, double seconds) {
  const std::unique_ptr<Solver> solver = make_flip_solver(scene);
  std::vector<uint8_t> is_middle;
  const auto for_each = [&](auto&& visit) {
    const Particles& p = solver->particles();
    for (size_t i = 0; i < p.size(); ++i) visit(p.id[i], p.position[i], p.velocity[i]);
  };
  is_middle.resize(solver->particles().size());
  for_each([&](uint64_t id, const Vec3f& x, const Vec3f&) {
    is_middle[id] = x.x > 0.8f && x.x < 1.2f && std::abs(x.z) < 0.15f;
  });
  Directors none;
  for (double time = 0; time < seconds - 1e-9;) {
    const double step = std::min(solver->wanted_step(), seconds - time);
    solver->step({1 + time * 24, time, step, 24}, none);
    time += step;
  }
  Vec3d sum;
  double count = 0;
  for_each([&](uint64_t id, const Vec3f&, const Vec3f& v) {
    if (!is_middle[id]) return;
    sum += static_cast<Vec3d>(v);
    ++count;
  });
  return sum / count;
}

}  // namespace

// A slab that slides down a slope with sine 0.2.
struct Sled {
  double cells, viscosity;  // how deep it is
  float friction = 0.1f;    // little enough that water does not stop at the ground
  EulerDegrees turned{};    // floor, slab and gravity, against the grid
  int dimensions = 2;
  double half = 1;  // m; wide enough that its middle does not feel its ends
};

static double sled_acceleration(const Sled& sled, float friction) {
  Scene scene = film_on_slope({friction, 0.0f, 0}, 0.2);
  scene.dimensions = sled.dimensions;
  scene.phases[0].viscosity = sled.viscosity;
  scene.domain = Domain{{-3, -3, -3}, {5, 5, 5}, Walls::open};
  scene.liquids[0].shape.kind =
      shapes::Box{{0.5 - sled.half, 0, -sled.half}, {1.5 + sled.half, 0.04 * sled.cells, sled.half}};
  for (Shape* shape : {&scene.solids[0].shape, &scene.liquids[0].shape}) shape->transform.rotate = sled.turned;
  const Mat3d turn = affine_at(scene.solids[0].shape.transform, 1).linear;
  scene.gravity = Animated<Vec3d>(turn * value_at(scene.gravity, 1));
  const Vec3d along = turn * Vec3d{1, 0, 0};
  const double last = sled.dimensions == 2 ? 0.4 : 0.25;
  return (dot(middle_velocity(scene, last), along) - dot(middle_velocity(scene, 0.1), along)) / (last - 0.1);
}

// a = g (sin - mu cos).
static void expect_coulomb(std::initializer_list<Sled> sleds, double tolerance = 0.05) {
  const double normal = 9.81 * std::sqrt(1 - 0.2 * 0.2);
  for (const Sled& sled : sleds) {
    const auto mu = static_cast<double>(sled.friction);
    const double free = sled_acceleration(sled, 0), held = sled_acceleration(sled, sled.friction);
    const std::string name =
        fmt::format("{}_cells_{}_Pas_turned_{}", sled.cells, sled.viscosity, sled.turned.degrees.z);
    ::testing::Test::RecordProperty("free_" + name, std::to_string(free / (9.81 * 0.2)));
    ::testing::Test::RecordProperty("friction_" + name, std::to_string((free - held) / (mu * normal)));
    EXPECT_NEAR(free, 9.81 * 0.2, 0.06 * 9.81 * 0.2) << name;
    EXPECT_NEAR(free - held, mu * normal, tolerance * mu * normal) << name;
  }
}

TEST(HeldLayer, LiquidSlidesLikeASled) {
  expect_coulomb({{1, 0}, {2, 0, 0.05f}, {4, 0, 0.03f}, {1, 100}, {2, 100}, {4, 100}});
}

TEST(HeldLayer, AlsoWhereTheSlopeCutsTheGrid) {
  const EulerDegrees turned{{0, 0, 17}};
  expect_coulomb({{1, 0, 0.1f, turned},
                  {2, 0, 0.05f, turned},
                  {4, 0, 0.03f, turned},
                  {1, 100, 0.1f, turned},
                  {2, 100, 0.1f, turned},
                  {4, 100, 0.1f, turned}});
}

TEST(HeldLayer, AlsoInSpace) {
  const EulerDegrees level{}, askew{{11, 0, 17}};
  expect_coulomb({{1, 0, 0.1f, askew, 3, 0.4}, {1, 100, 0.1f, level, 3, 0.4}});
  // So narrow a slab of thick liquid feels its ends a little.
  expect_coulomb({{2, 100, 0.1f, askew, 3, 0.5}}, 0.1);
}

TEST(HeldLayer, UnderItsFrictionAngleAFilmStays) {
  EXPECT_LT(std::abs(middle_velocity(film_on_slope({0.4f, {}, 0}, 0.2), 0.3).x), 0.02);
}

TEST(HeldLayer, WhatIsStickyHoldsWater) {
  const double free = 9.81 * 0.2 * 0.3;
  EXPECT_LT(std::abs(middle_velocity(film_on_slope({0, 1.0f, 0}, 0.2), 0.3).x), 0.05 * free);
  const double half = middle_velocity(film_on_slope({0, 0.5f, 0}, 0.2), 0.3).x;
  EXPECT_GT(half, 0.05 * free);
  EXPECT_LT(half, 0.8 * free);
}

TEST(HeldLayer, AFloorThatMovesTakesWhatSticksAlong) {
  Scene scene = film_on_slope({0, 1.0f, 0}, 0);
  scene.solids[0].shape.transform.translate.keys = {{1, Vec3d{0, 0, 0}}, {25, Vec3d{0.5, 0, 0}}};
  EXPECT_NEAR(middle_velocity(scene, 0.3).x, 0.5, 0.05);
}

TEST(HeldLayer, ThickLiquidSlipsWhereItIsSaidTo) {
  const double free = 9.81 * 0.2 * 0.2;
  Scene scene = film_on_slope({0, 0.0f, 0}, 0.2);
  scene.phases[0].viscosity = 100;
  EXPECT_NEAR(middle_velocity(scene, 0.2).x, free, 0.05 * free);
  scene.solids[0].stickiness.reset();
  EXPECT_LT(middle_velocity(scene, 0.2).x, 0.1 * free);
}

TEST(HeldLayer, PaintIsAShareOfWhatTheSolidHas) {
  const double free = 9.81 * 0.2 * 0.2;
  const TempFolder folder;
  for (const char* share : {"0", "1"}) {
    // The same floor as a mesh.
    std::string text =
        "ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\n";
    text += "property float stickiness\nelement face 6\nproperty list uchar int vertex_indices\nend_header\n";
    for (const char* x : {"-1 ", "4 "}) {
      for (const char* yz : {"-1 -1 ", "-1 1 ", "0 -1 ", "0 1 "}) text += std::string(x) + yz + share + "\n";
    }
    for (const char* q : {"2 3 7 6", "1 0 4 5", "0 2 6 4", "3 1 5 7", "0 1 3 2", "6 7 5 4"}) {
      text += std::string("4 ") + q + "\n";
    }
    write_file(folder / "floor.ply", text);
    Scene scene = film_on_slope({0, 1.0f, 0}, 0.2);
    scene.solids[0].shape.kind = shapes::MeshFile{folder / "floor.ply"};
    const double found = middle_velocity(scene, 0.2).x;
    EXPECT_NEAR(found, share[0] == '0' ? free : 0, 0.05 * free);
  }
}

// How far a drop under a ceiling falls in so many seconds, in m.
static double fallen(double adhesion, double height, double seconds) {
  Scene scene = film_on_slope({}, 0);
  scene.gravity = Animated<Vec3d>(Vec3d{0, -9.81, 0});
  scene.solids[0].shape.kind = shapes::Box{{-1, 0, -1}, {4, 1, 1}};
  scene.solids[0].adhesion = adhesion;
  scene.domain = Domain{{-1, -3, -1}, {4, 1, 1}, Walls::open};
  scene.liquids[0].shape.kind = shapes::Box{{0.9, -height, -1}, {1.1, 0, 1}};
  const std::unique_ptr<Solver> solver = make_flip_solver(scene);
  Directors none;
  const auto mean = [&] {
    double y = 0;
    for (const Vec3f& x : solver->particles().position) y += static_cast<double>(x.y);
    return y / static_cast<double>(solver->particles().size());
  };
  const double first = mean();
  for (double time = 0; time < seconds - 1e-9;) {
    const double step = std::min(solver->wanted_step(), seconds - time);
    solver->step({1 + time * 24, time, step, 24}, none);
    time += step;
  }
  return first - mean();
}

// A layer one cell deep hangs when adhesion pulls more than gravity, and falls when it does not, after it has let go.
TEST(HeldLayer, AdhesionHoldsWaterUnderACeiling) {
  const double half_free = 0.5 * 9.81 / 2 * 0.5 * 0.5;
  EXPECT_GT(fallen(0, 0.04, 0.5), half_free);
  EXPECT_GT(fallen(5, 0.04, 0.5), half_free);
  EXPECT_LT(std::abs(fallen(15, 0.04, 0.5)), 0.02);
  EXPECT_LT(std::abs(fallen(15, 0.04, 1)), 0.02);
}

}  // namespace weir::grid
