// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Heat, thickness and colour that particles carry, in runs of both solvers.

#include "ballistic/ballistic_settings.h"
#include "liquid.h"
#include "refusal.h"

namespace weir::run {

namespace {

constexpr double kSpacing = 0.04;

// A column that falls over in a flat tank.
Scene column(bool grid) {
  const Vec3d size{1.2, 0.8, 0};
  Scene scene = grid ? flip_pool(2, kSpacing, size, 0.6) : pool(2, kSpacing, size, 0.6);
  scene.liquids[0].shape = box({0, 0, -1}, {0.4, 0.6, 1});
  scene.frames.last = 100;
  return scene;
}

// Drops that are in the air fall whatever their viscosity, so the mean is looked at.
double mean_speed(const Stage& stage) {
  const std::vector<Vec3f>& velocity = stage.solver().particles().velocity;
  double sum = 0;
  for (const Vec3f& v : velocity) sum += static_cast<double>(length(v));
  return sum / static_cast<double>(velocity.size());
}

Vec3d mean_colour(const Particles& p) {
  Vec3d sum{};
  for (const Vec3f& c : p.colour) sum += static_cast<Vec3d>(c);
  return sum / static_cast<double>(p.size());
}

double spread_of_red(const Particles& p) {
  const double mean = mean_colour(p).x;
  double sum = 0;
  for (const Vec3f& c : p.colour) sum += (static_cast<double>(c.x) - mean) * (static_cast<double>(c.x) - mean);
  return std::sqrt(sum / static_cast<double>(p.size()));
}

}  // namespace

TEST(Carried, AKeyframedViscosityStopsAFlow) {
  for (const bool grid : {false, true}) {
    Scene scene = column(grid);
    scene.phases[0].viscosity = Animated<double>({{1, 0}, {8, 1e5}}, Interpolation::step);
    Stage stage(scene);
    advance(stage, 7);
    const double flowing = mean_speed(stage);
    advance(stage, 4);
    EXPECT_GT(flowing, 0.5) << grid;
    EXPECT_LT(mean_speed(stage), 0.2 * flowing) << grid;
  }
}

// Of two halves the one that is a thousand times as thick stands while the other runs away.
TEST(Carried, ThicknessIsPaintedByLiquids) {
  for (const bool grid : {false, true}) {
    Scene scene = column(grid);
    scene.phases[0].viscosity = 20;
    scene.liquids[0].shape = box({0, 0, -1}, {0.3, 0.4, 1});
    scene.liquids[0].thickness = 1000;
    add_liquid(scene, box({0.8, 0, -1}, {1.2, 0.4, 1}));
    Stage stage(scene);
    advance(stage, 24);
    double stays = 0, runs = 1.2;
    const Particles& p = stage.solver().particles();
    for (size_t i = 0; i < p.size(); ++i) {
      const auto x = static_cast<double>(p.position[i].x);
      p.thickness[i] > 500 ? stays = std::max(stays, x) : runs = std::min(runs, x);
    }
    EXPECT_LT(stays, 0.36) << grid;
    EXPECT_LT(runs, 0.6) << grid;
  }
}

// Colours become one, and their mean stays what it was.
TEST(Carried, ColoursMix) {
  for (const bool grid : {false, true}) {
    Scene scene = column(grid);
    scene.liquids[0].colour = Colour{{1, 0.8, 0}};
    add_liquid(scene, box({0.4, 0, -1}, {0.8, 0.3, 1}));
    scene.liquids[1].colour = Colour{{0, 0.1, 1}};
    scene.mixing.paint = 0.05;
    Stage stage(scene);
    const Particles& p = stage.solver().particles();
    const Vec3d first = mean_colour(p);
    const double apart = spread_of_red(p);
    advance(stage, 48);
    EXPECT_LT(length(mean_colour(p) - first), 1e-3) << grid;
    EXPECT_LT(spread_of_red(p), 0.5 * apart) << grid;
    for (const Vec3f& c : p.colour) EXPECT_TRUE(min_component(c) > -0.02f && max_component(c) < 1.02f) << grid;
  }
}

// A hot floor warms the liquid above it and nothing else does.
TEST(Carried, ASolidWarmsWhatTouchesIt) {
  for (const bool grid : {false, true}) {
    Scene scene = column(grid);
    scene.liquids[0].shape = box({0, 0.08, -1}, {1.2, 0.4, 1});
    add_solid(scene, box({-0.2, -0.2, -1}, {1.4, 0.08, 1})).heat = 100.0;
    scene.mixing.heat = 0.002;
    Stage stage(scene);
    advance(stage, 24);
    const Particles& p = stage.solver().particles();
    // Half infinite: (T - 20) / 80 = erfc(y / (2 sqrt(D t))).
    const double reach = 2 * std::sqrt(0.002 * 1.0);
    double error = 0;
    for (size_t i = 0; i < p.size(); ++i) {
      const double y = static_cast<double>(p.position[i].y) - 0.08;
      error += std::abs((static_cast<double>(p.heat[i]) - 20) / 80 - std::erfc(y / reach));
    }
    note(grid ? "flip_mean_error" : "sph_mean_error", error / static_cast<double>(p.size()));
    EXPECT_LT(error / static_cast<double>(p.size()), 0.03) << grid;
  }
}

TEST(Carried, SameBytesWithAnyThreadsAndResumed) {
  for (const bool grid : {false, true}) {
    Scene scene = column(grid);
    scene.liquids[0].heat = 90;
    scene.liquids[0].thickness = 2;
    Emitter emitter;
    emitter.shape = box({0.8, 0.5, -1}, {1, 0.6, 1});
    emitter.heat = Animated<double>({{1, 20}, {5, 60}}, Interpolation::linear);
    emitter.colour = Animated<Colour>({{1, {{1, 0, 0}}}, {4, {{0, 0, 1}}}}, Interpolation::linear);
    scene.emitters = {emitter};
    scene.phases[0].viscosity_by_heat = {{.heat = 0, .viscosity = 100}, {.heat = 100, .viscosity = 1}};
    add_solid(scene, box({0.5, -0.2, -1}, {0.7, 0.1, 1})).heat = 5.0;
    scene.mixing = {.heat = 0.001, .paint = 0.002};
    expect_same_bytes(scene, 3);
  }
}

// Each particle keeps the colour that its emitter had when it came out: from red to blue along the jet.
TEST(Carried, AnEmitterChangesItsColour) {
  for (const bool grid : {false, true}) {
    Scene scene = column(grid);
    scene.liquids.clear();
    scene.gravity = Vec3d{};
    Emitter emitter;
    emitter.shape = box({0.1, 0.3, -1}, {0.2, 0.5, 1});
    emitter.velocity = Vec3d{1, 0, 0};
    emitter.colour = Animated<Colour>({{1, {{1, 0, 0}}}, {13, {{0, 0, 1}}}}, Interpolation::linear);
    scene.emitters = {emitter};
    Stage stage(scene);
    advance(stage, 12);
    const Particles& p = stage.solver().particles();
    ASSERT_GT(p.size(), 20u);
    for (size_t i = 0; i < p.size(); ++i) {
      const float left = 13 - 24 * (p.position[i].x - 0.15f);  // frame at which it was in the middle of the emitter
      EXPECT_NEAR(p.colour[i].z, std::clamp((left - 1) / 12, 0.0f, 1.0f), 0.3) << grid;
      EXPECT_NEAR(p.colour[i].x + p.colour[i].z, 1, 1e-5);
    }
    EXPECT_GT(spread_of_red(p), 0.15);
  }
}

TEST(Carried, OtherSolversRefuse) {
  Scene scene = column(false);
  scene.solver.settings = ballistic::BallisticSettings{};
  scene.liquids[0].heat = 50;
  EXPECT_NE(refusal([&] { Stage stage(scene); }).find("carries neither heat"), std::string::npos);
}

}  // namespace weir::run
