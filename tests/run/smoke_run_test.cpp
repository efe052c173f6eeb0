// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Whole simulations of smoke.

#include <cmath>

#include "grid/smoke/smoke_settings.h"
#include "liquid.h"
#include "weir/base/parallel.h"

namespace weir::run {

static Scene smoke_scene(int dimensions, double spacing) {
  Scene scene;
  scene.dimensions = dimensions;
  scene.solver.spacing = spacing;
  grid::SmokeSettings settings;
  settings.cooling = settings.dissipation = 0;
  scene.solver.settings = settings;
  return scene;
}
static grid::SmokeSettings& settings_of(Scene& scene) { return *scene.solver.get<grid::SmokeSettings>(); }

static void add_emitter(Scene& scene, const Shape& shape, const Vec3d& velocity) {
  Emitter emitter;
  emitter.shape = shape;
  emitter.velocity = velocity;
  scene.emitters.push_back(emitter);
}

static Volume volume_of(const Stage& stage, const std::string& name) {
  for (Volume& volume : stage.solver().volumes()) {
    if (volume.name == name) {
      EXPECT_EQ(volume.validate(), "");
      return std::move(volume);
    }
  }
  ADD_FAILURE() << "no volume " << name;
  return {};
}

// Calls visit(middle of a voxel in m, its value) for all voxels that are not 0.
template <class Visit>
static void for_voxels(const Volume& volume, Visit&& visit) {
  for (size_t t = 0; t < volume.tile.size(); ++t) {
    for (size_t v = 0; v < kVoxelsPerTile; ++v) {
      const float value = volume.values[t * kVoxelsPerTile + v];
      const Vec3i c =
          volume.tile[t] * 8 + Vec3i{static_cast<int>(v / 64), static_cast<int>(v / 8 % 8), static_cast<int>(v % 8)};
      if (value != 0) visit(volume.origin + static_cast<Vec3f>(c) * volume.voxel_size, value);
    }
  }
}

struct Amount {
  double sum = 0;
  Vec3d centre{};
};
static Amount amount_of(const Volume& volume) {
  Amount amount;
  for_voxels(volume, [&](const Vec3f& p, float value) {
    amount.sum += value;
    amount.centre += static_cast<Vec3d>(p) * static_cast<double>(value);
  });
  amount.centre *= 1 / amount.sum;
  return amount;
}

class Smoke2And3D : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(, Smoke2And3D, ::testing::Values(2, 3),
                         [](const auto& test) { return std::to_string(test.param) + "D"; });

TEST_P(Smoke2And3D, PlumeRisesAndIsItsOwnMirrorImage) {
  Scene scene = smoke_scene(GetParam(), GetParam() == 2 ? 0.01 : 0.02);
  add_emitter(scene, ball({0, 0.1, 0}, 0.1), {});
  Stage stage(scene);
  const double start = amount_of((advance(stage, 1), volume_of(stage, "density"))).centre.y;
  advance(stage, 29);
  const Volume density = volume_of(stage, "density");
  const Amount amount = amount_of(density);
  EXPECT_GT(amount.centre.y, start + 0.05);
  EXPECT_NEAR(amount.centre.x, 0, 1e-3);
  double difference = 0;
  std::map<std::array<int, 3>, float> voxels;
  const auto key = [&](const Vec3f& p, float side) {
    const auto whole = [&](float v) { return static_cast<int>(std::lround(2 * v / density.voxel_size)); };
    return std::array{whole(side * p.x), whole(p.y), whole(p.z)};
  };
  for_voxels(density, [&](const Vec3f& p, float value) { voxels[key(p, 1)] = value; });
  for_voxels(density, [&](const Vec3f& p, float value) { difference += std::abs(value - voxels[key(p, -1)]); });
  EXPECT_LT(difference, 0.01 * amount.sum);
}

TEST_P(Smoke2And3D, ColdSmokeSinks) {
  Scene scene = smoke_scene(GetParam(), 0.02);
  settings_of(scene).temperature = -1.0;
  add_liquid(scene, ball({0, 0, 0}, 0.15));
  Stage stage(scene);
  advance(stage, 12);
  EXPECT_LT(amount_of(volume_of(stage, "density")).centre.y, -0.05);
}

// Blown about in a closed box, nothing is lost or won but a little.
TEST_P(Smoke2And3D, AmountIsKept) {
  Scene scene = smoke_scene(GetParam(), GetParam() == 2 ? 0.01 : 0.02);
  scene.domain = Domain{{-0.4, 0, -0.4}, {0.4, 0.8, 0.4}, Walls::closed};
  add_liquid(scene, ball({0.05, 0.2, 0}, 0.15));
  Stage stage(scene);
  const double before = amount_of(volume_of(stage, "density")).sum;
  double worst = 0;
  for (int frame = 0; frame < 48; ++frame) {
    const Stage::FrameReport report = stage.advance();
    worst = std::max(worst, std::abs(amount_of(volume_of(stage, "density")).sum / before - 1));
    EXPECT_LT(measure(report, "divergence"), 0.51);
  }
  note("worst", worst);
  EXPECT_LT(worst, 0.04);
}

TEST_P(Smoke2And3D, WithoutForcesNothingChanges) {
  Scene scene = smoke_scene(GetParam(), 0.02);
  scene.gravity = Vec3d{};
  add_liquid(scene, ball({0.03, 0.2, 0}, 0.15));
  Stage stage(scene);
  const Volume before = volume_of(stage, "density");
  advance(stage, 5);
  const Volume after = volume_of(stage, "density");
  EXPECT_EQ(before.tile, after.tile);
  EXPECT_EQ(before.values, after.values);
}

// A closed wall, a ball in the way and a moving plate: no smoke in any of them.
TEST_P(Smoke2And3D, NothingEntersSolids) {
  Scene scene = smoke_scene(GetParam(), 0.02);
  scene.domain = Domain{{-0.35, 0, -0.35}, {0.35, 0.7, 0.35}, Walls::closed};
  add_emitter(scene, ball({0, 0.1, 0}, 0.08), {0, 1.5, 0});
  add_solid(scene, ball({0.02, 0.4, 0}, 0.12));
  Shape plate = box({-0.3, -0.05, -0.5}, {-0.15, 0.05, 0.5});
  plate.transform.translate = Animated<Vec3d>({{1, {0, 0.1, 0}}, {25, {0, 0.5, 0}}}, Interpolation::linear);
  add_solid(scene, plate);
  Stage stage(scene);
  const float depth = 0.7f * 0.04f;  // a cell that is cut belongs to the air
  for (int frame = 2; frame <= 25; ++frame) {
    stage.advance();
    const float low = 0.05f + 0.4f * static_cast<float>(frame - 1) / 24;
    for_voxels(volume_of(stage, "density"), [&](const Vec3f& p, float) {
      EXPECT_GT(length(p - Vec3f{0.02f, 0.4f, 0}), 0.12f - depth);
      EXPECT_LT(std::max({std::abs(p.x), std::abs(p.y - 0.35f), std::abs(p.z)}), 0.35f + depth);
      const bool in_plate =
          p.x > -0.3f + depth && p.x < -0.15f - depth && p.y > low + depth && p.y < low + 0.1f - depth;
      EXPECT_FALSE(in_plate);
    });
  }
}

TEST_P(Smoke2And3D, AMovingSolidPushesSmoke) {
  Scene scene = smoke_scene(GetParam(), 0.02);
  settings_of(scene).buoyancy = settings_of(scene).weight = 0.0;
  add_liquid(scene, box({0.1, -0.1, -0.1}, {0.3, 0.1, 0.1}));
  Shape plate = box({-0.1, -0.3, -0.3}, {0, 0.3, 0.3});
  plate.transform.translate = Animated<Vec3d>({{1, {0, 0, 0}}, {13, {0.25, 0, 0}}}, Interpolation::linear);
  add_solid(scene, plate);
  Stage stage(scene);
  const Amount before = amount_of(volume_of(stage, "density"));
  advance(stage, 12);
  const Amount after = amount_of(volume_of(stage, "density"));
  EXPECT_GT(after.centre.x, before.centre.x + 0.1);
  EXPECT_NEAR(after.centre.y, before.centre.y, 0.01);
  EXPECT_NEAR(after.sum / before.sum, 1, 0.1);
}

TEST_P(Smoke2And3D, WindCarriesItAndTilesFollow) {
  Scene scene = smoke_scene(GetParam(), 0.02);
  scene.gravity = Vec3d{};
  add_liquid(scene, ball({0, 0, 0}, 0.15));
  Force wind;
  wind.kind = forces::Wind{Vec3d{2, 0, 0}, 20.0};
  scene.forces = {wind};
  Stage stage(scene);
  const double first = measure(advance(stage, 1), "tiles");
  const Stage::FrameReport report = advance(stage, 23);
  EXPECT_GT(amount_of(volume_of(stage, "density")).centre.x, 0.8);
  EXPECT_LT(measure(report, "tiles"), 4 * first);
  for (const Vec3i& tile : volume_of(stage, "density").tile) EXPECT_GT(tile.x, -3);
}

TEST(Smoke, SinksAndOpenDomainsTakeIt) {
  Scene scene = smoke_scene(2, 0.02);
  scene.domain = Domain{{-0.5, 0, -1}, {0.5, 0.6, 1}, Walls::open};
  add_emitter(scene, ball({0, 0.1, 0}, 0.08), {0, 1, 0});
  scene.emitters[0].last = 12;
  Sink sink;
  sink.shape = box({-0.5, 0.3, -1}, {0, 0.4, 1});
  scene.sinks = {sink};
  Stage stage(scene);
  advance(stage, 20);
  for_voxels(volume_of(stage, "density"), [&](const Vec3f& p, float) {
    EXPECT_LE(p.y, 0.6f);
    EXPECT_FALSE(p.x < 0 && p.y > 0.3f && p.y < 0.4f);
  });
  const double before = measure(advance(stage, 1), "smoke");
  EXPECT_GT(before, 0);
  const Stage::FrameReport later = advance(stage, 120);
  EXPECT_LT(measure(later, "smoke"), 0.1 * before);
}

TEST(Smoke, ColoursAreVolumesOfTheirOwn) {
  Scene scene = smoke_scene(2, 0.02);
  scene.phases = {{.name = "grey"}, {.name = "red"}};
  add_liquid(scene, ball({-0.3, 0, 0}, 0.1), {}, "grey");
  add_liquid(scene, ball({0.3, 0, 0}, 0.1), {}, "red");
  const Stage stage(scene);
  EXPECT_LT(amount_of(volume_of(stage, "density")).centre.x, -0.29);
  EXPECT_GT(amount_of(volume_of(stage, "density-red")).centre.x, 0.29);
}

// A little of everything.
static Scene busy_smoke(int dimensions) {
  Scene scene = smoke_scene(dimensions, dimensions == 2 ? 0.01 : 0.025);
  settings_of(scene).cooling = 0.5;
  scene.domain = Domain{{-0.5, 0, -0.5}, {0.5, 1.3, 0.5}, Walls::open};
  scene.phases = {{.name = "grey"}, {.name = "red"}};
  add_emitter(scene, ball({0, 0.15, 0}, 0.1), {0, 1, 0});
  add_liquid(scene, ball({0.2, 0.5, 0}, 0.1), {0, -0.5, 0}, "red");
  add_paddle(scene, {0.04, 0.15, 0.2}, {0.1, 0.5, 0}, 360);
  add_sink_and_wind(scene, box({-0.5, 0.6, -1}, {-0.1, 0.7, 1}));
  return scene;
}

TEST_P(Smoke2And3D, SameBytesWithAnyNumberOfThreadsAndAfterResuming) { expect_same_bytes(busy_smoke(GetParam()), 4); }

TEST(Smoke, RunsWithNothingInIt) {
  Scene scene = smoke_scene(3, 0.02);
  Stage stage(scene);
  EXPECT_EQ(measure(advance(stage, 2), "tiles"), 0);
  EXPECT_EQ(stage.solver().particles().size(), 0u);
}

}  // namespace weir::run
