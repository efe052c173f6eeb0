// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Whole runs of the grid solver's liquid.

#include <numbers>

#include "contained.h"
#include "liquid.h"
#include "weir/base/parallel.h"

namespace weir::run {

static double fastest(const Particles& p) {
  double best = 0;
  for (const Vec3f& v : p.velocity) best = std::max(best, static_cast<double>(length(v)));
  return best;
}

TEST(Flip, WaterAtRestStaysAtRest) {
  for (const int dimensions : {2, 3}) {
    for (const double depth : {0.4, 0.375}) {  // a whole number of cells, and half a cell less
      const Scene scene = flip_pool(dimensions, 0.025, {0.8, 0.8, 0.4}, depth);
      Stage stage(scene);
      const double before = mean_height(stage.solver().particles());
      advance(stage, 12);
      EXPECT_LT(fastest(stage.solver().particles()), 0.002) << depth;
      EXPECT_NEAR(mean_height(stage.solver().particles()), before, 1e-4) << depth;
    }
  }
}

TEST(Flip, WaterOnASlopeStaysAtRest) {
  Scene scene = flip_pool(2, 0.0125, {0.8, 0.8, 0}, 0.4);
  add_solid(scene, {shapes::Plane{{0.4, 0.1, 0}, {0.4, 1, 0}}, {}});
  Stage stage(scene);
  advance(stage, 24);
  EXPECT_LT(mean_speed(stage.solver().particles()), 0.01);
}

// A tank that is tilted a little: the water's middle swings about its new place as linear waves do, w^2 = g k tanh(k
// h).
TEST(Flip, SloshesAtTheRightFrequency) {
  const double width = 1, depth = 0.4, k = std::numbers::pi / width;
  Scene scene = flip_pool(2, 0.0125, {width, 0.8, 0}, depth);
  scene.frames.rate = 48;
  scene.gravity = Vec3d{0.6, -9.81, 0};
  Stage stage(scene);
  std::vector<double> middle;
  for (int frame = 0; frame < 150; ++frame) {
    advance(stage, 1);
    const Particles& p = stage.solver().particles();
    middle.push_back(mean_of(p, [&](size_t i) { return p.position[i].x; }));
  }
  // Turning points, by a parabola through the three frames around each.
  std::vector<double> turns;
  for (size_t i = 1; i + 1 < middle.size(); ++i) {
    const double before = middle[i] - middle[i - 1], after = middle[i + 1] - middle[i];
    if (before * after < 0) turns.push_back(static_cast<double>(i) + 0.5 * (before + after) / (before - after));
  }
  ASSERT_GE(turns.size(), 4u);
  const double half_period = (turns.back() - turns.front()) / static_cast<double>(turns.size() - 1) / scene.frames.rate;
  const double exact = std::numbers::pi / std::sqrt(9.81 * k * std::tanh(k * depth));
  note("half_period", half_period / exact);
  EXPECT_NEAR(half_period / exact, 1, 0.02);
}

// Everything at once: a dam breaks over a turning paddle, with a jet, a sink and wind.
static Scene busy_scene(int dimensions) {
  const bool flat = dimensions == 2;
  Scene scene = flip_pool(dimensions, flat ? 0.0125 : 0.03, {1, 1, 0.6}, 0.3);
  add_liquid(scene, box({0, 0.3, -1}, {0.3, 0.7, 1}));
  add_paddle(scene, {0.04, 0.12, 1}, {0.6, 0.24, 0}, 720);
  Emitter emitter;
  emitter.shape = ball({0.5, 0.8, flat ? 0 : 0.3}, 0.08);
  emitter.velocity = Vec3d{0.5, -1, 0};
  scene.emitters = {emitter};
  add_sink_and_wind(scene, box({0.9, 0, -1}, {1, 0.1, 1}));
  return scene;
}

TEST(Flip, SameBytesWithAnyNumberOfThreadsAndAfterResuming) {
  for (const int dimensions : {2, 3}) {
    expect_same_bytes(busy_scene(dimensions), 3);
  }
}

TEST(Flip, NothingLeaves) {
  for (const int dimensions : {2, 3}) {
    Scene scene = busy_scene(dimensions);
    scene.sinks.clear();
    scene.emitters.clear();
    Stage stage(scene);
    const size_t before = stage.solver().particles().size();
    for (int frame = 0; frame < 24; ++frame) {
      advance(stage, 1);
      ASSERT_EQ(what_escaped(scene, stage.solver().particles(), stage.frame(), 0.2 * scene.solver.spacing), "");
    }
    EXPECT_EQ(stage.solver().particles().size(), before);
  }
}

// Martin & Moyce 1952, a column twice as high as wide: the front at T = t sqrt(2 g / a) is at Z = z / a.
TEST(Flip, DamBreakFrontIsWhereItWasMeasured) {
  const double a = 0.2;
  Scene scene = flip_pool(2, 0.005, {1.4, 0.6, 0}, 0);
  scene.liquids.clear();
  add_liquid(scene, box({0, 0, -1}, {a, 2 * a, 1}));
  scene.frames.rate = 240;
  Stage stage(scene);
  const std::vector<std::pair<double, double>> measured{{1.219, 1.474}, {1.997, 2.292}, {2.547, 2.995}, {3.345, 4.134}};
  for (const auto& [time, front] : measured) {
    const int frames = static_cast<int>(std::lround(time / std::sqrt(2 * 9.81 / a) * scene.frames.rate));
    advance(stage, frames - (stage.frame() - 1));
    // The tongue of water, not the first drops: where it is still four particles high.
    std::vector<float> along;
    for (const Vec3f& p : stage.solver().particles().position) along.push_back(p.x);
    std::sort(along.begin(), along.end(), std::greater<>());
    double reached = 0;
    for (size_t i = 8; i < along.size() && reached == 0; ++i) {
      if (along[i - 8] - along[i] < 2 * 0.005) reached = along[i];
    }
    note("front at " + std::to_string(time), reached / a / front);
    EXPECT_NEAR(reached / a, front, 0.15 * front);
  }
}

}  // namespace weir::run
