// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pressure, solids on the grid and the liquid's shape.

#include "grid/pressure/projection.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "base/random.h"
#include "grid/surface/liquid_shape.h"
#include "grid/tiles/extrapolate.h"
#include "grid/tiles/fractions.h"
#include "poisson_problem.h"

namespace weir::grid {

namespace {

// A tank of 24 x 24 (x 24) cells, closed at its sides and its bed.
struct Tank {
  explicit Tank(int dimensions) : tiles(tiles_around({0, 0, 0}, {23, 23, 23}, dimensions)) {
    open.resize(tiles, 1);
    wall.resize(tiles, 0);
    velocity.resize(tiles, 0);
    for_each_cell(tiles, [&](const Vec3i& c) {
      for (int axis = 0; axis < dimensions; ++axis) {
        if (c[axis] == 0) open.face[static_cast<size_t>(axis)][tiles.cell(c)] = 0;
      }
    });
    // Beyond the last cells there is no tile: what is not there is closed.
    for (std::vector<float>& f : open.face) std::fill(f.begin() + static_cast<ptrdiff_t>(tiles.cells()), f.end(), 0.0f);
    distance.assign(tiles.field_size(), 1);
  }
  void fill_to(double height) {
    for_each_cell(tiles, [&](const Vec3i& c) { distance[tiles.cell(c)] = static_cast<float>(c.y + 0.5 - height); });
  }
  FaceConditions faces() const { return {&open, &wall}; }

  Tiles tiles;
  MacField open, wall, velocity;
  std::vector<float> distance, pressure;
};

// Gravity is held off exactly, wherever in a cell the surface lies.
RC_GTEST_PROP(Projection, WaterAtRestStaysAtRest, ()) {
  const int dimensions = *rc::gen::element(2, 3);
  Tank tank(dimensions);
  const double height = 5 + 0.01 * *rc::gen::inRange(0, 1200);
  tank.fill_to(height);
  for (float& v : tank.velocity.face[1]) v = -0.1f;
  Projection projection(tank.tiles, tank.distance, tank.faces());
  const PoissonSolver::Result result = projection.solve({}, {.tolerance = 1e-6f}, tank.velocity, tank.pressure);
  RC_ASSERT(result.residual <= 1e-6f);
  for_each_cell(tank.tiles, [&](const Vec3i& c) {
    const size_t i = tank.tiles.cell(c);
    if (!projection.is_liquid(i)) return;
    // The surface's own face, and all faces below it; pressure by depth.
    if (c.y > 0) RC_ASSERT(std::abs(tank.velocity.face[1][i]) < 1e-4f);
    const double depth = height - (c.y + 0.5);
    if (depth > 0.06)
      RC_ASSERT(std::abs(tank.pressure[i] - 0.1 * depth) < 0.0051);  // surfaces very close to a middle are kept off it
  });
}

TEST(Projection, LeavesNoDivergenceBehind) {
  for (const int dimensions : {2, 3}) {
    Tank tank(dimensions);
    tank.fill_to(14.3);
    std::mt19937 random(4);
    for (std::vector<float>& f : tank.velocity.face) {
      for (float& v : f) v = static_cast<float>(random() % 2000) / 1000 - 1;
    }
    Projection projection(tank.tiles, tank.distance, tank.faces());
    projection.solve({}, {.tolerance = 1e-5f}, tank.velocity, tank.pressure);
    for_each_cell(tank.tiles, [&](const Vec3i& c) {
      if (!projection.is_liquid(tank.tiles.cell(c))) return;
      double out = 0;
      for (int axis = 0; axis < dimensions; ++axis) {
        const size_t a = static_cast<size_t>(axis), lower = tank.tiles.cell(c),
                     upper = tank.tiles.cell(c + unit_cell(axis));
        out += static_cast<double>(tank.open.face[a][upper]) * tank.velocity.face[a][upper] -
               static_cast<double>(tank.open.face[a][lower]) * tank.velocity.face[a][lower];
      }
      EXPECT_NEAR(out, 0, 2e-5);
    });
  }
}

// A piston: the bed rises, and so does all the water above it.
TEST(Projection, WallsThatMovePushTheLiquid) {
  Tank tank(3);
  tank.fill_to(12);
  for_each_cell(tank.tiles, [&](const Vec3i& c) {
    if (c.y == 0) tank.wall.face[1][tank.tiles.cell(c)] = 0.5f;
  });
  Projection projection(tank.tiles, tank.distance, tank.faces());
  projection.solve({}, {.tolerance = 1e-6f}, tank.velocity, tank.pressure);
  for (int y = 1; y <= 12; ++y) EXPECT_NEAR(tank.velocity.face[1][tank.tiles.cell({5, y, 7})], 0.5, 1e-4);
}

TEST(Projection, SourcesGiveOffWhatTheyAreTold) {
  Tank tank(2);
  tank.fill_to(12);
  std::vector<float> sources(tank.tiles.field_size(), 0);
  sources[tank.tiles.cell({9, 4, 0})] = 0.7f;
  Projection projection(tank.tiles, tank.distance, tank.faces());
  projection.solve(sources, {.tolerance = 1e-6f}, tank.velocity, tank.pressure);
  // What comes out of the source leaves through the surface.
  double through = 0;
  for (int x = 0; x < 24; ++x) through += tank.velocity.face[1][tank.tiles.cell({x, 12, 0})];
  EXPECT_NEAR(through, 0.7, 1e-3);
}

TEST(Projection, AClosedPocketDoesNotExplode) {
  Tank tank(3);
  tank.fill_to(1000);  // full to the lid: the faces beyond the last cells are closed
  std::mt19937 random(5);
  for (float& v : tank.velocity.face[0]) v = static_cast<float>(random() % 2000) / 1000 - 1;
  Projection projection(tank.tiles, tank.distance, tank.faces());
  const PoissonSolver::Result result = projection.solve({}, {.tolerance = 1e-4f}, tank.velocity, tank.pressure);
  EXPECT_LE(result.iterations, 15);
  for (const float v : tank.velocity.face[0]) EXPECT_LT(std::abs(v), 3);
}

TEST(Fractions, SharesOfLinesAndSquares) {
  EXPECT_EQ(open_share(1, 2), 1);
  EXPECT_EQ(open_share(-1, -2), 0);
  EXPECT_FLOAT_EQ(open_share(-1, 3), 0.75f);
  // A straight cut through a square, at any angle: the exact area.
  EXPECT_FLOAT_EQ(open_share(-0.25f, 0.75f, -0.25f, 0.75f), 0.75f);
  EXPECT_NEAR(open_share(-0.5f, 0.5f, 0.5f, 1.5f), 0.875f, 1e-6);  // a corner of half by half is cut off
  EXPECT_NEAR(open_share(0.5f, -0.5f, -0.5f, -1.5f), 0.125f, 1e-6);
}

// Against counting random points.
RC_GTEST_PROP(Fractions, SharesOfTetrahedra, ()) {
  const auto value = [] { return 0.001f * static_cast<float>(*rc::gen::inRange(-999, 999)) + 0.0005f; };
  const float a = value(), b = value(), c = value(), d = value();
  const Random random(1, 2);
  constexpr uint32_t kPoints = 4000;
  int open = 0;
  for (uint32_t n = 0; n < kPoints; ++n) {
    // The gaps between three sorted numbers are even in a tetrahedron.
    std::array<float, 3> u{random.unit(n, 0), random.unit(n, 1), random.unit(n, 2)};
    std::sort(u.begin(), u.end());
    open += a * u[0] + b * (u[1] - u[0]) + c * (u[2] - u[1]) + d * (1 - u[2]) >= 0;
  }
  RC_ASSERT(std::abs(open_share_of_tetrahedron(a, b, c, d) - static_cast<float>(open) / kPoints) < 0.04f);
}

RC_GTEST_PROP(Fractions, OpenAndClosedMakeAWhole, ()) {
  const auto value = [] { return 0.001f * static_cast<float>(*rc::gen::inRange(-999, 999)) + 0.0005f; };
  const float a = value(), b = value(), c = value(), d = value();
  RC_ASSERT(std::abs(open_share(a, b, c, d) + open_share(-a, -b, -c, -d) - 1) < 1e-5f);
  RC_ASSERT(std::abs(open_share(a, b, c) + open_share(-a, -b, -c) - 1) < 1e-5f);
  RC_ASSERT(std::abs(open_share_of_tetrahedron(a, b, c, d) + open_share_of_tetrahedron(-a, -b, -c, -d) - 1) < 1e-5f);
}

// Particles on a lattice below a level surface: their shares give its distance, at the heights a lattice can have.
TEST(LiquidShape, LevelSurfaceIsMetExactly) {
  const Tiles tiles = tiles_around({0, 0, 0}, {7, 7, 7}, 3);
  std::vector<float> room(tiles.field_size(), 1), volume(tiles.field_size(), 0), distance;
  for (const double height : {3.0, 3.25, 3.5, 4.0}) {
    for_each_cell(tiles, [&](const Vec3i& c) {
      const double d = std::clamp(c.y + 0.5 - height, -1.0, 1.0);
      volume[tiles.cell(c)] = static_cast<float>(d > 0 ? (1 - d) * (1 - d) / 2 : 1 - (1 + d) * (1 + d) / 2);
    });
    find_surface_distance(tiles, volume, room, distance);
    for_each_cell(tiles, [&](const Vec3i& c) {
      EXPECT_NEAR(distance[tiles.cell(c)], std::clamp(c.y + 0.5 - height, -1.0, 1.0), 1e-3);
    });
  }
}

TEST(LiquidShape, CrowdedCellsGiveOffAndHollowOnesTakeOnlyDeepInside) {
  const Tiles tiles = tiles_around({0, 0, 0}, {15, 15, 15}, 3);
  SolidFaces open;
  open.room = open.share = std::vector<float>(tiles.field_size(), 1);
  std::vector<float> volume(tiles.field_size(), 0), distance, sources;
  for_each_cell(tiles, [&](const Vec3i& c) { volume[tiles.cell(c)] = c.y < 12 ? 1.0f : 0.0f; });
  volume[tiles.cell({7, 5, 7})] = 1.2f;
  volume[tiles.cell({7, 8, 7})] = 0.8f;
  volume[tiles.cell({7, 11, 7})] = 0.8f;
  find_surface_distance(tiles, volume, open.room, distance);
  find_volume_sources(tiles, volume, open, distance, std::vector<float>(tiles.field_size(), 0),
                      liquid_volume(tiles, volume, distance, open.share), 0.1f, 0.01f, sources);
  EXPECT_GT(sources[tiles.cell({7, 5, 7})], 0);
  EXPECT_LT(sources[tiles.cell({7, 8, 7})], 0);
  EXPECT_EQ(sources[tiles.cell({7, 11, 7})], 0);
  EXPECT_NEAR(sources[tiles.cell({3, 5, 7})], 0, 0.01);
}

// What is too little to be told from noise in one cell is not in the mean of many: deep down all of it is corrected.
TEST(LiquidShape, ALittleTooMuchEverywhereGivesOff) {
  const Tiles tiles = tiles_around({0, 0, 0}, {15, 15, 15}, 2);
  SolidFaces open;
  open.room = open.share = std::vector<float>(tiles.field_size(), 1);
  std::vector<float> volume(tiles.field_size(), 0), distance, sources;
  for_each_cell(tiles, [&](const Vec3i& c) { volume[tiles.cell(c)] = c.y < 12 ? 1.005f : 0.0f; });
  find_surface_distance(tiles, volume, open.room, distance);
  find_volume_sources(tiles, volume, open, distance, std::vector<float>(tiles.field_size(), 0),
                      liquid_volume(tiles, volume, distance, open.share), 0.1f, 0.01f, sources);
  EXPECT_GT(sources[tiles.cell({7, 5, 0})], 0.01f);
  EXPECT_LT(sources[tiles.cell({7, 5, 0})], 0.2f);
  EXPECT_EQ(sources[tiles.cell({7, 11, 0})], 0);
}

// A pool 12.3 cells deep with a hollow and three drops above it.
TEST(LiquidShape, VolumeIsWhatTheSurfaceEncloses) {
  for (const int dimensions : {2, 3}) {
    const Tiles tiles = tiles_around({0, 0, 0}, {15, 23, 15}, dimensions);
    const std::vector<float> share(tiles.field_size(), 1);
    std::vector<float> volume(tiles.field_size(), 0), distance(tiles.field_size(), 1);
    for_each_cell(tiles, [&](const Vec3i& c) {
      distance[tiles.cell(c)] = std::clamp(static_cast<float>(c.y) + 0.5f - 12.3f, -1.0f, 1.0f);
    });
    distance[tiles.cell({5, 5, dimensions == 2 ? 0 : 4})] = -0.2f;
    for (const int x : {3, 6, 9}) volume[tiles.cell({x, 20, 0})] = 0.1f, distance[tiles.cell({x, 20, 0})] = 0.55f;
    const LiquidVolume found = liquid_volume(tiles, volume, distance, share);
    const double area = static_cast<double>(tiles.cells()) / 24;
    EXPECT_NEAR(found.inside / area, 12.3, 1e-4);
    EXPECT_NEAR(found.spray, 0.3, 1e-6);
  }
}

TEST(Extrapolate, GoesOnLayerByLayer) {
  const Tiles tiles = tiles_around({0, 0, 0}, {15, 15, 15}, 3);
  std::vector<float> known(tiles.field_size(), 0), values(tiles.field_size(), 99);
  for_each_cell(tiles, [&](const Vec3i& c) {
    if (c.x >= 5) return;
    known[tiles.cell(c)] = 1;
    values[tiles.cell(c)] = static_cast<float>(c.y);
  });
  extrapolate(tiles, 4, known, values);
  EXPECT_EQ(values[tiles.cell({3, 6, 5})], 6);
  EXPECT_NEAR(values[tiles.cell({8, 8, 5})], 8, 1e-4);  // across the border of a tile
  EXPECT_EQ(known[tiles.cell({8, 8, 5})], 1);
  EXPECT_EQ(known[tiles.cell({9, 8, 5})], 0);
  EXPECT_EQ(values[tiles.cell({9, 8, 5})], 0);
}

}  // namespace

}  // namespace weir::grid
