// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/pressure/poisson_solver.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numbers>
#include <random>

#include "poisson_problem.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

std::vector<float> random_field(const Tiles& tiles, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<float> field(tiles.field_size(), 0);
  for (size_t i = 0; i < tiles.cells(); ++i) field[i] = static_cast<float>(random() % 2001) / 1000 - 1;
  return field;
}

// Cells at random, with faces and ground at random.
PoissonMatrix random_matrix(const Tiles& tiles, uint32_t seed, bool all_grounded = false) {
  std::mt19937 random(seed);
  const auto share = [&] { return static_cast<float>(random() % 1000) / 1000; };
  std::vector<uint8_t> inside(tiles.field_size(), 0);
  for (size_t i = 0; i < tiles.cells(); ++i) inside[i] = random() % 4 > 0;
  PoissonMatrix matrix(tiles);
  for_each_cell(tiles, [&](const Vec3i& c) {
    const size_t i = tiles.cell(c);
    if (!inside[i]) return;
    if (all_grounded || random() % 5 == 0) matrix.ground[i] = 2 * share();
    for (int axis = 0; axis < tiles.dimensions(); ++axis) {
      if (inside[tiles.cell(c - unit_cell(axis))]) matrix.face[static_cast<size_t>(axis)][i] = share();
    }
  });
  matrix.sort_tiles();
  return matrix;
}

double product(const std::vector<float>& a, const std::vector<float>& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

RC_GTEST_PROP(Poisson, MultipliesAsCellByCell, ()) {
  const int dimensions = *rc::gen::element(2, 3);
  const Tiles tiles = tiles_around({-8, 0, 0}, {8, 8, 8}, dimensions);
  const PoissonMatrix matrix = random_matrix(tiles, *rc::gen::arbitrary<uint32_t>());
  RC_ASSERT(matrix.validate().empty());
  const std::vector<float> x = random_field(tiles, 7);
  std::vector<float> y(tiles.field_size(), 0);
  const double energy = multiply(matrix, x, y);
  const std::vector<double> expected = slow_multiply(matrix, x);
  for (size_t i = 0; i < tiles.cells(); ++i) RC_ASSERT(std::abs(y[i] - expected[i]) < 1e-5);
  RC_ASSERT(std::abs(energy - product(x, y)) < 1e-3);
}

TEST(Poisson, PlainTilesAreThoseDeepInside) {
  const Tiles tiles = tiles_around({0, 0, 0}, {39, 39, 39}, 3);
  const auto inside = [&](const Vec3i& c) { return tiles.cell(c) < tiles.cells() && c.x < 38; };
  const PoissonMatrix matrix = simple_matrix(tiles, inside, [](const Vec3i&) { return true; });
  EXPECT_EQ(matrix.kind[tiles.find({2, 2, 2})], TileKind::plain);
  EXPECT_EQ(matrix.kind[tiles.find({0, 2, 2})], TileKind::mixed);  // its cells have a border
  EXPECT_EQ(matrix.kind[tiles.find({4, 2, 2})], TileKind::mixed);
  const std::vector<float> x = random_field(tiles, 3);
  std::vector<float> y(tiles.field_size(), 0);
  multiply(matrix, x, y);
  const std::vector<double> expected = slow_multiply(matrix, x);
  for (size_t i = 0; i < tiles.cells(); ++i) ASSERT_NEAR(y[i], expected[i], 1e-5);
}

// What conjugate gradients need of a preconditioner.
RC_GTEST_PROP(Multigrid, IsSymmetricAndPositive, ()) {
  const int dimensions = *rc::gen::element(2, 3);
  const Tiles tiles = tiles_around({-9, 0, 0}, {20, 20, 20}, dimensions);
  const PoissonMatrix matrix = random_matrix(tiles, *rc::gen::arbitrary<uint32_t>(), true);
  // No part of a field in cells that take none.
  std::vector<float> a = random_field(tiles, 1), b = random_field(tiles, 2), on_a(a), on_b(b);
  for_each_cell(tiles, [&](const Vec3i& c) {
    const size_t i = tiles.cell(c);
    float sum = matrix.ground[i];
    for (int axis = 0; axis < dimensions; ++axis) {
      const size_t k = static_cast<size_t>(axis), up = tiles.cell(c + unit_cell(axis));
      sum += matrix.face[k][i] + (up < tiles.cells() ? matrix.face[k][up] : 0);
    }
    if (sum <= 0) a[i] = b[i] = 0;
  });
  Multigrid multigrid(matrix);
  multigrid.apply(a, on_a);
  multigrid.apply(b, on_b);
  const double scale = std::sqrt(product(a, on_a) * product(b, on_b));
  RC_ASSERT(product(a, on_a) > 0);
  RC_ASSERT(std::abs(product(a, on_b) - product(b, on_a)) < 1e-4 * scale);
}

// Second order: -laplace u = f with u = 0 at air faces of a box half way between cells (ground 2), u = sin sin sin.
double error_of_sine(int n, int dimensions) {
  const Tiles tiles = tiles_around({0, 0, 0}, {n - 1, n - 1, n - 1}, dimensions);
  const auto inside = [=](const Vec3i& c) {
    return c.x >= 0 && c.y >= 0 && c.z >= 0 && c.x < n && c.y < n && c.z < (dimensions == 2 ? 1 : n);
  };
  PoissonMatrix matrix = simple_matrix(tiles, inside, [](const Vec3i&) { return true; });
  for (float& g : matrix.ground) g *= 2;
  std::vector<float> b(tiles.field_size(), 0), x(b);
  const double h = 1.0 / n;
  const auto exact = [&](const Vec3i& c) {
    const double pi = std::numbers::pi;
    return std::sin(pi * (c.x + 0.5) * h) * std::sin(pi * (c.y + 0.5) * h) *
           (dimensions == 2 ? 1 : std::sin(pi * (c.z + 0.5) * h));
  };
  for_each_cell(tiles, [&](const Vec3i& c) {
    if (inside(c)) b[tiles.cell(c)] = static_cast<float>(dimensions * std::pow(std::numbers::pi * h, 2) * exact(c));
  });
  PoissonSolver solver(matrix);
  const PoissonSolver::Result result = solver.solve(b, {.tolerance = 1e-7f}, x);
  EXPECT_LE(result.iterations, 15);
  double worst = 0;
  for_each_cell(tiles, [&](const Vec3i& c) {
    if (inside(c)) worst = std::max(worst, std::abs(x[tiles.cell(c)] - exact(c)));
  });
  return worst;
}

TEST(PoissonSolver, ManufacturedSolutionIsMetToSecondOrder) {
  for (const int dimensions : {2, 3}) {
    const double coarse = error_of_sine(16, dimensions), fine = error_of_sine(32, dimensions);
    EXPECT_LT(coarse, 0.01);
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.15);
  }
}

// A pool with a sloped bed under a wavy surface; the number of iterations hardly grows with the number of cells.
int iterations_of_pool(int n) {
  const Tiles tiles = tiles_around({0, 0, 0}, {2 * n - 1, n - 1, n - 1}, 3);
  const auto in_box = [=](const Vec3i& c) { return c.x >= 0 && c.y >= 0 && c.z >= 0 && c.x < 2 * n && c.z < n; };
  const auto height = [=](const Vec3i& c) {
    return n * (0.6 + 0.1 * std::sin(12.0 * c.x / n) * std::cos(9.0 * c.z / n));
  };
  const auto inside = [&](const Vec3i& c) { return in_box(c) && c.y < height(c) && c.y > 0.2 * c.x; };
  const PoissonMatrix matrix =
      simple_matrix(tiles, inside, [&](const Vec3i& c) { return in_box(c) && c.y >= height(c); });
  std::vector<float> b(tiles.field_size(), 0), x(b);
  for_each_cell(tiles, [&](const Vec3i& c) { b[tiles.cell(c)] = inside(c) ? 1 : 0; });
  const PoissonSolver::Result result = PoissonSolver(matrix).solve(b, {.tolerance = 1e-4f}, x);
  EXPECT_LT(result.residual, 1e-4);
  return result.iterations;
}

TEST(PoissonSolver, IterationsHardlyGrowWithTheGrid) {
  const int few = iterations_of_pool(16), many = iterations_of_pool(64);
  EXPECT_LE(many, few + 5);
  EXPECT_LE(many, 12);
}

// A wide sheet of liquid over a closed bed, at any height in its tiles: most coarse grids see it as one cell.
TEST(PoissonSolver, ThinSheetsTakeNoMoreIterations) {
  for (const int bed : {0, 3, 6}) {
    const Tiles tiles = tiles_around({0, 0, 0}, {255, 23, 255}, 3);
    const auto in_box = [](const Vec3i& c) { return min(c, Vec3i{}) == Vec3i{} && std::max(c.x, c.z) < 256; };
    const auto inside = [&](const Vec3i& c) { return in_box(c) && c.y >= bed && c.y < bed + 7; };
    const PoissonMatrix matrix =
        simple_matrix(tiles, inside, [&](const Vec3i& c) { return in_box(c) && c.y >= bed + 7; });
    std::vector<float> b(tiles.field_size(), 0), x(b);
    for_each_cell(tiles,
                  [&](const Vec3i& c) { b[tiles.cell(c)] = inside(c) ? std::sin(0.1f * static_cast<float>(c.x)) : 0; });
    EXPECT_LE(PoissonSolver(matrix).solve(b, {.tolerance = 1e-3f}, x).iterations, 7) << bed;
  }
}

TEST(PoissonSolver, ClosedPocketsAreSolvedEachOnItsOwn) {
  const Tiles tiles = tiles_around({0, 0, 0}, {31, 15, 15}, 3);
  // Two closed boxes, one of them across tiles, and one open pool.
  const auto box_of = [](const Vec3i& c) {
    if (c.y < 0 || c.z < 0 || c.y >= 12 || c.z >= 12) return 0;
    return c.x >= 1 && c.x < 5 ? 1 : c.x >= 6 && c.x < 18 ? 2 : c.x >= 20 && c.x < 30 ? 3 : 0;
  };
  PoissonMatrix matrix(tiles);
  for_each_cell(tiles, [&](const Vec3i& c) {
    if (!box_of(c)) return;
    for (int axis = 0; axis < 3; ++axis) {
      if (box_of(c - unit_cell(axis)) == box_of(c)) matrix.face[static_cast<size_t>(axis)][tiles.cell(c)] = 1;
    }
    if (box_of(c) == 3 && c.y == 11) matrix.ground[tiles.cell(c)] = 2;
  });
  matrix.sort_tiles();
  std::vector<float> b = random_field(tiles, 5), x(tiles.field_size(), 0);
  PoissonSolver solver(matrix);
  const PoissonSolver::Result result = solver.solve(b, {.tolerance = 1e-4f}, x);
  EXPECT_LT(result.residual, 1e-4f);
  EXPECT_LE(result.iterations, 15);
  // b is now what can be solved: nothing flows into a closed box as a whole, and elsewhere it was left alone.
  const std::vector<double> y = slow_multiply(matrix, x);
  const std::vector<float> asked = random_field(tiles, 5);
  double flow[4] = {}, largest = 0;
  for_each_cell(tiles, [&](const Vec3i& c) {
    const size_t i = tiles.cell(c);
    flow[box_of(c)] += b[i];
    if (box_of(c) == 3) {
      EXPECT_EQ(b[i], asked[i]);
    }
    EXPECT_NEAR(y[i], b[i], 2e-4);
    largest = std::max(largest, static_cast<double>(std::abs(x[i])));
  });
  for (const int closed : {0, 1, 2}) EXPECT_NEAR(flow[closed], 0, 1e-3);
  EXPECT_LT(largest, 100);
}

RC_GTEST_PROP(PoissonSolver, SolvesAnything, ()) {
  const int dimensions = *rc::gen::element(2, 3);
  const Tiles tiles = tiles_around({-20, -3, 0}, {8, 12, 8}, dimensions);
  const uint32_t seed = *rc::gen::arbitrary<uint32_t>();
  const PoissonMatrix matrix = random_matrix(tiles, seed);
  std::vector<float> b = random_field(tiles, seed + 1), x = random_field(tiles, seed + 2);
  for (float& v : x) v *= 0;
  const PoissonSolver::Result result = PoissonSolver(matrix).solve(b, {.tolerance = 1e-3f}, x);
  RC_ASSERT(result.residual <= 1e-3f);
  const std::vector<double> y = slow_multiply(matrix, x);
  for (size_t i = 0; i < tiles.cells(); ++i) RC_ASSERT(std::abs(y[i] - b[i]) < 2e-3);
}

// Two cells that know only each other, on either side of a border between tiles.
TEST(PoissonSolver, PocketsAcrossABorderOfTilesAreSolved) {
  for (const int dimensions : {2, 3}) {
    const Tiles tiles = tiles_around({-8, -8, 0}, {15, 15, 7}, dimensions);
    const size_t lower = tiles.cell({1, 7, 0}), upper = tiles.cell({1, 8, 0});
    PoissonMatrix matrix(tiles);
    matrix.face[1][upper] = 1;
    matrix.sort_tiles();
    std::vector<float> b(tiles.field_size(), 0), x(tiles.field_size(), 0);
    b[lower] = 1, b[upper] = -1;
    EXPECT_LE(PoissonSolver(matrix).solve(b, {1e-4f, 20}, x).residual, 1e-4f);
    EXPECT_NEAR(x[lower] - x[upper], 1, 1e-3);
  }
}

TEST(PoissonSolver, SameBytesForAnyNumberOfThreads) {
  const Tiles tiles = tiles_around({0, 0, 0}, {39, 39, 39}, 3);
  const PoissonMatrix matrix = random_matrix(tiles, 11);
  std::vector<float> results[2];
  for (const int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    std::vector<float> b = random_field(tiles, 12), x(tiles.field_size(), 0);
    PoissonSolver(matrix).solve(b, {}, x);
    results[threads - 1] = x;
  }
  EXPECT_EQ(results[0], results[1]);
}

TEST(PoissonSolver, NothingToSolveIsSolved) {
  const Tiles none({}, 3), idle = tiles_around({0, 0, 0}, {7, 7, 7}, 3);
  for (const Tiles* tiles : {&none, &idle}) {
    PoissonMatrix matrix(*tiles);
    matrix.sort_tiles();
    std::vector<float> b(tiles->field_size(), 0), x(b);
    if (tiles->size() > 0) b[3] = 1;  // where no cell takes part
    EXPECT_EQ(PoissonSolver(matrix).solve(b, {}, x).iterations, 0);
  }
}

}  // namespace

}  // namespace weir::grid
