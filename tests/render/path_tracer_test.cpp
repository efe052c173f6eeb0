// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/world/path_tracer.h"

#include <gtest/gtest.h>

#include "render/world/optics.h"
#include "weir/base/parallel.h"
#include "world_fixture.h"

namespace weir::render {

namespace {

void expect_white(const Image& image, float tolerance) {
  double sum = 0;
  for (const Vec3f& p : image.pixels) {
    EXPECT_NEAR(p.x, 1, tolerance);
    sum += p.x;
  }
  EXPECT_NEAR(sum / static_cast<double>(image.pixels.size()), 1, 0.1 * tolerance);
}

}  // namespace

TEST(PathTracer, WhiteBallVanishesInAWhiteSky) {
  World world = furnace({paint(1)});
  world.meshes.push_back(ball_mesh({0, 0, 0}, 0.5f, 0));
  expect_white(trace(world, look({0, 0, 3}, {0, 0, 0}, 25), {.width = 24, .height = 24, .samples = 16}), 0.05f);
}

TEST(PathTracer, GreyBallHasItsShare) {
  World world = furnace({paint(0.5f)});
  world.meshes.push_back(ball_mesh({0, 0, 0}, 0.5f, 0));
  EXPECT_NEAR(light_along(world, {0.1f, 0.1f, 3}, {0, 0, -1}, 64), 0.5, 0.01);
}

TEST(PathTracer, ClearBallVanishesInAWhiteSky) {
  World world = furnace({clear_liquid(1.333f)});
  world.meshes.push_back(ball_mesh({0, 0, 0}, 0.5f, 0));
  expect_white(trace(world, look({0, 0, 3}, {0, 0, 0}, 25), {.width = 24, .height = 24, .samples = 64}), 0.15f);
}

// Light goes straight through the water to the ground, but back to the eye it is refracted and reflected: the two must
// agree, or the ground of every pool is too bright or too dark. The pool is as good as endless.
TEST(PathTracer, WhiteGroundUnderWaterVanishesInAWhiteSky) {
  World world = furnace({clear_liquid(1.333f), paint(1)});
  world.meshes.push_back(box_mesh({-40, -0.1f, -40}, {40, 0.2f, 40}, 0));
  world.meshes.push_back(box_mesh({-41, -1, -41}, {41, 0, 41}, 1));
  EXPECT_NEAR(light_along(world, {0, 1, 0}, {0.3f, -1, 0.2f}, 1 << 15), 1, 0.02);
}

TEST(PathTracer, WaterMirrorsTwoPerCentHeadOn) {
  World world = furnace({clear_liquid(1.333f), paint(0)});
  world.meshes.push_back(box_mesh({-1, -1, -1}, {1, 1, 1}, 0));
  world.meshes.push_back(box_mesh({-2, -2, -2}, {2, 0, 2}, 1));  // black, and the water reaches into it
  EXPECT_NEAR(light_along(world, {0.1f, 3, 0.1f}, {0, -1, 0}), head_on(1.333f), 1e-4);
  EXPECT_NEAR(head_on(1.333f), 0.0204, 1e-4);
}

TEST(PathTracer, FresnelAtTheBrewsterAngleMirrorsOneDirectionOnly) {
  const float index = 1.5f, angle = std::atan(index), beyond = std::asin(std::sin(angle) / index);
  const float across = std::pow(std::sin(angle - beyond) / std::sin(angle + beyond), 2.0f);
  EXPECT_NEAR(fresnel(std::cos(angle), index), 0.5f * across, 1e-6);
  EXPECT_FLOAT_EQ(fresnel(0, index), 1);
  EXPECT_FLOAT_EQ(fresnel(std::cos(std::asin(1 / index) + 0.01f), 1 / index), 1);
  EXPECT_LT(fresnel(std::cos(std::asin(1 / index) - 0.01f), 1 / index), 0.7f);
}

TEST(PathTracer, AbsorbsByBeersLaw) {
  const float absorption = 1.7f, thick = 0.6f, index = 1.333f;
  World world = furnace({clear_liquid(index, absorption)});
  world.meshes.push_back(box_mesh({-5, 0, -5}, {5, thick, 5}, 0));
  // What comes in at the top leaves at either face after any number of passes.
  const float r = head_on(index), pass = std::exp(-absorption * thick);
  const float expected = r + (1 - r) * (1 - r) * pass / (1 - r * pass);
  EXPECT_NEAR(light_along(world, {0.1f, 3, 0.1f}, {0, -1, 0}), expected, 2e-3);
}

// Behind a slab that a ray meets at an angle stands a black wall up to some height. Where its edge hides the ray tells
// how far the slab has shifted it.
TEST(PathTracer, SlabShiftsARayBySnellsLaw) {
  const float index = 1.5f, thick = 1, angle = 0.9f;
  const float inside = std::asin(std::sin(angle) / index);
  const float rise = std::tan(inside) * thick + std::tan(angle);  // through the slab, then 1 m of air
  for (const float edge : {rise - 0.02f, rise + 0.02f}) {
    World world = furnace({clear_liquid(index), paint(0)});
    world.meshes.push_back(box_mesh({-9, -9, -1}, {9, 9, 0}, 0));
    world.meshes.push_back(box_mesh({-20, -20, -2.1f}, {20, edge, -2}, 1));
    const Vec3f direction{0, std::sin(angle), -std::cos(angle)};
    const float light = light_along(world, Vec3f{} - direction, direction, 512);
    if (edge < rise) {
      EXPECT_GT(light, 0.8f);
    } else {
      EXPECT_LT(light, 0.4f);
    }
  }
}

// A prism of 45 degrees turns a ray by a right angle, if its glass is dense enough; if it is not, or if something
// touches its back, the ray goes on into the black.
class Prism : public testing::Test {
 protected:
  static World world(float index, float gap) {
    World world = furnace({clear_liquid(index), paint(0)});
    WorldMesh prism;
    prism.material = 0;
    const float z = 5;
    prism.mesh.positions = {{0, 0, -z}, {1, 0, -z}, {0, 1, -z}, {0, 0, z}, {1, 0, z}, {0, 1, z}};
    prism.mesh.triangles = {{0, 2, 1}, {3, 4, 5}, {0, 1, 4}, {0, 4, 3}, {0, 3, 5}, {0, 5, 2}, {1, 2, 5}, {1, 5, 4}};
    world.meshes.push_back(prism);
    WorldMesh plate;  // along the long side, `gap` away
    plate.material = 1;
    const float s = gap / std::sqrt(2.0f);
    plate.mesh.positions = {
        {1.2f + s, -0.2f + s, -z}, {-0.2f + s, 1.2f + s, -z}, {-0.2f + s, 1.2f + s, z}, {1.2f + s, -0.2f + s, z}};
    plate.mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    world.meshes.push_back(plate);
    world.contact = 0.01f;
    return world;
  }
  static float light(const World& w) { return light_along(w, {0.3f, -2, 0.1f}, {0, 1, 0}, 2048); }
};

TEST_F(Prism, ReflectsTotallyBeyondTheCriticalAngle) {
  EXPECT_EQ(volume(world(1.5f, 0.1f).meshes[0].mesh), 5);
  EXPECT_GT(light(world(1.5f, 0.1f)), 0.99f);   // critical angle 41.8 degrees
  EXPECT_LT(light(world(1.35f, 0.1f)), 0.35f);  // 47.8 degrees
}

TEST_F(Prism, WhatAllButTouchesALiquidTouchesIt) { EXPECT_NEAR(light(world(1.5f, 0.005f)), head_on(1.5f), 0.001); }

TEST(PathTracer, MetalMirrorsInItsColourAndLetsNothingThrough) {
  World world = furnace({clear_liquid(1.333f), paint(0)});
  world.materials[0].metal = true;
  world.materials[0].cloudiness = 1;
  world.materials[0].colour = {0.7f, 0.7f, 0.7f};
  world.meshes.push_back(box_mesh({-5, 0, -5}, {5, 0.6f, 5}, 0));
  EXPECT_NEAR(light_along(world, {0.1f, 3, 0.1f}, {0, -1, 0}, 64), 0.7f, 1e-4);
  world.meshes.push_back(box_mesh({-9, 4, -9}, {9, 5, 9}, 1));  // a black ceiling is seen in it
  EXPECT_EQ(light_along(world, {0.1f, 3, 0.1f}, {0, -1, 0}, 64), 0);
}

TEST(PathTracer, OpaqueLiquidSendsBackAllThatEntersAndGlowingLiquidMore) {
  World world = furnace({clear_liquid(1.333f, 50)});
  world.materials[0].cloudiness = 1;
  world.materials[0].colour = {1, 0.5f, 1};
  world.meshes.push_back(box_mesh({-5, 0, -5}, {5, 0.6f, 5}, 0));
  const float back = head_on(1.333f) + (1 - head_on(1.333f)) * 0.5f;
  EXPECT_NEAR(light_along(world, {0.1f, 3, 0.1f}, {0, -1, 0}), back, 0.02f);
  world.materials[0].glow = 2;
  EXPECT_NEAR(light_along(world, {0.1f, 3, 0.1f}, {0, -1, 0}), back + (1 - head_on(1.333f)) * 0.5f * 2, 0.03f);
}

TEST(PathTracer, MotionBlurOfAnEdgeIsLinear) {
  World world = furnace({paint(0)});
  world.shutter = 0.02f;
  WorldMesh wall;
  wall.mesh.positions = {{-9, -9, 0}, {0, -9, 0}, {0, 9, 0}, {-9, 9, 0}};
  wall.mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
  wall.mesh.velocities.assign(4, {10, 0, 0});  // from -0.1 to 0.1 m while the shutter is open
  world.meshes.push_back(wall);
  for (const float x : {-0.15f, -0.08f, -0.03f, 0.0f, 0.05f, 0.09f, 0.12f}) {
    EXPECT_NEAR(light_along(world, {x, 0, 2}, {0, 0, -1}, 256), std::clamp((x + 0.1f) / 0.2f, 0.0f, 1.0f), 0.01) << x;
  }
}

TEST(PathTracer, LiquidsThatTouchLeaveNoSeam) {
  // Two liquids above one another, a black-free furnace around: overlapping, sharing their boundary, and with a gap.
  for (const float from : {0.48f, 0.5f, 0.505f}) {
    World world = furnace({clear_liquid(1.333f), clear_liquid(1.48f)});
    world.contact = 0.02f;
    world.meshes.push_back(box_mesh({-1, 0, -1}, {1, 0.5f, 1}, 0));
    world.meshes.push_back(box_mesh({-1, from, -1}, {1, 1, 1}, 1));
    const Image image = trace(world, look({2, 2, 4}, {0, 0.5, 0}, 30), {.width = 24, .height = 24, .samples = 64});
    for (const Vec3f& p : image.pixels) EXPECT_NEAR(p.x, 1, 0.25);
  }
}

// A ray down through both liquids into black: only the top face, and a little the boundary between them, mirror.
TEST(PathTracer, BoundaryBetweenLiquidsMirrorsByTheRatioOfTheirIndices) {
  for (const float from : {0.5f, 0.505f}) {
    World world = furnace({clear_liquid(1.333f), clear_liquid(1.8f), paint(0)});
    world.contact = 0.02f;
    world.meshes.push_back(box_mesh({-9, -1, -9}, {9, 0.5f, 9}, 0));
    world.meshes.push_back(box_mesh({-9, from, -9}, {9, 1, 9}, 1));
    world.meshes.push_back(box_mesh({-20, -2, -20}, {20, 0, 20}, 2));
    const float top = head_on(1.8f), between = head_on(1.8f / 1.333f);
    const float expected = top + (1 - top) * (1 - top) * between / (1 - top * between);
    EXPECT_NEAR(light_along(world, {0.1f, 3, 0.2f}, {0, -1, 0}, 1 << 14), expected, 2e-3) << from;
  }
}

TEST(PathTracer, SameBitsForAnyNumberOfThreads) {
  World world;
  world.materials = {clear_liquid(1.333f, 0.5f), paint(0.6f)};
  world.ground = GroundPlane{};
  world.tank = Box3f{{-1, 0, -1}, {1, 1, 1}};
  world.meshes.push_back(box_mesh({-1, -0.1f, -1}, {1, 0.4f, 1}, 0));
  world.meshes.push_back(ball_mesh({0, 0.4f, 0}, 0.3f, 1));
  const Camera camera = look({2, 2, 4}, {0, 0.5, 0}, 35);
  const TraceSettings settings{.width = 64, .height = 40, .samples = 4};
  Image one, many;
  {
    const ThreadLimit limit(1);
    one = trace(world, camera, settings);
  }
  {
    const ThreadLimit limit(4);
    many = trace(world, camera, settings);
  }
  EXPECT_EQ(one.pixels, many.pixels);
  const Image other = trace(world, camera, {.width = 64, .height = 40, .samples = 4, .frame = 2});
  EXPECT_NE(one.pixels, other.pixels);
}

TEST(PathTracer, BadMeshesDoNoHarm) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), huge = std::numeric_limits<float>::max();
  World world = furnace({paint(0.5f), clear_liquid(1.333f)});
  world.shutter = 0.02f;
  world.meshes.emplace_back();
  WorldMesh bad;
  bad.mesh.positions = {{0, 0, 0}, {1, 0, 0}, {nan, 0, 0}, {huge, huge, huge}, {0, 0, 0}};
  bad.mesh.triangles = {{0, 1, 2}, {0, 0, 0}, {0, 1, 3}, {0, 1, 99}, {-1, 0, 1}, {0, 4, 0}};
  for (const size_t material : {0u, 1u}) {
    bad.material = material;
    world.meshes.push_back(bad);
    bad.mesh.velocities.assign(5, {nan, huge, 0});
    world.meshes.push_back(with_creases(bad.mesh, material));
    world.meshes.push_back(with_flat_parts(bad.mesh, material, [](const Vec3i&) { return true; }));
  }
  const Image image = trace(world, look({0, 0, 3}, {0, 0, 0}, 40), {.width = 16, .height = 16, .samples = 4});
  for (const Vec3f& p : image.pixels) EXPECT_EQ(p.x, 1);
}

TEST(PathTracer, ToneMapKeepsWhatAScreenCanShow) {
  Image image(4, 1);
  image.pixels = {{0, 0, 0}, {0.25f, 0.5f, 0.59f}, {1, 2, 4}, {100, 1000, 1e30f}};
  Image brighter = image;
  tone_map(image, 0);
  EXPECT_EQ(image.at(0, 0), (Vec3f{0, 0, 0}));
  EXPECT_EQ(image.at(1, 0), (Vec3f{0.25f, 0.5f, 0.59f}));
  EXPECT_LT(image.at(2, 0).x, image.at(2, 0).y);
  EXPECT_LT(image.at(2, 0).y, image.at(2, 0).z);
  EXPECT_LE(image.at(3, 0).z, 1);
  EXPECT_GT(image.at(3, 0).x, 0.99f);
  tone_map(brighter, 1);
  EXPECT_FLOAT_EQ(brighter.at(1, 0).x, 0.5f);
}

}  // namespace weir::render
