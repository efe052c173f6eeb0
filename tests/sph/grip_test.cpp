// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "base/files.h"
#include "sph/flow_fixture.h"
#include "sph/solid_hold.h"
#include "sph/viscosity.h"
#include "sph/xsph.h"
#include "temp_folder.h"

namespace weir::sph {

namespace {

constexpr double kSpacing = 0.02;
constexpr auto kS = static_cast<float>(kSpacing);
constexpr double kStep = 0.001;

Solid plate(const Vec3d& lower, const Vec3d& upper, const SolidGrip& grip) {
  Solid solid;
  solid.shape.kind = shapes::Box{lower, upper};
  solid.friction = static_cast<double>(grip.friction);
  if (grip.stickiness) solid.stickiness = static_cast<double>(*grip.stickiness);
  solid.adhesion = static_cast<double>(grip.adhesion);
  return solid;
}

// Two plates side by side, one below x < 0.4 and one beyond it, with a layer of liquid upon both.
Scene two_plates(int dimensions, const SolidGrip& left, const SolidGrip& right) {
  Scene scene = flow_scene(dimensions, kSpacing);
  scene.solids = {plate({0, -0.1, -0.2}, {0.4, 0, 0.6}, left), plate({0.4, -0.1, -0.2}, {0.8, 0, 0.6}, right)};
  return scene;
}
std::vector<Vec3f> layer(int dimensions) { return block({40, 1, dimensions == 2 ? 1 : 20}, kS); }

size_t nearest_to(const FlowFixture& f, float x) {
  const Vec3f wanted{x, 0.5f * kS, f.scene.dimensions == 2 ? 0 : 0.2f};
  size_t best = 0;
  for (size_t i = 0; i < f.size(); ++i) {
    if (length(f.position[i] - wanted) < length(f.position[best] - wanted)) best = i;
  }
  return best;
}

void hold(FlowFixture& f, float pressure, float viscosity = 0) {
  const std::vector<float> pressures(f.size(), pressure), none(f.size()), viscosities{viscosity};
  const std::vector<Vec3f> acceleration(f.size());
  SolidHold(f.scene, f.flow, f.bodies).apply({kStep, pressures, none, acceleration, f.phase, viscosities}, f.velocity);
}

// m/s that this pressure gives to a particle across the plate in a step.
float push(const FlowFixture& f, size_t i, float pressure) {
  return static_cast<float>(kStep) * f.flow.volume * pressure * length(f.flow.boundary.gradient[i]) / f.mass[i];
}

}  // namespace

TEST(Grip, EverySolidHasItsOwnShareOfViscosity) {
  for (const int dimensions : {2, 3}) {
    FlowFixture f(two_plates(dimensions, {0, 0.0f, 0}, {0, 0.5f, 0}), layer(dimensions));
    f.set_velocity([](const Vec3f&) { return Vec3f{1, 0, 0}; });
    apply_xsph(f.flow, f.bodies, 0.1f, 1, f.velocity);
    const size_t slippery = nearest_to(f, 0.2f), sticky = nearest_to(f, 0.6f);
    EXPECT_EQ(f.velocity[slippery].x, 1);
    EXPECT_NEAR(f.velocity[sticky].x, 1 - 0.1f * 0.5f * f.flow.boundary.density[sticky], 1e-6f);
    EXPECT_LT(f.velocity[sticky].x, 0.995f);
    EXPECT_EQ(f.flow.boundary.stress[slippery].xx, 0);
    EXPECT_GT(f.flow.boundary.stress[sticky].xx, 0);
  }
}

TEST(Grip, WhereASceneSaysNothingNothingIsSummed) {
  FlowFixture f(two_plates(2, {}, {}), layer(2));
  EXPECT_TRUE(f.flow.boundary.grip.empty());
}

TEST(Grip, FrictionTakesAShareOfThePushOffTheSpeedAlongTheSolid) {
  for (const int dimensions : {2, 3}) {
    const float mu = 0.3f, pressure = 2000;
    FlowFixture f(two_plates(dimensions, {0, {}, 0}, {mu, {}, 0}), layer(dimensions));
    f.set_velocity([](const Vec3f&) { return Vec3f{1, 0.1f, 0}; });
    hold(f, pressure);
    const size_t smooth = nearest_to(f, 0.2f), rough = nearest_to(f, 0.6f);
    EXPECT_EQ(f.velocity[smooth], (Vec3f{1, 0.1f, 0}));
    const float taken = mu * push(f, rough, pressure);
    EXPECT_GT(taken, 0.01f);
    EXPECT_NEAR(f.velocity[rough].x, 1 - taken, 1e-5f);
    EXPECT_NEAR(f.velocity[rough].y, 0.1f, 1e-3f);
    // Never backwards.
    f.set_velocity([&](const Vec3f&) { return Vec3f{0.5f * taken, 0, 0}; });
    hold(f, pressure);
    EXPECT_NEAR(f.velocity[rough].x, 0, 1e-4f * taken);
  }
}

TEST(Grip, WhatIsStickyTakesItsShareOfTheSpeedForEverySpacing) {
  const float stickiness = 0.6f, speed = 2;
  FlowFixture f(two_plates(2, {0, stickiness, 0}, {0, 1.0f, 0}), layer(2));
  const size_t half = nearest_to(f, 0.2f), whole = nearest_to(f, 0.6f);
  f.set_velocity([&](const Vec3f&) { return Vec3f{speed, 0, 0}; });
  hold(f, 0);
  EXPECT_NEAR(f.velocity[whole].x, 0.01f * speed, 2e-3f * speed);
  // Many short steps over a way of two spacings leave (1 - s)^2.
  f.set_velocity([&](const Vec3f&) { return Vec3f{speed, 0, 0}; });
  float way = 0;
  while (way < 2 * kS) {
    hold(f, 0);
    way += f.velocity[half].x * static_cast<float>(kStep);
  }
  EXPECT_NEAR(f.velocity[half].x, speed * std::pow(1 - stickiness, way / kS), 0.03f * speed);
}

TEST(Grip, APlateDragsWhatSticksToIt) {
  Scene scene = two_plates(2, {0, 0.0f, 0}, {0, 1.0f, 0});
  Animated<Vec3d>& way = scene.solids[1].shape.transform.translate;
  way.keys = {{1, Vec3d{0, 0, 0}}, {25, Vec3d{3, 0, 0}}};
  way.between = Interpolation::linear;
  FlowFixture f(scene, layer(2));
  hold(f, 0);
  EXPECT_EQ(f.velocity[nearest_to(f, 0.2f)].x, 0);
  // Its keyframes take it along at 3 m/s.
  EXPECT_NEAR(f.velocity[nearest_to(f, 0.6f)].x, 3, 0.1f);
}

TEST(Grip, AdhesionPullsAsHardAsIsSaidIn2DAsIn3D) {
  for (const int dimensions : {2, 3}) {
    FlowFixture f(two_plates(dimensions, {0, {}, 15}, {}), layer(dimensions));
    std::vector<Vec3f> acceleration(f.size());
    SolidHold(f.scene, f.flow, f.bodies).add_adhesion(kStep, acceleration);
    EXPECT_EQ(acceleration[nearest_to(f, 0.6f)], Vec3f{});
    const Vec3f pull = acceleration[nearest_to(f, 0.2f)];
    EXPECT_NEAR(pull.y, -15, 1.5f);
    EXPECT_LT(std::abs(pull.x) + std::abs(pull.z), 1.5f);
  }
}

TEST(Grip, BodiesAndLiquidKeepTheirMomentum) {
  for (const float viscosity : {0.0f, 10.0f}) {
    Scene scene = flow_scene(3, kSpacing);
    scene.solids = {plate({0, -0.1, 0}, {0.3, 0, 0.3}, {0.3f, 0.5f, 20})};
    scene.solids[0].rigid = Rigid{};
    FlowFixture f(scene, block({15, 2, 15}, kS));
    std::vector<Vec3f> acceleration(f.size());
    SolidHold(f.scene, f.flow, f.bodies).add_adhesion(kStep, acceleration);
    f.set_velocity([](const Vec3f&) { return Vec3f{1, 0, 0.2f}; });
    const Vec3d before = f.momentum(f.velocity);
    for (size_t i = 0; i < f.size(); ++i) f.velocity[i] += acceleration[i] * static_cast<float>(kStep);
    hold(f, 2000, viscosity);
    if (viscosity > 0) {
      const std::vector<float> viscosities{viscosity};
      std::vector<Vec3f> change(f.size());
      Viscosity(f.flow, f.bodies, 3)
          .apply({.step = kStep, .viscosity = viscosities, .wall_friction = 1}, f.phase, f.velocity, change);
    }
    const Vec3d of_body = f.bodies.motion(0).velocity * f.bodies.mass(0);
    EXPECT_GT(of_body.x, 0.01 * before.x);
    EXPECT_GT(of_body.y, 1e-4 * before.x);
    EXPECT_LT(length(f.momentum(f.velocity) + of_body - before), 1e-3 * length(of_body));
  }
}

// A floor of two quads from x = 0 to 0.8; its vertices at x = 0 and 0.4 have all of it, those at 0.8 nothing.
static std::string painted_floor(const std::string& name) {
  std::string text = "ply\nformat ascii 1.0\nelement vertex 12\n";
  for (const char* p : {"x", "y", "z"}) text += std::string("property float ") + p + "\n";
  text += "property float " + name + "\nelement face 10\nproperty list uchar int vertex_indices\nend_header\n";
  for (const char* x : {"0 ", "0.4 ", "0.8 "}) {
    for (const char* y : {"-0.1 0 ", "-0.1 0.4 ", "0 0 ", "0 0.4 "})
      text += x + std::string(y) + (x[2] == '8' ? "0" : "1") + "\n";
  }
  for (const char* q : {"2 3 7 6", "6 7 11 10", "1 0 4 5", "5 4 8 9", "0 2 6 4", "4 6 10 8", "3 1 5 7", "7 5 9 11",
                        "0 1 3 2", "10 11 9 8"}) {
    text += std::string("4 ") + q + "\n";
  }
  return text;
}

TEST(Grip, PaintIsAShareOfWhatTheSolidHas) {
  const TempFolder folder;
  write_file(folder / "floor.ply", painted_floor("adhesion"));
  Scene scene = flow_scene(3, kSpacing);
  Solid floor;
  floor.shape.kind = shapes::MeshFile{folder / "floor.ply"};
  floor.adhesion = 10;
  scene.solids = {floor};
  FlowFixture f(scene, layer(3));
  std::vector<Vec3f> acceleration(f.size());
  SolidHold(f.scene, f.flow, f.bodies).add_adhesion(kStep, acceleration);
  EXPECT_NEAR(acceleration[nearest_to(f, 0.2f)].y, -10, 1);
  EXPECT_NEAR(acceleration[nearest_to(f, 0.6f)].y, -5, 0.5f);
  EXPECT_NEAR(acceleration[nearest_to(f, 0.7f)].y, -2.5f, 0.5f);
}

}  // namespace weir::sph
