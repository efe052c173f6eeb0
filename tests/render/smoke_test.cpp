// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "render/world/smoke_field.h"
#include "world_fixture.h"

namespace weir::render {

namespace {

// A cube of density `value` whose voxels, 0.1 m apart, have their centres from 0 to 1.5 m.
Volume cube(float value) {
  Volume volume;
  volume.name = "density";
  volume.voxel_size = 0.1f;
  for (int i = 0; i < 8; ++i) volume.tile.push_back({i & 1, i >> 1 & 1, i >> 2});
  volume.values.assign(8 * kVoxelsPerTile, value);
  return volume;
}

Smoke black_smoke(float value, float extinction) {
  Smoke smoke;
  smoke.density = cube(value);
  smoke.extinction = extinction;
  smoke.colour = {};
  return smoke;
}

}  // namespace

TEST(Smoke, SlabDimsByBeersLaw) {
  World world = furnace({});
  world.smoke.push_back(black_smoke(0.5f, 2.0f));
  // 1.5 m from first to last centre, and half a step of falling density at either end.
  const float expected = std::exp(-0.5f * 2.0f * 1.6f);
  EXPECT_NEAR(light_along(world, {0.73f, 0.61f, 5}, {0, 0, -1}), expected, 2e-3);
  const SmokeField field(world.smoke[0]);
  EXPECT_NEAR(field.passing({{0.73f, 0.61f, 5}, {0, 0, -1}}, 100), expected, 1e-3);
  EXPECT_NEAR(field.passing({{0.73f, 0.61f, 0.75f}, {0, 0, -1}}, 0.5f), std::exp(-0.5f), 1e-4);
  EXPECT_EQ(field.passing({{0.73f, 5, 5}, {0, 0, -1}}, 100), 1);
  EXPECT_EQ(field.passing({{0.73f, 0.61f, 5}, {0, 0, 1}}, 100), 1);
  const Vec3f slanted = normalized(Vec3f{0.2f, 0.1f, 1});
  EXPECT_NEAR(field.passing({Vec3f{0.7f, 0.7f, 0.7f}, slanted}, 0.3f), std::exp(-0.3f), 1e-4);
}

TEST(Smoke, FlightsEndAsTheLightFades) {
  const Smoke smoke = black_smoke(1, 3);
  const SmokeField field(smoke);
  const Ray ray{{0.2f, 0.7f, 0.7f}, {1, 0, 0}};
  for (const float u : {0.0f, 0.3f, 0.9f}) EXPECT_NEAR(field.flight(ray, 10, u), -std::log(1 - u) / 3, 1e-4);
  EXPECT_EQ(field.flight(ray, 0.2f, 0.9f), std::numeric_limits<float>::infinity());
  EXPECT_EQ(field.flight(ray, 10, 0.9999f), std::numeric_limits<float>::infinity());
}

TEST(Smoke, WhiteSmokeVanishesInAWhiteSky) {
  World world = furnace({});
  world.smoke.push_back(black_smoke(1, 4));
  world.smoke[0].colour = {1, 1, 1};
  EXPECT_NEAR(light_along(world, {0.73f, 0.61f, 5}, {0.02f, 0, -1}, 1 << 13), 1, 0.02);
}

TEST(Smoke, BadDensitiesCountAsNone) {
  Smoke smoke = black_smoke(-1, 4);
  smoke.density.values[5] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(SmokeField(smoke).passing({{0.73f, 0.61f, 5}, {0, 0, -1}}, 100), 1);
  smoke.density.tile = {{0, 0, 0}, {2000000, 2000000, 2000000}};  // too far apart for a table
  smoke.density.values.assign(2 * kVoxelsPerTile, 1.0f);
  EXPECT_EQ(SmokeField(smoke).passing({{0.73f, 0.61f, 5}, {0, 0, -1}}, 100), 1);
  EXPECT_EQ(SmokeField(Smoke{}).passing({{0.73f, 0.61f, 5}, {0, 0, -1}}, 100), 1);
}

}  // namespace weir::render
