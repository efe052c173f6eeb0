// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Liquid at rest stays at rest, keeps its volume and carries its own weight: p = rho g depth.

#include "liquid.h"
#include "sph/sph_settings.h"

namespace weir::run {

static constexpr double kGravity = 9.81;

// Slope of pressure against depth (Pa/m), by least squares over many moments: a step's pressure is what that step
// needs, and varies much from one to the next. Particles of the surface, and of the lowest layers, which see the wall,
// are left out.
static double pressure_gradient(Stage& stage, int frames, double depth, double spacing) {
  double n = 0, sy = 0, sp = 0, syy = 0, syp = 0;
  for (int frame = 0; frame < frames; ++frame) {
    stage.advance();
    const std::vector<float> pressure = sph_state(stage).pressure;
    const std::vector<Vec3f>& position = stage.solver().particles().position;
    for (size_t i = 0; i < position.size(); ++i) {
      const double y = position[i].y, p = pressure[i];
      if (y < 2 * spacing || y > depth - 2 * spacing) continue;
      n += 1, sy += y, sp += p, syy += y * y, syp += y * p;
    }
  }
  return -(n * syp - sy * sp) / (n * syy - sy * sy);
}

struct Allowed {
  double height, speed, slope;
};

static void expect_hydrostatic(Scene scene, double depth, const Allowed& allowed) {
  scene.frames.rate = 240;
  const double spacing = scene.solver.spacing;
  Stage stage(scene);
  const double height = mean_height(stage.solver().particles());
  const double width = scene.domain->upper.x;
  const double surface = surface_between(stage.solver().particles(), 0, width, spacing);
  const Stage::FrameReport last = advance(stage, 360);
  const Particles& p = stage.solver().particles();
  const double change = mean_height(p) / height - 1;
  const double drift = surface_between(p, 0, width, spacing) - surface;
  const double speed = mean_speed(p) / std::sqrt(kGravity * depth);
  const double slope = pressure_gradient(stage, 120, depth, spacing) / (1000 * kGravity);
  note("height_change", change);
  note("surface_drift_spacings", drift / spacing);
  note("speed", speed);
  note("compression_mean", measure(last, "compression_mean"));
  note("compression_max", measure(last, "compression_max"));
  note("pressure_slope", slope);
  EXPECT_LT(std::abs(change), allowed.height);
  EXPECT_LT(std::abs(drift), 0.5 * spacing);
  EXPECT_LT(speed, allowed.speed);
  EXPECT_LT(measure(last, "compression_mean"), 0.1);
  EXPECT_LT(measure(last, "compression_max"), 3);
  EXPECT_NEAR(slope, 1, allowed.slope);
}

TEST(SphRest, AFlatColumnIsHydrostatic) {
  expect_hydrostatic(pool(2, 0.02, {0.6, 1, 0}, 0.6), 0.6, {.height = 0.01, .speed = 0.02, .slope = 0.1});
}

// Only twelve particles deep: from their lattice they settle into a form a little denser, and keep simmering.
TEST(SphRest, AColumnIsHydrostatic) {
  expect_hydrostatic(pool(3, 0.04, {0.4, 0.8, 0.4}, 0.48), 0.48, {.height = 0.03, .speed = 0.06, .slope = 0.15});
}

class SphMethods : public ::testing::TestWithParam<sph::PressureMethod> {};

INSTANTIATE_TEST_SUITE_P(, SphMethods,
                         ::testing::Values(sph::PressureMethod::dfsph, sph::PressureMethod::iisph,
                                           sph::PressureMethod::wcsph),
                         [](const auto& test) {
                           return std::string(std::array{"dfsph", "iisph", "wcsph"}[static_cast<size_t>(test.param)]);
                         });

TEST_P(SphMethods, KeepAPoolAtRest) {
  const Scene scene = pool(2, 0.025, {0.8, 0.8, 0}, 0.4, GetParam());
  Stage stage(scene);
  const double height = mean_height(stage.solver().particles());
  const Stage::FrameReport last = advance(stage, 36);
  const Particles& p = stage.solver().particles();
  note("height_change", mean_height(p) / height - 1);
  note("speed", mean_speed(p) / std::sqrt(kGravity * 0.4));
  note("compression_mean", measure(last, "compression_mean"));
  note("steps", last.steps);
  EXPECT_NEAR(mean_height(p), height, 0.02 * height);
  EXPECT_LT(mean_speed(p), 0.02 * std::sqrt(kGravity * 0.4));
  EXPECT_LT(measure(last, "compression_mean"), 1);
}

}  // namespace weir::run
