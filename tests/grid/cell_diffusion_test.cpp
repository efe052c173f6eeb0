// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Diffusion on the grid against waves and profiles whose answer is known.

#include "grid/liquid/cell_diffusion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/random.h"
#include "poisson_problem.h"

namespace weir::grid {

namespace {

constexpr double kDiffusivity = 0.01;  // m2/s
constexpr double kCell = 0.05;
constexpr int kWidth = 12, kHeight = 24;  // cells

// Liquid between level walls below 0 and above the height, two particles a cell along each axis, moved at random.
struct Warm {
  explicit Warm(double jitter, double wall_below = 0) : low(wall_below * kCell) {
    const Random random(3);
    std::vector<Vec3f> points;
    for (double y = low + 0.25 * kCell; y < kHeight * kCell; y += 0.5 * kCell) {
      for (double x = 0.25 * kCell; x < kWidth * kCell; x += 0.5 * kCell) {
        const Vec3f by =
            (random.unit_vec3(points.size()) - Vec3f{0.5f, 0.5f, 0.5f}) * static_cast<float>(kCell * jitter);
        points.push_back({static_cast<float>(x) + by.x, static_cast<float>(y) + by.y, 0});
      }
    }
    for (const uint32_t i : where.sort(points)) position.push_back(points[i]);
    where.build(position, 4);
    weight.assign(position.size(), 1.0f);
    value.resize(position.size());
    const Tiles& tiles = where.tiles();
    solids.open.resize(tiles, 1);
    solids.distance.assign(tiles.field_size(), 1);
    for_each_cell(tiles, [&](const Vec3i& c) {
      const double y = (c.y + 0.5) * kCell;
      solids.distance[tiles.cell(c)] = static_cast<float>(std::min(y - low, kHeight * kCell - y));
    });
  }
  void add_heat(float below, float above) {
    const Tiles& tiles = where.tiles();
    target.assign(tiles.field_size(), std::numeric_limits<float>::quiet_NaN());
    for_each_cell(tiles, [&](const Vec3i& c) { target[tiles.cell(c)] = c.y < kHeight / 2 ? below : above; });
  }
  void step(double seconds) {
    const DiffusionTask task{where, solids, seconds * kDiffusivity, weight, target};
    Diffusion(task).apply(value);
  }
  double height(size_t i) const { return static_cast<double>(position[i].y); }
  template <class At>
  double share_of(At&& wave) const {
    double along = 0, all = 0;
    for (size_t i = 0; i < value.size(); ++i) {
      along += wave(height(i)) * static_cast<double>(value[i]);
      all += wave(height(i)) * wave(height(i));
    }
    return along / all;
  }
  double mean() const {
    double sum = 0;
    for (const float v : value) sum += static_cast<double>(v);
    return sum / static_cast<double>(value.size());
  }

  double low;
  TiledParticles where{GridSpace{{}, kCell, 2}};
  std::vector<Vec3f> position;
  std::vector<float> weight, value, target;
  SolidFaces solids;
};

}  // namespace

TEST(GridDiffusion, AWaveDecaysAndTheMeanStays) {
  const double k = kPi / (kHeight * kCell);
  const auto wave = [&](double y) { return std::cos(k * y); };
  for (const double jitter : {0.0, 0.4}) {
    for (const double share : {0.002, 0.02, 0.2}) {  // of the time in which it decays, a step
      Warm warm(jitter);
      for (size_t i = 0; i < warm.value.size(); ++i) warm.value[i] = static_cast<float>(wave(warm.height(i)));
      const double mean = warm.mean(), first = warm.share_of(wave);
      const int steps = static_cast<int>(0.4 / share);
      for (int i = 0; i < steps; ++i) warm.step(share / (kDiffusivity * k * k));
      const double exact = std::pow(1 + share, -steps);
      const double rate = std::log(warm.share_of(wave) / first) / std::log(exact);
      RecordProperty((jitter > 0 ? "rate_disordered_" : "rate_") + std::to_string(share), std::to_string(rate));
      EXPECT_NEAR(rate, 1, 0.08) << jitter << " " << share;
      EXPECT_NEAR(warm.mean(), mean, 1e-4) << jitter << " " << share;
    }
  }
}

TEST(GridDiffusion, BetweenSolidsASineDecaysAndAStraightLineIsLeft) {
  for (const double part : {0.0, 0.5}) {  // of a cell, where the lower wall is
    Warm warm(0.2, part);
    const double height = kHeight * kCell - warm.low, k = kPi / height;
    const auto wave = [&](double y) { return std::sin(k * (y - warm.low)); };
    for (size_t i = 0; i < warm.value.size(); ++i) warm.value[i] = static_cast<float>(wave(warm.height(i)));
    warm.add_heat(0, 0);
    const double share = 0.02, first = warm.share_of(wave);
    for (int i = 0; i < 20; ++i) warm.step(share / (kDiffusivity * k * k));
    EXPECT_NEAR(std::log(first / warm.share_of(wave)) / (20 * std::log(1 + share)), 1, 0.06) << part;
    warm.add_heat(20, 80);
    for (int i = 0; i < 30; ++i) warm.step(1 / (kDiffusivity * k * k));
    for (size_t i = 0; i < warm.value.size(); ++i) {
      EXPECT_NEAR(warm.value[i], 20 + 60 * (warm.height(i) - warm.low) / height, 1) << warm.height(i);
    }
  }
}

// Particles of two kinds in the same cells become one, and those that take no part stay as they are.
TEST(GridDiffusion, NeighboursBecomeAlike) {
  Warm warm(0.4);
  for (size_t i = 0; i < warm.value.size(); ++i) {
    warm.value[i] = static_cast<float>(i % 2);
    if (i % 5 == 0) warm.weight[i] = 0, warm.value[i] = 7;
  }
  for (int i = 0; i < 10; ++i) warm.step(kCell * kCell / kDiffusivity);
  for (size_t i = 0; i < warm.value.size(); ++i) {
    if (i % 5 == 0) {
      EXPECT_EQ(warm.value[i], 7);
    } else {
      EXPECT_NEAR(warm.value[i], 0.5, 0.1);
    }
  }
}

}  // namespace weir::grid
