// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Smoke that follows a rig (Lu et al. 2019): air between and around the smoke is driven too, skins act on cells, and
// only a rig that keeps its volume is followed (Fig. 11).

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <stdexcept>

#include "control/rig/rig_settings.h"
#include "grid/smoke/smoke_settings.h"
#include "liquid.h"

namespace weir::run {
namespace {

Scene smoke_with_rig(int dimensions, double cell, const Shape& smoke, const Shape& shape) {
  Scene scene;
  scene.dimensions = dimensions;
  scene.solver.spacing = 0.5 * cell;
  grid::SmokeSettings settings;
  settings.cooling = settings.dissipation = 0;
  settings.buoyancy = settings.weight = 0.0;
  scene.solver.settings = settings;
  add_liquid(scene, smoke);
  rig::RigSettings rig;
  rig.shape = shape;
  scene.directors = {{"rig", rig}};
  return scene;
}
rig::RigSettings& rig_of(Scene& scene) { return *scene.directors[0].get<rig::RigSettings>(); }

double director_measure(const Stage::FrameReport& report, const std::string& name) {
  for (const auto& [key, value] : report.directors[0].measures) {
    if (key == name) return value;
  }
  ADD_FAILURE() << "no measure " << name;
  return 0;
}

const Volume& velocity_of(const std::vector<Volume>& volumes) {
  for (const Volume& volume : volumes) {
    if (volume.channels == 3) return volume;
  }
  throw std::runtime_error("no velocity");
}

// Calls visit(place in cells, velocity) for all voxels of a flat scene.
template <class Visit>
void for_flat_velocities(const Volume& volume, Visit&& visit) {
  for (size_t t = 0; t < volume.tile.size(); ++t) {
    for (size_t v = 0; v < kVoxelsPerTile; ++v) {
      const Vec3i c =
          volume.tile[t] * 8 + Vec3i{static_cast<int>(v / 64), static_cast<int>(v / 8 % 8), static_cast<int>(v % 8)};
      const float* value = &volume.values[3 * (t * kVoxelsPerTile + v)];
      if (c.z == 0) visit(c, Vec3f{value[0], value[1], value[2]});
    }
  }
}

// The rig moves air that has no smoke, far from any.
TEST(RigOnSmoke, DrivesAirWithoutSmoke) {
  Scene scene = smoke_with_rig(2, 0.02, ball({-0.5, 0, 0}, 0.05), ball({0.5, 0, 0}, 0.1));
  rig_of(scene).motion.translate = Animated<Vec3d>({{1, {}}, {13, {0, 0.5, 0}}}, Interpolation::linear);
  Stage stage(scene);
  const Stage::FrameReport report = advance(stage, 4);
  EXPECT_LT(director_measure(report, "velocity_match"), 0.2);
  EXPECT_EQ(director_measure(report, "coverage"), 0);  // air covers nothing
}

Scene stirred(std::optional<rig::RigSkin> skin) {
  const Shape pool = ball({0, 0, 0}, 0.3);
  Scene scene = smoke_with_rig(2, 0.02, pool, pool);
  rig_of(scene).deformations = {{rig::CurlNoise{0.2, 0.5, 0, 0}}};
  rig_of(scene).skin = skin;
  return scene;
}

struct Features {
  double vorticity = 0, shear = 0, divergence = 0;
};

// Root mean squares within 0.25 m of the middle, by central differences; velocities are those of faces, so their
// divergence is that of a cell.
Features features_of(const Stage& stage) {
  const std::vector<Volume> volumes = stage.solver().volumes();
  const Volume& volume = velocity_of(volumes);
  std::map<std::pair<int, int>, Vec3f> at;
  for_flat_velocities(volume, [&](const Vec3i& c, const Vec3f& v) { at[{c.x, c.y}] = v; });
  Features sum;
  double count = 0;
  for (const auto& [c, v] : at) {
    const Vec3f x =
        volume.origin + Vec3f{static_cast<float>(c.first), static_cast<float>(c.second), 0} * volume.voxel_size;
    if (length(Vec3f{x.x, x.y, 0}) > 0.25f) continue;
    const Vec3f dx = at[{c.first + 1, c.second}] - at[{c.first - 1, c.second}];
    const Vec3f dy = at[{c.first, c.second + 1}] - at[{c.first, c.second - 1}];
    sum.vorticity += std::pow(static_cast<double>(dx.y - dy.x), 2);
    sum.shear += std::pow(static_cast<double>(dx.y + dy.x), 2) + std::pow(static_cast<double>(dx.x - dy.y), 2);
    const float outflow = at[{c.first + 1, c.second}].x - v.x + at[{c.first, c.second + 1}].y - v.y;
    sum.divergence += std::pow(static_cast<double>(2 * outflow), 2);
    count += 1;
  }
  const double scale = 2 * static_cast<double>(volume.voxel_size);
  return {std::sqrt(sum.vorticity / count) / scale, std::sqrt(sum.shear / count) / scale,
          std::sqrt(sum.divergence / count) / scale};
}

// Each factor takes its feature out of the flow, on cells as on particles.
TEST(RigOnSmoke, SkinChangesFeatures) {
  const auto features = [](const rig::RigSkin& skin) {
    const Scene scene = stirred(skin);
    Stage stage(scene);
    advance(stage, 4);
    return features_of(stage);
  };
  rig::RigSkin plain, less_spin, less_shear;
  less_spin.vorticity = 0.0;
  less_shear.shear = 0.0;
  const Features as_it_is = features(plain), spin = features(less_spin), shear = features(less_shear);
  note("vorticity", as_it_is.vorticity);
  note("vorticity_alpha_R_0", spin.vorticity);
  note("shear", as_it_is.shear);
  note("shear_alpha_S_0", shear.shear);
  EXPECT_LT(spin.vorticity, 0.9 * as_it_is.vorticity);
  EXPECT_LT(shear.shear, 0.9 * as_it_is.shear);
}

// Turbulence that is kept free of divergence stirs as much, and leaves far less divergence behind.
TEST(RigOnSmoke, IncompressibleSkinKeepsItsFeatures) {
  const auto features = [](bool incompressible) {
    rig::RigSkin skin;
    skin.features = rig::RigFeatures::turbulence;
    skin.turbulence_size = 0.08;
    skin.incompressible = incompressible;
    const Scene scene = stirred(skin);
    Stage stage(scene);
    advance(stage, 3);
    return features_of(stage);
  };
  const Features free = features(false), kept = features(true);
  note("vorticity_free", free.vorticity);
  note("vorticity_incompressible", kept.vorticity);
  note("divergence_free", free.divergence);
  note("divergence_incompressible", kept.divergence);
  EXPECT_GT(kept.vorticity, 0.7 * free.vorticity);
  EXPECT_LT(kept.divergence, 0.5 * free.divergence);
}

// Fig. 11: smoke goes along with a rig that twists three columns without change of volume; from one that goes straight
// from keyframe to keyframe of the same twist it departs twice as far.
TEST(RigOnSmoke, OnlyTheTwistThatKeepsItsVolumeIsFollowed) {
  const auto twisted = [](const std::vector<double>& keyframes) {
    std::vector<Shape> columns;
    for (int i = 0; i < 3; ++i) {
      const double angle = 2 * kPi * i / 3;
      Shape column{shapes::Cylinder{0.09, 0.7}, {}};
      column.transform.translate = Vec3d{0.22 * std::sin(angle), 0, 0.22 * std::cos(angle)};
      columns.push_back(column);
    }
    const Shape all{shapes::Union{columns, 0}, {}};
    Scene scene = smoke_with_rig(3, 1.0 / 32, all, all);
    scene.domain = Domain{{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}, Walls::closed};
    rig::RigSettings& rig = rig_of(scene);
    rig.spacing = 3;
    rig.radius = 4;
    rig::Twist twist;
    twist.degrees = Animated<double>({{1, 0}, {25, 360}}, Interpolation::linear);
    twist.from = -0.35, twist.to = 0.35;
    rig.deformations = {{twist}};
    rig.keyframes = keyframes;
    Stage stage(scene);
    double match = 0;
    for (int i = 0; i < 24; ++i) match += director_measure(stage.advance(), "velocity_match") / 24;
    return match;
  };
  const double match = twisted({}), straight_match = twisted({1, 7, 13, 19, 25});
  note("velocity_match", match);
  note("velocity_match_straight", straight_match);
  EXPECT_LT(match, 0.7 * straight_match);
}

TEST(RigOnSmoke, SameBytesForAnyThreadsAndWhenResumed) {
  rig::RigSkin skin;
  skin.features = rig::RigFeatures::original;
  skin.incompressible = true;
  expect_same_bytes(stirred(skin), 2);
}

}  // namespace
}  // namespace weir::run
