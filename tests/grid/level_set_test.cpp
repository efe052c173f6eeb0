// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Signed distances on tiles: redistancing against exact shapes, and the two classical tests of how well a flow carries
// a surface.

#include "grid/surface/level_set.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "grid/surface/redistance.h"
#include "poisson_problem.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

Vec3f middle_of(const Tiles& tiles, const Vec3i& c) {
  return {static_cast<float>(c.x) + 0.5f, static_cast<float>(c.y) + 0.5f,
          tiles.dimensions() == 2 ? 0.0f : static_cast<float>(c.z) + 0.5f};
}

template <class Field>
std::vector<float> field_of(const Tiles& tiles, Field&& field) {
  std::vector<float> values(tiles.field_size(), 100);
  for_each_cell(tiles, [&](const Vec3i& c) { values[tiles.cell(c)] = field(middle_of(tiles, c)); });
  return values;
}

// A ball whose field is no distance: steep on one side, flat on the other.
RC_GTEST_PROP(Redistance, BallOfAnySizeAndPosition, ()) {
  const int dimensions = *rc::gen::element(2, 3);
  const auto share = [] { return 0.01f * static_cast<float>(*rc::gen::inRange(0, 100)); };
  const float radius = 7 + 4 * share();
  const Vec3f centre{16 + share(), 16 + share(), dimensions == 2 ? 0.0f : 16 + share()};
  const Tiles tiles = tiles_around({0, 0, 0}, {31, 31, 31}, dimensions);
  std::vector<float> distance = field_of(tiles, [&](const Vec3f& p) {
    const float r = length(p - centre);
    return (r * r - radius * radius) * (0.05f + 0.002f * p.x);
  });
  redistance(tiles, 5, distance);
  double worst = 0, worst_near = 0, worst_slope = 0;
  for_each_cell(tiles, [&](const Vec3i& c) {
    const double exact = length(middle_of(tiles, c) - centre) - radius;
    const double found = distance[tiles.cell(c)];
    if (std::abs(exact) > 4.5 || exact < 5 - radius) return;  // around its middle a ball has no smooth distance
    worst = std::max(worst, std::abs(found - exact));
    if (std::abs(exact) < 1) worst_near = std::max(worst_near, std::abs(found - exact));
    if (std::abs(exact) > 3.4) return;
    Vec3f slope{};
    for (int axis = 0; axis < dimensions; ++axis) {
      slope[axis] = 0.5f * (distance[tiles.cell(c + unit_cell(axis))] - distance[tiles.cell(c - unit_cell(axis))]);
    }
    worst_slope = std::max(worst_slope, std::abs(double{length(slope)} - 1));
  });
  RC_ASSERT(worst_near < 0.015);
  RC_ASSERT(worst < 0.05);
  RC_ASSERT(worst_slope < 0.08);
}

// The same by fast marching and by quick sweeps, each side as far as it is asked for.
void find_ball(void (*find)(const Tiles&, float, float, std::vector<float>&, BeyondTiles), double error) {
  for (const int dimensions : {2, 3}) {
    const Tiles tiles = tiles_around({0, 0, 0}, {55, 55, dimensions == 2 ? 0 : 55}, dimensions);
    const Vec3f centre{27.3f, 28.1f, dimensions == 2 ? 0.0f : 27.8f};
    std::vector<float> distance = field_of(tiles, [&](const Vec3f& p) {
      const float r = length(p - centre);
      return (r * r - 15 * 15) * (0.05f + 0.002f * p.x);
    });
    find(tiles, 10, 4, distance, BeyondTiles::outside);
    double worst = 0;
    for_each_cell(tiles, [&](const Vec3i& c) {
      const double exact = length(middle_of(tiles, c) - centre) - 15, found = distance[tiles.cell(c)];
      if (exact > -9.5 && exact < 3.5) worst = std::max(worst, std::abs(found - exact));
      if (exact < -10.5) worst = std::max(worst, std::abs(found + 10));
      if (exact > 4.5) worst = std::max(worst, std::abs(found - 4));
    });
    EXPECT_LT(worst, error) << dimensions;
  }
}
TEST(Redistance, MarchingFindsTheSameBall) { find_ball(march_distance, 0.1); }
TEST(Redistance, SweepsFindTheSameBall) { find_ball(sweep_distance, 0.5); }

// Cells that take no part are no surface, and stop nothing on either side of it.
TEST(Redistance, CellsThatTakeNoPartStopNothing) {
  for (const int way : {0, 1, 2}) {
    const Tiles tiles = tiles_around({0, 0, 0}, {31, 31, 0}, 2);
    std::vector<float> distance = field_of(tiles, [](const Vec3f& p) { return p.x < 10 ? kNoDistance : p.y - 15.3f; });
    if (way == 2) {
      sweep_distance(tiles, 5, 5, distance, BeyondTiles::takes_no_part);
    } else if (way == 1) {
      march_distance(tiles, 5, 5, distance, BeyondTiles::takes_no_part);
    } else {
      redistance(tiles, 5, distance, BeyondTiles::takes_no_part);
    }
    for_each_cell(tiles, [&](const Vec3i& c) {
      const float exact = static_cast<float>(c.y) + 0.5f - 15.3f;
      const float found = distance[tiles.cell(c)];
      if (c.x < 10) {
        EXPECT_EQ(found, -5);
      } else if (std::abs(exact) < 4.5f) {
        EXPECT_NEAR(found, exact, 1e-3) << c.x << ' ' << c.y;
      }
    });
  }
}

TEST(Redistance, PlanesAreExact) {
  const Tiles tiles = tiles_around({0, 0, 0}, {31, 31, 31}, 3);
  const Vec3f normal = normalized(Vec3f{0.5f, 0.8f, -0.3f});
  const auto plane = [&](const Vec3f& p) { return dot(p - Vec3f{16, 16, 16}, normal); };
  std::vector<float> distance = field_of(tiles, [&](const Vec3f& p) { return 3 * plane(p); });
  redistance(tiles, 5, distance);
  for_each_cell(tiles, [&](const Vec3i& c) {
    // Away from the ends of the tiles, where the surface stops.
    if (min_component(c) < 8 || max_component(c) > 23) return;
    const float exact = plane(middle_of(tiles, c));
    if (std::abs(exact) > 4.5f) return;
    EXPECT_NEAR(distance[tiles.cell(c)], exact, 2e-3);
  });
}

// Done twice, nothing moves: the surface stays where it is.
TEST(Redistance, KeepsTheSurface) {
  const Tiles tiles = tiles_around({0, 0, 0}, {31, 31, 31}, 2);
  std::vector<float> distance = field_of(tiles, [&](const Vec3f& p) {
    return length(p - Vec3f{16.3f, 15.8f, 0}) - 9.0f;
  });
  const double before = inside_volume(tiles, distance);
  for (int i = 0; i < 100; ++i) redistance(tiles, 5, distance);
  EXPECT_NEAR(inside_volume(tiles, distance) / before, 1, 2e-3);
}

TEST(Redistance, NothingIsFoundBesideCellsThatTakeNoPart) {
  const Tiles tiles = tiles_around({0, 0, 0}, {31, 31, 0}, 2);
  std::vector<float> distance = field_of(tiles, [](const Vec3f& p) {
    return p.y < 4 ? kNoDistance : p.x < 4 ? kNoDistance : p.y - 20.25f;
  });
  redistance(tiles, 5, distance);
  EXPECT_NEAR(distance[tiles.cell({10, 18, 0})], -1.75, 1e-3);
  EXPECT_EQ(distance[tiles.cell({10, 5, 0})], -5);
  EXPECT_EQ(distance[tiles.cell({4, 5, 0})], -5);
}

TEST(LevelSet, SharesOfCellsAreExact) {
  EXPECT_NEAR(share_below(0, {1, 2, 3}, false), 0.5, 1e-6);
  EXPECT_NEAR(share_below(-0.2f, {0, 1, 0}, false), 0.7, 1e-2);
  EXPECT_NEAR(share_below(0.2f, {0, -1, 0}, true), 0.3, 1e-2);
  // A corner of half by half: an eighth of a square, and a corner of a cube.
  const float s2 = std::sqrt(2.0f), s3 = std::sqrt(3.0f);
  EXPECT_NEAR(share_below(0.5f / s2, {1, 1, 0}, true), 0.125, 1e-5);
  EXPECT_NEAR(share_below(1.0f / s3, {1, 1, 1}, false), 0.125 / 6, 1e-5);
  EXPECT_EQ(share_below(0.9f, {1, 1, 1}, false), 0);
}

TEST(LevelSet, VolumeOfABall) {
  const Tiles tiles = tiles_around({0, 0, 0}, {31, 31, 31}, 3);
  const std::vector<float> ball = field_of(tiles, [](const Vec3f& p) {
    return length(p - Vec3f{16.2f, 15.7f, 16.1f}) - 10.0f;
  });
  EXPECT_NEAR(inside_volume(tiles, ball) / (4.0 / 3 * kPi * 1000), 1, 4e-3);
  EXPECT_NEAR(sample_at(tiles, ball, {16.2f, 26.7f, 16.1f}), 1, 0.03);
  EXPECT_NEAR(sample_at(tiles, ball, {16.2f, 15.7f, 3.1f}), 3, 0.03);
}

// A field on a unit square of n x n cells with what it takes to turn it round.
struct Square {
  explicit Square(int cells) : n(cells), tiles(tiles_around({0, 0, 0}, {cells - 1, cells - 1, 0}, 2)) {
    velocity.resize(tiles);
  }
  // Velocity in units a second from a stream function: exactly without divergence. Kept in cells a second.
  template <class Stream>
  void set_flow(Stream&& stream) {
    const double h = 1.0 / n;
    for_each_cell(tiles, [&](const Vec3i& c) {
      const double x = c.x * h, y = c.y * h;
      velocity.face[0][tiles.cell(c)] = static_cast<float>((stream(x, y + h) - stream(x, y)) / h * n);
      velocity.face[1][tiles.cell(c)] = static_cast<float>(-(stream(x + h, y) - stream(x, y)) / h * n);
    });
  }
  template <class Shape>
  std::vector<float> field(Shape&& shape) const {
    return field_of(tiles,
                    [&](const Vec3f& p) { return static_cast<float>(n * shape(double{p.x} / n, double{p.y} / n)); });
  }
  // Area between two surfaces, and of one, in units.
  double area(const std::vector<float>& field) const { return inside_volume(tiles, field) / n / n; }
  double difference(const std::vector<float>& a, const std::vector<float>& b) const {
    double sum = 0;
    const auto share = [](float d) { return std::clamp(0.5 - d, 0.0, 1.0); };
    for (size_t i = 0; i < tiles.cells(); ++i) sum += std::abs(share(a[i]) - share(b[i]));
    return sum / n / n;
  }

  int n;
  Tiles tiles;
  MacField velocity;
};

double box_distance(double x, double y, double cx, double cy, double hx, double hy) {
  const double dx = std::abs(x - cx) - hx, dy = std::abs(y - cy) - hy;
  return std::hypot(std::max(dx, 0.0), std::max(dy, 0.0)) + std::min(std::max(dx, dy), 0.0);
}

// Zalesak's disc: radius 0.15 at (0.5, 0.75), a slot 0.05 wide that leaves a bridge of 0.05 at its end.
double notched_disc(double x, double y) {
  return std::max(std::hypot(x - 0.5, y - 0.75) - 0.15, -box_distance(x, y, 0.5, 0.675, 0.025, 0.175 - 0.05));
}

TEST(LevelSet, ZalesaksDiscTurnsRound) {
  Square square(100);
  square.set_flow([](double x, double y) { return -kPi * ((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5)); });
  std::vector<float> disc = square.field(notched_disc);
  redistance(square.tiles, 5, disc);
  const std::vector<float> start = disc;
  const int steps = 200;
  for (int i = 0; i < steps; ++i) {
    advect_surface(square.tiles, square.velocity, 1.0f / steps, disc);
    if (i % 5 == 4) redistance(square.tiles, 5, disc);
  }
  const double loss = 1 - square.area(disc) / square.area(start);
  const double error = square.difference(disc, start) / square.area(start);
  EXPECT_LT(std::abs(loss), 0.01);
  EXPECT_LT(error, 0.04);
  // The slot is still open, the bridge still closed.
  EXPECT_GT(sample_at(square.tiles, disc, {50, 70, 0}), 1);
  EXPECT_LT(sample_at(square.tiles, disc, {50, 87.5f, 0}), -1);
}

TEST(LevelSet, VortexInABoxComesBack) {
  Square square(128);
  std::vector<float> disc = square.field([](double x, double y) { return std::hypot(x - 0.5, y - 0.75) - 0.15; });
  const std::vector<float> start = disc;
  const int steps = 160;
  const double period = 2;
  for (int i = 0; i < steps; ++i) {
    const double strength = std::cos(kPi * (i + 0.5) / steps);
    square.set_flow([&](double x, double y) {
      const double s = std::sin(kPi * x), t = std::sin(kPi * y);
      return strength * s * s * t * t / kPi;
    });
    advect_surface(square.tiles, square.velocity, static_cast<float>(period / steps), disc);
    if (i % 5 == 4) redistance(square.tiles, 5, disc);
  }
  const double loss = 1 - square.area(disc) / square.area(start);
  const double error = square.difference(disc, start) / square.area(start);
  EXPECT_LT(std::abs(loss), 0.005);
  EXPECT_LT(error, 0.01);
}

TEST(LevelSet, SameBytesForAnyNumberOfThreads) {
  std::vector<float> results[2];
  for (const int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    Square square(100);
    square.set_flow([](double x, double y) { return -kPi * ((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5)); });
    std::vector<float> disc = square.field(notched_disc);
    for (int i = 0; i < 5; ++i) {
      redistance(square.tiles, 5, disc);
      advect_surface(square.tiles, square.velocity, 0.005f, disc);
    }
    results[threads - 1] = disc;
  }
  EXPECT_EQ(results[0], results[1]);
}

}  // namespace

}  // namespace weir::grid
