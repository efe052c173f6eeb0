// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/emitters.h"

#include <gtest/gtest.h>

#include "weir/sim/seeding.h"

namespace weir {

namespace {

Scene jet(double speed) {
  Scene scene;
  scene.solver.spacing = 0.02;
  Emitter emitter;
  emitter.shape.kind = shapes::Box{{0, 0, 0}, {0.2, 0.1, 0.1}};
  emitter.velocity = Vec3d{speed, 0, 0};
  scene.emitters = {emitter};
  return scene;
}

// Number of particles that flow in during a second, with steps of the given length.
size_t flow(const Scene& scene, double step) {
  ShapeBuilder builder(0.01f, scene.frames.rate);
  Emitters emitters(scene, builder);
  const Particles none;
  size_t count = 0;
  for (double t = 0; t < 1 - 1e-9; t += step) {
    Population population(none);
    emitters.emit({1 + t * 24, t, step, 24}, {}, population);
    count += population.added.size();
  }
  return count;
}

// A curtain one spacing thick and 1 m wide that falls out of a slot, as it is after a second without gravity.
Scene curtain(double thickness) {
  Scene scene = jet(1);
  scene.emitters[0].shape.kind = shapes::Box{{0, 0, 0}, {thickness, 0.1, 1}};
  scene.emitters[0].velocity = Vec3d{0, -1, 0};
  return scene;
}
std::vector<Vec3f> stream(const Scene& scene, double seconds) {
  ShapeBuilder builder(0.01f, scene.frames.rate);
  Emitters emitters(scene, builder);
  const Particles none;
  const double step = 0.0065;
  std::vector<Vec3f> points;
  for (int i = 0; i * step < seconds; ++i) {
    const auto velocity = static_cast<Vec3f>(value_at(scene.emitters[0].velocity, 1));
    for (Vec3f& p : points) p += velocity * static_cast<float>(step);
    Population population(none);
    emitters.emit({1 + i * step * 24, i * step, step, 24}, {}, population);
    points.insert(points.end(), population.added.position.begin(), population.added.position.end());
  }
  return points;
}

}  // namespace

// Speed times cross-section: 0.1 x 0.1 m holds 5 x 5 particles, a second at 2 m/s is 100 layers.
TEST(Emitters, FlowIsSpeedTimesArea) {
  for (const double step : {0.04, 0.01, 0.0025}) EXPECT_NEAR(static_cast<double>(flow(jet(2), step)), 2500, 25) << step;
}

// Through windows of any form, also thinner than a spacing, and in any direction.
TEST(Emitters, FlowIsRightThroughThinWindows) {
  for (const double thickness : {0.01, 0.02, 0.033}) {
    EXPECT_NEAR(static_cast<double>(flow(curtain(thickness), 0.01)) / (thickness / 8e-6), 1, 0.005) << thickness;
    Scene tilted = curtain(thickness);
    tilted.emitters[0].velocity = Vec3d{0.6, -0.8, 0.3};
    const double area = 0.6 * 0.1 + 0.8 * thickness + 0.3 * 0.1 * thickness;
    for (const double step : {0.002, 0.01, 0.05}) {
      EXPECT_NEAR(static_cast<double>(flow(tilted, step)) / (area / 8e-6), 1, 0.005) << thickness << " " << step;
    }
  }
  for (const double slant : {0.0, 0.3, 2.0}) {
    Scene flat = curtain(0.02);
    flat.dimensions = 2;
    flat.emitters[0].shape.kind = shapes::Box{{0, 0, -1}, {0.25, 0.1, 1}};
    flat.emitters[0].velocity = Vec3d{slant, -1, 0};
    const double width = 0.25 + slant * 0.1;
    EXPECT_NEAR(static_cast<double>(flow(flat, 0.01)) / (width / 4e-4), 1, 0.005) << slant;
  }
}

// Slices across the flow, a quarter of a spacing thick, all hold the same: layers would come in every fourth only.
TEST(Emitters, AStreamHasNoLayers) {
  for (const double thickness : {0.02, 0.04, 0.1}) {
    const std::vector<Vec3f> points = stream(curtain(thickness), 1.0);
    std::vector<double> slice(180);
    for (const Vec3f& p : points) {
      const double n = -static_cast<double>(p.y) / 0.005;
      if (n >= 0 && n < 180) slice[static_cast<size_t>(n)] += 1;
    }
    const double mean = 1 * thickness * 0.005 / 8e-6;
    double variance = 0;
    for (const double n : slice) variance += (n - mean) * (n - mean) / 180;
    EXPECT_LT(variance, 0.15 * mean) << thickness;  // of random points: the mean; of layers: 3 times its square
  }
}

// Drawn out eight times by its fall, as water that comes out at 0.6 m/s is after 1.1 m, two layers' worth of points
// leave no hole of more than two spacings; a grid's rows would be eight apart.
TEST(Emitters, ADrawnOutStreamStaysEvenlySpread) {
  std::vector<Vec3f> points = stream(curtain(0.04), 1.0);
  for (Vec3f& p : points) p.y *= 8, p.x = 0;
  double widest = 0;
  for (float y = -5; y < -4; y += 0.01f) {
    for (float z = 0.1f; z < 0.9f; z += 0.01f) {
      float nearest = 1;
      for (const Vec3f& p : points) nearest = std::min(nearest, length_squared(p - Vec3f{0, y, z}));
      widest = std::max(widest, std::sqrt(static_cast<double>(nearest)));
    }
  }
  EXPECT_LT(widest, 2 * 0.02);
}

TEST(Emitters, EmittersDifferAndFollowTheSeed) {
  Scene scene = jet(1);
  scene.emitters.push_back(scene.emitters[0]);
  const std::vector<Vec3f> both = stream(scene, 0.1);
  scene.seed = 2;
  EXPECT_NE(stream(scene, 0.1), both);
  scene.seed = 1;
  scene.emitters.pop_back();
  const std::vector<Vec3f> one = stream(scene, 0.1);
  EXPECT_NEAR(static_cast<double>(both.size()), 2 * static_cast<double>(one.size()), 10);
  for (const Vec3f& p : one) EXPECT_EQ(std::count(both.begin(), both.end(), p), 1);
}

TEST(Emitters, RunsOnlyBetweenItsFrames) {
  Scene scene = jet(2);
  scene.emitters[0].first = 7;  // a quarter of a second in
  scene.emitters[0].last = 19;  // three quarters in
  EXPECT_NEAR(static_cast<double>(flow(scene, 0.01)), 1250, 50);
}

TEST(Emitters, NewParticlesKeepTheirDistance) {
  const Scene scene = jet(1.3);
  ShapeBuilder builder(0.01f, 24);
  Emitters emitters(scene, builder);
  Particles all;
  uint64_t next_id = 0;
  const double step = 0.007;
  for (int i = 0; i < 60; ++i) {
    for (Vec3f& p : all.position) p.x += static_cast<float>(1.3 * step);
    Population population(all);
    emitters.emit({1 + i * step * 24, i * step, step, 24}, {}, population);
    population.apply(all, next_id, 1000000);
  }
  ASSERT_GT(all.size(), 500u);
  EXPECT_EQ(all.validate(), "");
  for (size_t i = 0; i < all.size(); ++i) {
    for (size_t j = 0; j < i; ++j) ASSERT_GT(length(all.position[i] - all.position[j]), 0.0204f);
  }
}

// What one step brings in, and how fast.
static Particles step_of(Emitters& emitters, double frame, std::span<const RigidPose> rigid = {}) {
  const Particles none;
  Population population(none);
  population.rigid = rigid;
  emitters.emit({frame, (frame - 1) / 24, 0.02, 24}, {}, population);
  return population.added;
}

static Box3f bounds_of(const Particles& particles) {
  Box3f box;
  for (const Vec3f& x : particles.position) box.include(x);
  return box;
}

TEST(Emitters, AnAlignedPathTurnsTheStream) {
  Scene scene = jet(2);
  Transform& transform = scene.emitters[0].shape.transform;
  transform.pivot = Vec3d{0.1, 0.05, 0.05};
  transform.path = Path{.points = {{0, 0, 0}, {0, 0, -4}},
                        .along = Animated<double>({{1, 0}, {25, 1}}, Interpolation::linear),
                        .align = true};
  ShapeBuilder builder(0.01f, 24);
  Emitters emitters(scene, builder);
  const Particles turned = step_of(emitters, 13);
  ASSERT_GT(turned.size(), 10u);
  for (const Vec3f& v : turned.velocity) EXPECT_LT(length(v - Vec3f{0, 0, -2}), 1e-5f);
  EXPECT_LT(length(bounds_of(turned).centre() - Vec3f{0, 0, -2}), 0.25f);
  transform.path->align = false;
  Emitters plain(scene, builder);
  for (const Vec3f& v : step_of(plain, 13).velocity) EXPECT_EQ(v, (Vec3f{2, 0, 0}));
}

// As seen from the solid: turned with it, and its motion at the middle of the emitter is added.
TEST(Emitters, AnAttachedStreamIsThatOfItsSolid) {
  Scene scene = jet(2);
  scene.emitters[0].shape.transform.attach = "arm";
  Solid arm;
  arm.name = "arm";
  arm.shape.transform.spin_axis = {0, 0, 1};
  arm.shape.transform.spin = Animated<double>({{1, 0}, {25, 180}}, Interpolation::linear);
  scene.solids = {arm};
  scene.emitters[0].shape.transform.carrier = std::make_shared<const Carrier>(Carrier{arm.shape.transform, 1});
  ShapeBuilder builder(0.01f, 24);
  Emitters emitters(scene, builder);
  const Particles added = step_of(emitters, 13);
  ASSERT_GT(added.size(), 10u);
  // A quarter turn: (0.1, 0.05) is at (-0.05, 0.1), which goes round at half a turn a second.
  const Vec3f expected{static_cast<float>(-kPi * 0.1), static_cast<float>(2 - kPi * 0.05), 0};
  for (const Vec3f& v : added.velocity) EXPECT_LT(length(v - expected), 1e-5f);
}

TEST(Emitters, AnEmitterOnARigidSolidGoesWhereTheStepTookIt) {
  Scene scene = jet(2);
  scene.emitters[0].shape.transform.attach = "boat";
  Solid boat;
  boat.name = "boat";
  boat.rigid = Rigid{};
  scene.solids = {boat};
  ShapeBuilder builder(0.01f, 24);
  Emitters emitters(scene, builder);
  const RigidPose pose{.solid = 0, .begin = {{}, {3, 0, 0}}, .end = {{}, {3, 0.02, 0}}};
  const Particles added = step_of(emitters, 13, {&pose, 1});
  ASSERT_GT(added.size(), 10u);
  for (const Vec3f& v : added.velocity) EXPECT_LT(length(v - Vec3f{2, 1, 0}), 1e-5f);
  EXPECT_LT(length(bounds_of(added).centre() - Vec3f{3.02f, 0.06f, 0.05f}), 0.05f);
}

TEST(Population, BudgetAndIds) {
  Particles particles;
  particles.resize(3);
  particles.id = {0, 1, 2};
  Population population(particles);
  population.removed[1] = 1;
  for (int i = 0; i < 5; ++i) population.add({static_cast<float>(i), 0, 0}, {}, 1, 0, true);
  uint64_t next_id = 3;
  population.apply(particles, next_id, 4);
  EXPECT_EQ(particles.id, (std::vector<uint64_t>{0, 2, 3, 4}));
  EXPECT_EQ(next_id, 5u);
  EXPECT_EQ(particles.temporary, (std::vector<uint8_t>{0, 0, 1, 1}));
}

TEST(Seeding, MassIsThatOfTheShapeOnEveryLattice) {
  for (const int dimensions : {2, 3}) {
    for (const Lattice lattice : {Lattice::regular, Lattice::body_centred}) {
      Scene scene;
      scene.dimensions = dimensions;
      scene.solver.spacing = 0.02;
      Liquid liquid;
      liquid.shape.kind = shapes::Sphere{{}, 0.5};
      liquid.lattice = lattice;
      scene.liquids = {liquid};
      ShapeBuilder builder(0.01f, 24);
      const Particles particles = seed_liquids(scene, builder, Solids(scene, builder));
      double mass = 0;
      for (const float m : particles.mass) mass += m;
      const double expected = 1000 * (dimensions == 2 ? kPi * 0.25 : kPi / 6);
      EXPECT_NEAR(mass / expected, 1, 0.01) << dimensions;
    }
  }
}

TEST(Seeding, EarlierLiquidsAndSolidsComeFirst) {
  Scene scene;
  scene.solver.spacing = 0.1;
  scene.phases = {Phase{}, Phase{.name = "oil", .density = 900}};
  Liquid water, oil;
  water.shape.kind = shapes::Box{{0, 0, 0}, {1, 1, 1}};
  oil.shape.kind = shapes::Box{{0, 0, 0}, {1, 2, 1}};
  oil.phase = "oil";
  scene.liquids = {water, oil};
  Solid solid;
  solid.shape.kind = shapes::Box{{0.5, 0, 0}, {1, 1, 1}};
  scene.solids = {solid};
  ShapeBuilder builder(0.05f, 24);
  const Solids solids(scene, builder);
  const Particles particles = seed_liquids(scene, builder, solids);
  EXPECT_EQ(particles.validate(), "");
  EXPECT_EQ(std::count(particles.phase.begin(), particles.phase.end(), 0), 500);
  EXPECT_EQ(std::count(particles.phase.begin(), particles.phase.end(), 1), 1000);
  EXPECT_FLOAT_EQ(particles.mass[0], 1.0f);
  EXPECT_FLOAT_EQ(particles.mass.back(), 0.9f);
}

}  // namespace weir
