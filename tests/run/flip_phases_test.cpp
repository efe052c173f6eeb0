// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Phases on the grid solver.

#include <algorithm>
#include <map>
#include <numbers>

#include "liquid.h"

namespace weir::run {

static double mean_height_of(const Particles& p, uint8_t phase) {
  double sum = 0, count = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    if (p.phase[i] == phase) sum += static_cast<double>(p.position[i].y), count += 1;
  }
  return sum / count;
}

static double fastest(const Particles& p) {
  double most = 0;
  for (const Vec3f& v : p.velocity) most = std::max(most, static_cast<double>(length(v)));
  return most;
}

// A closed tank with particles on a lattice; phase(point) tells which.
template <class PhaseAt>
static Scene filled_tank(const Vec3d& size, double spacing, PhaseAt&& phase) {
  Scene scene = flip_pool(2, spacing, size, 0);
  scene.liquids.clear();
  auto points = std::make_shared<LiquidPoints>();
  for (double y = 0.5 * spacing; y < size.y; y += spacing) {
    for (double x = 0.5 * spacing; x < size.x; x += spacing) {
      const int there = phase(x, y);
      if (there < 0) continue;
      points->position.push_back({static_cast<float>(x), static_cast<float>(y), 0});
      points->phase.push_back(static_cast<uint8_t>(there));
    }
  }
  points->velocity.resize(points->position.size());
  points->mass.resize(points->position.size());
  Liquid liquid;
  liquid.points = points;
  scene.liquids = {liquid};
  return scene;
}

// He, Chen & Zhang 1999: a heavy liquid over one a third as dense, in a box four times as high as wide; Reynolds number
// 256. Times in sqrt(width / g), heights in heights of the box. Two waves side by side keep the walls, to which
// liquid sticks here, away from the bubble between them.
TEST(FlipPhases, RayleighTaylorGrowsAsPublished) {
  const double width = 1, g = 9.81, spacing = width / 80, nu = std::sqrt(width * g) * width / 256;
  Scene scene = filled_tank({2 * width, 4 * width, 0}, spacing, [&](double x, double y) {
    return y > 2 * width + 0.1 * width * std::cos(2 * std::numbers::pi * x / width) ? 1 : 0;
  });
  scene.phases = {{.name = "light", .density = 1, .viscosity = nu},
                  {.name = "heavy", .density = 3, .viscosity = 3 * nu}};
  scene.frames.rate = 50 / std::sqrt(width / g);
  Stage stage(scene);
  const Particles& p = stage.solver().particles();
  struct Published {
    int frame;
    double bubble, spike;
  };
  for (const Published& at :
       {Published{55, 0.554, 0.438}, {103, 0.602, 0.355}, {151, 0.645, 0.265}, {204, 0.693, 0.166}}) {
    advance(stage, at.frame - (stage.frame() - 1));
    // How high the light liquid stands on the axis of the bubble, and how low the heavy one hangs.
    constexpr double kNear = 1.0 / 16;
    double light = 0, spike = 1;
    for (size_t i = 0; i < p.size(); ++i) {
      const double x = static_cast<double>(p.position[i].x) / width, y = static_cast<double>(p.position[i].y) / width;
      if (p.phase[i] == 0 && std::abs(x - 1) < kNear) light += spacing * spacing / (2 * kNear * width);
      if (p.phase[i] == 1 && y > 0.1) spike = std::min(spike, y / 4);
    }
    const double bubble = light / (4 * width);
    note("bubble_" + std::to_string(at.frame), bubble);
    note("spike_" + std::to_string(at.frame), spike);
    // At the end chance decides by as much as 0.01: another divergence_error does (docs/notes/grid.md).
    EXPECT_NEAR(bubble, at.bubble, at.frame < 204 ? 0.012 : 0.02);
    EXPECT_NEAR(spike, at.spike, 0.018);  // 0.005 at twice the resolution
  }
}

TEST(FlipPhases, LayersAtRestStayAtRest) {
  for (const double ratio : {0.9, 0.1, 0.001}) {
    Scene scene = filled_tank({0.8, 0.8, 0}, 0.0125, [](double, double y) { return y > 0.6 ? -1 : y > 0.3 ? 1 : 0; });
    scene.phases = {{.name = "water"}, {.name = "oil", .density = 1000 * ratio}};
    Stage stage(scene);
    const Particles& p = stage.solver().particles();
    const double before = mean_height_of(p, 1);
    advance(stage, 24);
    EXPECT_LT(fastest(p), 0.002) << ratio;
    EXPECT_NEAR(mean_height_of(p, 1), before, 1e-4) << ratio;
  }
}

// A pool with twelve clumps of a lighter or heavier liquid in it: so many particles, far from the others.
constexpr double kDropSpacing = 0.02;
static Scene pool_with_drops(double around, double density, int clump) {
  constexpr int kAcross = 20, kApart = 5;
  Scene scene = filled_tank({kAcross * kDropSpacing, 30 * kDropSpacing, 0}, kDropSpacing, [&](double px, double py) {
    const int x = static_cast<int>(px / kDropSpacing), y = static_cast<int>(py / kDropSpacing);
    if (y >= kAcross) return -1;
    const int dx = x % kApart - 2, dy = y % kApart - 2;
    const bool drop = (dx == 0 && dy == 0) || (clump > 1 && dx == 1 && dy == 0) || (clump > 2 && dx == 0 && dy == 1);
    return drop && y < kAcross - kApart ? 1 : 0;
  });
  scene.phases = {{.name = "liquid", .density = around}, {.name = "drops", .density = density}};
  return scene;
}

struct Drops {
  double arrived;  // share of the particles that are at the surface or the floor
  double middle;   // mean height of the two upper rows of drops, spacings
};
static Drops drops_in(const Particles& p, const std::vector<uint64_t>& upper, bool rise) {
  double arrived = 0, all = 0, sum = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    if (p.phase[i] == 0) continue;
    const double height = static_cast<double>(p.position[i].y) / kDropSpacing;
    all += 1;
    arrived += rise ? height > 17 : height < 3;
    if (std::binary_search(upper.begin(), upper.end(), p.id[i])) sum += height;
  }
  return {arrived / all, sum / static_cast<double>(upper.size())};
}

// The grid has the mean density around a particle: without the slip, twelve particles of 800 kg/m3 in water rise by 1.6
// spacings in two and a half seconds. The speed is that of a drop as large as a particle; a heavy one in a thin liquid
// falls freely, and is not asked for it.
TEST(FlipPhases, SingleDropsRiseOrSink) {
  struct Case {
    double around, density;
    int clump;
    double speed;  // m/s; 0: not asked for
  };
  for (const Case& c : {Case{1000, 800, 1, 0.157},
                        {1000, 1250, 1, 0.175},
                        {1000, 1, 1, 0.350},
                        {1, 1000, 1, 0},
                        {1000, 800, 2, 0.157},
                        {1000, 800, 3, 0.157},
                        {1000, 1250, 3, 0.175},
                        {1, 1000, 3, 0}}) {
    const Scene scene = pool_with_drops(c.around, c.density, c.clump);
    Stage stage(scene);
    const Particles& p = stage.solver().particles();
    const bool rise = c.density < c.around;
    std::vector<uint64_t> middle;  // of the pool
    for (size_t i = 0; i < p.size(); ++i) {
      const double height = static_cast<double>(p.position[i].y) / kDropSpacing;
      if (p.phase[i] == 1 && height > 5 && height < 10) middle.push_back(p.id[i]);
    }
    std::sort(middle.begin(), middle.end());
    const double all_before = mean_height(p), before = drops_in(p, middle, rise).middle;
    advance(stage, 6);
    const double way = std::abs(drops_in(p, middle, rise).middle - before) * kDropSpacing, seconds = 0.25;
    if (c.speed > 0) {
      EXPECT_NEAR(way / seconds / c.speed, 1, 0.1) << c.density << " " << c.clump;
      // What is around has made way: all have the same volume.
      EXPECT_NEAR((mean_height(p) - all_before) / kDropSpacing, 0, 0.05) << c.density << " " << c.clump;
    }
    advance(stage, 74);
    EXPECT_EQ(drops_in(p, middle, rise).arrived, 1) << c.density << " " << c.clump;
  }
}

// In free fall nothing is buoyant.
TEST(FlipPhases, DropsThatFallDoNotSlip) {
  Scene scene = pool_with_drops(1000, 500, 1);
  scene.domain = Domain{{-1, -10, -1}, {2, 2, 1}, Walls::open};
  Stage stage(scene);
  const Particles& p = stage.solver().particles();
  const double before = mean_height_of(p, 1) - mean_height_of(p, 0);
  advance(stage, 12);
  EXPECT_NEAR((mean_height_of(p, 1) - mean_height_of(p, 0) - before) / kDropSpacing, 0, 0.02);
}

// Share of the particles that are on their own in the other phase: fewer than a quarter of those closer than 2.5
// spacings, of which there are at least a dozen, are of their own.
static double stray(const Particles& p, double spacing) {
  const double reach = 2.5 * spacing;
  std::map<std::pair<int, int>, std::vector<size_t>> cells;
  const auto cell = [&](size_t i) {
    return std::pair{static_cast<int>(static_cast<double>(p.position[i].x) / reach),
                     static_cast<int>(static_cast<double>(p.position[i].y) / reach)};
  };
  for (size_t i = 0; i < p.size(); ++i) cells[cell(i)].push_back(i);
  double count = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    double own = 0, all = 0;
    for (int n = 0; n < 9; ++n) {
      const auto there = cells.find({cell(i).first + n % 3 - 1, cell(i).second + n / 3 - 1});
      if (there == cells.end()) continue;
      for (const size_t j : there->second) {
        if (i == j || length(p.position[i] - p.position[j]) > static_cast<float>(reach)) continue;
        all += 1;
        own += p.phase[i] == p.phase[j];
      }
    }
    count += all >= 12 && own < 0.25 * all;
  }
  return count / static_cast<double>(p.size());
}

// Water breaks into oil. Without the slip, 2 to 4 per cent of the particles are strays four seconds after their
// number was greatest.
TEST(FlipPhases, WhatViolenceMixesParts) {
  for (const double oil : {800.0, 1.0}) {
    Scene scene = flip_pool(2, 0.01, {1, 1, 0}, 0);
    scene.phases = {{.name = "water"}, {.name = "oil", .density = oil}};
    scene.liquids.clear();
    add_liquid(scene, box({0, 0, -1}, {0.25, 0.8, 1}), {}, "water");
    add_liquid(scene, box({0.25, 0, -1}, {1, 0.3, 1}), {}, "oil");
    Stage stage(scene);
    double most = 0, last = 0;
    for (int second = 1; second <= 7; ++second) {
      advance(stage, 24);
      last = stray(stage.solver().particles(), 0.01);
      most = std::max(most, last);
      note("stray_" + std::to_string(static_cast<int>(oil)) + "_" + std::to_string(second), last);
    }
    EXPECT_GT(most, 0.015) << oil;
    EXPECT_LT(last, oil == 800 ? 0.012 : 0.002) << oil;
  }
}

static Scene overturning(int dimensions) {
  Scene scene = flip_pool(dimensions, dimensions == 2 ? 0.02 : 0.04, {0.8, 0.8, 0.4}, 0);
  scene.phases = {{.name = "water", .viscosity = 0.01}, {.name = "oil", .density = 100, .viscosity = 0.5}};
  scene.liquids.clear();
  add_liquid(scene, ball({0.3, 0.3, dimensions == 2 ? 0 : 0.2}, 0.08), {}, "water");
  add_liquid(scene, box({0, 0, -1}, {0.8, 0.32, 1}), {}, "oil");
  add_liquid(scene, box({0, 0.32, -1}, {0.8, 0.64, 1}), {}, "water");
  return scene;
}

// Ten times as heavy, and on top: after 60 frames it lies at the bottom.
TEST(FlipPhases, HeavyLiquidSinks) {
  const Scene scene = overturning(2);
  Stage stage(scene);
  const Particles& p = stage.solver().particles();
  EXPECT_GT(mean_height_of(p, 0), 0.45);
  advance(stage, 60);
  EXPECT_LT(mean_height_of(p, 0), 0.27);
  EXPECT_GT(mean_height_of(p, 1), 0.37);
}

TEST(FlipPhases, SameBytesWithAnyNumberOfThreadsAndAfterResuming) {
  for (const int dimensions : {2, 3}) expect_same_bytes(overturning(dimensions), 4);
}

}  // namespace weir::run
