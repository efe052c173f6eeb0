// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/forces/forces.h"

#include <gtest/gtest.h>

namespace weir::forces {

namespace {

// Velocity after `seconds` under one force alone, starting from x and v.
Vec3f velocity_after(Force force, double seconds, double step, Vec3f x, Vec3f v) {
  Scene scene;
  scene.forces = {std::move(force)};
  const auto director = make_force(scene, 0);
  Particles particles;
  particles.resize(1);
  particles.position = {x};
  particles.velocity = {v};
  for (double t = 0; t < seconds - 1e-9; t += step) {
    std::vector<Vec3f> acceleration(1);
    director->forces({1 + t * 24, t, step, 24}, particles, acceleration);
    particles.velocity[0] += acceleration[0] * static_cast<float>(step);
    particles.position[0] += particles.velocity[0] * static_cast<float>(step);
  }
  return particles.velocity[0];
}

Force force_of(decltype(Force::kind) kind) {
  Force force;
  force.kind = std::move(kind);
  return force;
}

}  // namespace

TEST(Forces, PushAddsAcceleration) {
  const Vec3f v = velocity_after(force_of(forces::Push{Vec3d{3, 0, 1}}), 2, 0.1, {}, {0, 1, 0});
  EXPECT_LT(length(v - Vec3f{6, 1, 2}), 1e-4f);
}

// The difference to the wind decays by exp(-drag t), whatever the step, even for a drag far stiffer than it.
TEST(Forces, WindDecaysExactly) {
  for (const double step : {0.25, 0.01}) {
    const Vec3f v = velocity_after(force_of(forces::Wind{Vec3d{2, 0, 0}, 3.0}), 1, step, {}, {0, 0, 4});
    EXPECT_NEAR(v.x, 2 * (1 - std::exp(-3.0)), 1e-4);
    EXPECT_NEAR(v.z, 4 * std::exp(-3.0), 1e-4);
  }
  const Vec3f stiff = velocity_after(force_of(forces::Wind{Vec3d{2, 0, 0}, 1e6}), 1, 0.1, {}, {9, 9, 9});
  EXPECT_LT(length(stiff - Vec3f{2, 0, 0}), 1e-4f);
}

TEST(Forces, VortexTurnsAndLeavesTheAxisFree) {
  const Vec3f v =
      velocity_after(force_of(forces::Vortex{{0, 1, 0}, Vec3d{}, 1.0, 1e6}), 0.001, 0.001, {0.5f, 0, 0}, {0, 7, 0});
  EXPECT_NEAR(v.z, -2 * kPi * 0.5, 1e-3);  // right-hand rule about y: x turns to -z
  EXPECT_NEAR(v.y, 7, 1e-4);
}

TEST(Forces, RegionLimits) {
  Force force = force_of(forces::Push{Vec3d{1, 0, 0}});
  force.region = Shape{shapes::Sphere{{}, 1}, {}};
  EXPECT_EQ(velocity_after(force, 0.1, 0.1, {2, 0, 0}, {}).x, 0);
  EXPECT_NEAR(velocity_after(force, 0.1, 0.1, {0, 0, 0}, {}).x, 0.1, 1e-6);
}

TEST(Forces, AttractPullsAndKeyframesCount) {
  const Animated<double> strength({{1, 0}, {25, 10}}, Interpolation::linear);
  const Vec3f v = velocity_after(force_of(forces::Attract{Vec3d{100, 0, 0}, strength}), 1, 0.001, {}, {});
  EXPECT_NEAR(v.x, 5, 0.02);  // the mean of 0 to 10 over a second
}

}  // namespace weir::forces
