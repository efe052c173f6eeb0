// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The parts of the smoke solver: advection against exact motions, forces against their formulas, tiles that follow.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <random>

#include "grid/liquid/advect.h"
#include "grid/smoke/smoke_fields.h"
#include "grid/smoke/smoke_forces.h"
#include "poisson_problem.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

Vec3f middle_of(const Vec3i& c) { return static_cast<Vec3f>(c) + Vec3f{0.5f, 0.5f, 0.5f}; }

// Velocity (cells a second) on all faces; 0 in the blank tile.
template <class Velocity>
MacField faces_of(const Tiles& tiles, Velocity&& velocity) {
  MacField result;
  result.resize(tiles);
  for_each_cell(tiles, [&](const Vec3i& c) {
    for (int axis = 0; axis < tiles.dimensions(); ++axis) {
      result.face[static_cast<size_t>(axis)][tiles.cell(c)] = velocity(static_cast<Vec3f>(c) + face_middle(axis))[axis];
    }
  });
  return result;
}

template <class Value>
std::vector<float> cells_of(const Tiles& tiles, Value&& value) {
  std::vector<float> field(tiles.field_size(), 0.0f);
  for_each_cell(tiles, [&](const Vec3i& c) { field[tiles.cell(c)] = value(middle_of(c)); });
  return field;
}

double sum_of_all(const std::vector<float>& field) {
  double sum = 0;
  for (const float v : field) sum += v;
  return sum;
}

void advect(const Tiles& tiles, const MacField& velocity, float step, std::vector<float>& field) {
  std::vector<float>* const fields[]{&field};
  AdvectionScratch scratch;
  advect_cells(tiles, velocity, step, fields, scratch);
}

RC_GTEST_PROP(Advection, WholeCellsAreExact, ()) {
  const int dimensions = *rc::gen::element(2, 3);
  const Tiles tiles = tiles_around({-16, -8, -8}, {23, 23, 15}, dimensions);
  const auto way = [&] { return *rc::gen::inRange(-4, 5); };
  const Vec3i move{way(), way(), dimensions == 2 ? 0 : way()};
  std::mt19937 random(static_cast<unsigned>(*rc::gen::inRange(0, 1000)));
  std::uniform_real_distribution<float> any(0, 1);
  // Nothing within reach of the border, where what comes in is not given.
  const auto deep = [&](const Vec3i& c) {
    return c.x >= -10 && c.x < 18 && c.y >= -2 && c.y < 18 && (dimensions == 2 || (c.z >= -3 && c.z < 10));
  };
  std::vector<float> field(tiles.field_size(), 0.0f);
  for_each_cell(tiles, [&](const Vec3i& c) { field[tiles.cell(c)] = deep(c) ? any(random) : 0.0f; });
  const std::vector<float> before = field;
  const MacField velocity = faces_of(tiles, [&](const Vec3f&) { return static_cast<Vec3f>(move) * 2.0f; });
  advect(tiles, velocity, 0.5f, field);
  for_each_cell(tiles, [&](const Vec3i& c) {
    if (deep(c) && deep(c - move)) RC_ASSERT(field[tiles.cell(c)] == before[tiles.cell(c - move)]);
  });
}

TEST(Advection, RestChangesNothing) {
  for (const int dimensions : {2, 3}) {
    const Tiles tiles = tiles_around({0, 0, 0}, {23, 15, 15}, dimensions);
    std::vector<float> field = cells_of(tiles, [](const Vec3f& p) { return std::sin(3 * p.x + 5 * p.y + p.z); });
    const std::vector<float> before = field;
    advect(tiles, faces_of(tiles, [](const Vec3f&) { return Vec3f{}; }), 1, field);
    EXPECT_EQ(field, before);
  }
}

TEST(Advection, NeverAboveNorBelowWhatWasThere) {
  const Tiles tiles = tiles_around({0, 0, 0}, {31, 31, 31}, 3);
  std::mt19937 random(7);
  std::uniform_real_distribution<float> any(-1, 1);
  const MacField velocity = faces_of(tiles, [&](const Vec3f&) { return Vec3f{any(random), any(random), any(random)}; });
  std::vector<float> field = cells_of(tiles, [&](const Vec3f&) { return 3 + any(random); });
  for (int step = 0; step < 5; ++step) advect(tiles, velocity, 3.7f, field);
  for_each_cell(tiles, [&](const Vec3i& c) {
    EXPECT_GE(field[tiles.cell(c)], 2);
    EXPECT_LE(field[tiles.cell(c)], 4);
  });
}

// A slotted disc (Zalesak 1979) turned once about the middle of 104 x 104 cells; how much of it is then elsewhere.
struct Turned {
  double error;  // share of its area
  double area;   // beside that at the start
};

float slotted_disc(const Vec3f& p) {
  const float x = p.x - 52, y = p.y - 78;
  return x * x + y * y < 16 * 16 && !(std::abs(x) < 3 && y < 10) ? 1.0f : 0.0f;
}

template <class Step>
Turned turn_once(const Tiles& tiles, int steps, Step&& step) {
  std::vector<float> field = cells_of(tiles, slotted_disc);
  const std::vector<float> before = field;
  for (int n = 0; n < steps; ++n) step(field);
  double error = 0;
  for (size_t i = 0; i < tiles.cells(); ++i) error += std::abs(field[i] - before[i]);
  return {error / sum_of_all(before), sum_of_all(field) / sum_of_all(before)};
}

TEST(Advection, SlottedDiscKeepsItsShape) {
  const Tiles tiles = tiles_around({0, 0, 0}, {103, 103, 0}, 2);
  constexpr int kSteps = 200;
  const float angle = static_cast<float>(2 * kPi / kSteps);
  const MacField velocity = faces_of(tiles, [](const Vec3f& p) { return Vec3f{-(p.y - 52), p.x - 52, 0}; });
  const Turned ours =
      turn_once(tiles, kSteps, [&](std::vector<float>& field) { advect(tiles, velocity, angle, field); });
  // First order: linear between the values where each was before, along exact circles.
  const Turned first_order = turn_once(tiles, kSteps, [&](std::vector<float>& field) {
    const std::vector<float> old = field;
    for_each_cell(tiles, [&](const Vec3i& c) {
      const float x = static_cast<float>(c.x) - 51.5f, y = static_cast<float>(c.y) - 51.5f;
      const float px = std::cos(angle) * x + std::sin(angle) * y + 51.5f;
      const float py = std::cos(angle) * y - std::sin(angle) * x + 51.5f;
      const Vec3i low{static_cast<int>(std::floor(px)), static_cast<int>(std::floor(py)), 0};
      const float a = px - static_cast<float>(low.x), b = py - static_cast<float>(low.y);
      const auto at = [&](int i, int j) { return old[tiles.cell(low + Vec3i{i, j, 0})]; };
      field[tiles.cell(c)] = std::lerp(std::lerp(at(0, 0), at(1, 0), a), std::lerp(at(0, 1), at(1, 1), a), b);
    });
  });
  RecordProperty("error", std::to_string(ours.error));
  RecordProperty("first_order", std::to_string(first_order.error));
  EXPECT_LT(ours.error, 0.7 * first_order.error);
  EXPECT_LT(ours.error, 0.65);
  EXPECT_NEAR(ours.area, 1, 0.03);
}

// The error of a smooth blob falls with the square of the step in space and time.
TEST(Advection, SecondOrder) {
  std::vector<double> errors;
  for (const int cells : {32, 64, 128}) {
    const Tiles tiles = tiles_around({0, 0, 0}, {cells - 1, cells - 1, 0}, 2);
    const auto n = static_cast<float>(cells);
    const auto blob = [&](const Vec3f& p) {
      const float x = p.x / n - 0.5f, y = p.y / n - 0.7f;
      return 2 + std::exp(-(x * x + y * y) * 100);  // nowhere cut off by the limits but at its top
    };
    std::vector<float> field = cells_of(tiles, blob);
    const std::vector<float> before = field;
    const MacField velocity = faces_of(tiles, [&](const Vec3f& p) { return Vec3f{-(p.y - n / 2), p.x - n / 2, 0}; });
    const int steps = 2 * cells;
    for (int s = 0; s < steps; ++s) advect(tiles, velocity, static_cast<float>(2 * kPi / steps), field);
    double error = 0;
    for (size_t i = 0; i < tiles.cells(); ++i) error += std::abs(field[i] - before[i]);
    errors.push_back(error / (n * n));
  }
  EXPECT_LT(errors[1], errors[0] / 2.5);
  EXPECT_LT(errors[2], errors[1] / 2.5);
}

TEST(Advection, VelocityOfOneKindStays) {
  for (const int dimensions : {2, 3}) {
    const Tiles tiles = tiles_around({0, 0, 0}, {31, 31, 31}, dimensions);
    const Vec3f wind{0.7f, -0.4f, dimensions == 2 ? 0 : 0.3f};
    MacField velocity = faces_of(tiles, [&](const Vec3f&) { return wind; });
    AdvectionScratch scratch;
    advect(tiles, 3, {}, velocity, scratch);
    for_each_cell(tiles, [&](const Vec3i& c) {
      // Beyond the tiles each component ends along its own axis.
      if (min(c, {4, 4, dimensions == 2 ? 0 : 4}) != Vec3i{4, 4, dimensions == 2 ? 0 : 4} || max_component(c) > 26)
        return;
      for (int axis = 0; axis < dimensions; ++axis) {
        EXPECT_NEAR(velocity.face[static_cast<size_t>(axis)][tiles.cell(c)], wind[axis], 1e-6);
      }
    });
  }
}

TEST(SmokeForces, WeightAndLift) {
  const Tiles tiles = tiles_around({0, 0, 0}, {7, 7, 7}, 3);
  std::vector<std::vector<float>> density(2, std::vector<float>(tiles.field_size(), 0.0f));
  std::vector<float> temperature(tiles.field_size(), 0.0f);
  const size_t i = tiles.cell({3, 4, 5});
  density[0][i] = 0.5f, density[1][i] = 0.25f, temperature[i] = 2;
  CellVectors acceleration = no_vectors(tiles);
  add_buoyancy(tiles, density, temperature, {0, -4, 0}, {0, 10, 1}, acceleration);
  EXPECT_FLOAT_EQ(acceleration[1][i], 2 * 10 - 0.75f * 4);
  EXPECT_FLOAT_EQ(acceleration[2][i], 2);
  EXPECT_EQ(acceleration[0][i], 0);
  EXPECT_EQ(acceleration[1][tiles.cell({3, 4, 6})], 0);
}

// A round swirl is driven round, with the formula's strength, and not away.
TEST(SmokeForces, ConfinementDrivesASwirlRound) {
  for (const int dimensions : {2, 3}) {
    const Tiles tiles = tiles_around({0, 0, 0}, {47, 47, 23}, dimensions);
    const MacField velocity = faces_of(tiles, [](const Vec3f& p) {
      const float x = p.x - 24, y = p.y - 24, fall = std::exp(-(x * x + y * y) / 50);
      return Vec3f{-y * fall, x * fall, 0};
    });
    CellVectors acceleration = no_vectors(tiles);
    add_confinement(tiles, velocity, 3, acceleration);
    double net[3]{}, whole = 0;
    for_each_cell(tiles, [&](const Vec3i& c) {
      const size_t i = tiles.cell(c);
      for (size_t axis = 0; axis < 3; ++axis) net[axis] += acceleration[axis][i];
      whole += std::abs(acceleration[0][i]) + std::abs(acceleration[1][i]);
      // omega = (2 - 2 r^2 / 50) fall falls outwards up to r = 10.
      const float x = static_cast<float>(c.x) - 23.5f, y = static_cast<float>(c.y) - 23.5f,
                  r = std::sqrt(x * x + y * y);
      if (r < 3 || r > 5.5f || (dimensions == 3 && (c.z < 2 || c.z > 21))) return;
      const float omega = (2 - r * r / 25) * std::exp(-r * r / 50);
      EXPECT_NEAR((x * acceleration[1][i] - y * acceleration[0][i]) / r, 3 * omega, 0.15 * 3 * omega + 0.02);
    });
    for (const double n : net) EXPECT_LT(std::abs(n), 1e-4 * whole);
  }
}

TEST(SmokeForces, FacesTakeAllOfIt) {
  const Tiles tiles = tiles_around({0, 0, 0}, {23, 23, 23}, 3);
  CellVectors acceleration = no_vectors(tiles);
  acceleration[0][tiles.cell({7, 8, 9})] = 5;
  MacField velocity;
  velocity.resize(tiles);
  add_to_faces(tiles, acceleration, 0.1f, velocity);
  EXPECT_FLOAT_EQ(velocity.face[0][tiles.cell({7, 8, 9})], 0.25f);
  EXPECT_FLOAT_EQ(velocity.face[0][tiles.cell({8, 8, 9})], 0.25f);
  EXPECT_NEAR(sum_of_all(velocity.face[0]), 0.5, 1e-6);
}

const TileLimits kEverywhere{{-1000, -1000, -1000}, {1000, 1000, 1000}};

TEST(SmokeTiles, FollowTheSmoke) {
  SmokeFields smoke(3, 1);
  std::optional<Tiles> tiles = find_smoke_tiles(smoke, {0.01f, 0.01f, kEverywhere, {{2, 3, 4}}});
  ASSERT_TRUE(tiles);
  EXPECT_EQ(tiles->size(), 27u);
  smoke.change_tiles(*tiles);
  const auto needed = [&] { return find_smoke_tiles(smoke, {0.01f, 0.01f, kEverywhere, {}}); };
  // In the middle of the tiles nothing more is needed; at the border more is.
  smoke.density[0][smoke.tiles.cell({8 * 2 + 4, 8 * 3 + 4, 8 * 4 + 4})] = 1;
  EXPECT_FALSE(needed());
  smoke.density[0][smoke.tiles.cell({8 * 3 + 4, 8 * 3 + 4, 8 * 4 + 4})] = 1;
  tiles = needed();
  ASSERT_TRUE(tiles);
  EXPECT_EQ(tiles->size(), 36u);
  smoke.change_tiles(*tiles);
  EXPECT_EQ(sum_of_all(smoke.density[0]), 2);
  EXPECT_EQ(smoke.density[0][smoke.tiles.cell({8 * 3 + 4, 8 * 3 + 4, 8 * 4 + 4})], 1);
  // Gone, and so are the tiles.
  smoke.density[0].assign(smoke.density[0].size(), 0.0f);
  tiles = needed();
  ASSERT_TRUE(tiles);
  EXPECT_EQ(tiles->size(), 0u);
}

TEST(SmokeTiles, StayWithinLimits) {
  SmokeFields smoke(2, 1);
  const TileLimits limits{{0, 0, 0}, {3, 1, 0}};
  const std::optional<Tiles> tiles = find_smoke_tiles(smoke, {0.01f, 0.01f, limits, {{0, 0, 0}}});
  ASSERT_TRUE(tiles);
  EXPECT_EQ(tiles->size(), 4u);
}

}  // namespace

}  // namespace weir::grid
