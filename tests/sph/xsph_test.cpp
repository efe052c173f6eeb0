// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/xsph.h"

#include <gtest/gtest.h>

#include "sph/flow_fixture.h"

namespace weir::sph {

TEST(Xsph, TwoParticlesByHand) {
  const float spacing = 0.02f, r = 0.015f, share = 0.1f;
  FlowFixture f(flow_scene(3, 0.02), {{0, 0, 0}, {r, 0, 0}});
  f.mass[1] *= 3;
  f.prepare();
  f.velocity = {{1, 2, 3}, {-1, 0, 5}};
  apply_xsph(f.flow, f.bodies, share, 1, f.velocity);
  const float weight = share * f.flow.volume * Kernel(2 * spacing, 3, spacing).value(r);
  const Vec3f difference{-2, -2, 2};
  EXPECT_LT(length(f.velocity[0] - (Vec3f{1, 2, 3} + difference * (1.5f * weight))), 1e-6f);
  EXPECT_LT(length(f.velocity[1] - (Vec3f{-1, 0, 5} - difference * (0.5f * weight))), 1e-6f);
}

TEST(Xsph, KeepsMomentumAndLosesEnergy) {
  FlowFixture f(flow_scene(3, 0.02), block({12, 11, 10}, 0.02f, 0.3f));
  const Random random(5);
  for (size_t i = 0; i < f.size(); ++i) f.mass[i] *= 0.2f + random.unit(i);
  f.prepare();
  f.set_random_velocity(3);
  const double scale = f.scale(f.velocity);
  const Vec3d momentum = f.momentum(f.velocity);
  for (int step = 0; step < 10; ++step) {
    const double energy = f.energy();
    apply_xsph(f.flow, f.bodies, 0.3f, 1, f.velocity);
    EXPECT_LT(f.energy(), energy);
  }
  EXPECT_LT(length(f.momentum(f.velocity) - momentum), 1e-6 * scale);
}

TEST(Xsph, LeavesTranslationAlone) {
  FlowFixture f(flow_scene(2, 0.02), block({20, 20, 1}, 0.02f, 0.3f));
  f.set_velocity([](const Vec3f&) { return Vec3f{3, -2, 0}; });
  apply_xsph(f.flow, f.bodies, 0.5f, 1, f.velocity);
  for (const Vec3f& v : f.velocity) EXPECT_EQ(v, (Vec3f{3, -2, 0}));
}

// A particle that knows only the floor gives up this share of its velocity.
TEST(Xsph, WallsHoldLiquidBack) {
  Scene scene = flow_scene(3, 0.02);
  scene.domain = Domain{{-1, 0, -1}, {1, 1, 1}, Walls::closed};
  FlowFixture f(scene, {{0, 0.01f, 0}, {0.5f, 0.5f, 0}});
  ASSERT_GT(f.flow.boundary.density[0] + f.flow.boundary.density[1], 0.1f);
  f.velocity = {{1, 0, 0}, {1, 0, 0}};
  apply_xsph(f.flow, f.bodies, 0.2f, 0.5f, f.velocity);
  for (size_t i = 0; i < 2; ++i) EXPECT_NEAR(f.velocity[i].x, 1 - 0.1f * f.flow.boundary.density[i], 1e-6f);
}

TEST(Xsph, BodiesGetTheOppositeMomentum) {
  Scene scene = flow_scene(3, 0.025);
  Shape cube;
  cube.kind = shapes::Box{{-0.1, -0.1, -0.1}, {0.1, 0.1, 0.1}};
  scene.solids.push_back({"cube", cube, Rigid{300, {0, 1, 0}, {0, 0, 5}}});
  FlowFixture f(scene, block({8, 4, 8}, 0.025f, 0.1f, {-0.1f, 0.1f, -0.1f}));
  ASSERT_GT(f.flow.contacts.size(), 50u);
  f.set_random_velocity(2);
  const auto total = [&] { return f.momentum(f.velocity) + f.bodies.motion(0).velocity * f.bodies.mass(0); };
  const Vec3d before = total();
  const RigidMotion motion = f.bodies.motion(0);
  for (int step = 0; step < 5; ++step) apply_xsph(f.flow, f.bodies, 0.2f, 1, f.velocity);
  EXPECT_LT(length(total() - before), 1e-6 * f.scale(f.velocity));
  EXPECT_GT(length(f.bodies.motion(0).velocity - motion.velocity), 0.01);
}

// Liquid that moves with the body feels nothing of it: what the body's density takes away, the contact gives back.
TEST(Xsph, MovingWithABodyIsNoFriction) {
  Scene scene = flow_scene(3, 0.025);
  Shape cube;
  cube.kind = shapes::Box{{-0.1, -0.1, -0.1}, {0.1, 0.1, 0.1}};
  scene.solids.push_back({"cube", cube, Rigid{300, {0, 1, 0}, {}}});
  FlowFixture f(scene, block({8, 4, 8}, 0.025f, 0, {-0.1f, 0.1f, -0.1f}));
  f.set_velocity([](const Vec3f&) { return Vec3f{0, 1, 0}; });
  apply_xsph(f.flow, f.bodies, 0.2f, 1, f.velocity);
  for (const Vec3f& v : f.velocity) EXPECT_LT(length(v - Vec3f{0, 1, 0}), 1e-6f);
}

}  // namespace weir::sph
