// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Phases on the grid solver.

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
    EXPECT_NEAR(bubble, at.bubble, 0.012);
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
