// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Volumes between two frames: what moves, moves, and keeps its size.

#include "retime/volumes_between.h"

#include <gtest/gtest.h>

#include <cmath>

#include "retime/volume_sampler.h"
#include "weir/base/parallel.h"

namespace weir::retime {

constexpr float kVoxel = 0.1f;
static const Emits kNothing = [](std::span<const Vec3f>, float, std::span<uint8_t>) {};

// Tiles from -2 to 2, where `value` (of the place in metres) differs from the background.
template <class Value>
static Volume volume_of(const char* name, int channels, float background, bool level_set, const Value& value) {
  Volume volume;
  volume.name = name;
  volume.voxel_size = kVoxel;
  volume.channels = channels;
  volume.background = background;
  volume.level_set = level_set;
  volume.staggered = channels == 3;
  for (int n = 0; n < 125; ++n) {
    const Vec3i tile{n / 25 - 2, n / 5 % 5 - 2, n % 5 - 2};
    std::vector<float> values;
    bool plain = true;
    for (size_t place = 0; place < kVoxelsPerTile; ++place) {
      const Vec3f at = static_cast<Vec3f>(voxel_at(tile, place)) * kVoxel;
      for (int c = 0; c < channels; ++c) {
        values.push_back(value(at, c));
        plain = plain && std::abs(values.back()) == background;
      }
    }
    if (plain) continue;
    volume.tile.push_back(tile);
    volume.values.insert(volume.values.end(), values.begin(), values.end());
  }
  return volume;
}

static Volume ball(const Vec3f& centre, float radius) {
  return volume_of("surface", 1, 0.3f, true,
                   [&](const Vec3f& at, int) { return std::clamp(length(at - centre) - radius, -0.3f, 0.3f); });
}

static Volume puff(const Vec3f& centre) {
  return volume_of("density", 1, 0, false,
                   [&](const Vec3f& at, int) { return std::max(0.0f, 1 - length_squared(at - centre) / 0.25f); });
}

static Volume wind(const Vec3f& velocity) {
  return volume_of("velocity", 3, 0, false, [&](const Vec3f&, int c) { return velocity[c]; });
}

// Particles that fill a ball, at the moment between two frames.
static Ways ways_of_ball(const Vec3f& centre, float radius, const Vec3f& back, const Vec3f& ahead) {
  Ways ways;
  for (int n = 0; n < 20 * 20 * 20; ++n) {
    const Vec3f p = (Vec3f(Vec3i{n / 400, n / 20 % 20, n % 20}) - Vec3f{9.5f, 9.5f, 9.5f}) * 0.05f;
    if (length(p) > radius) continue;
    ways.position.push_back(centre + p);
    ways.back.push_back(back);
    ways.ahead.push_back(ahead);
  }
  return ways;
}

// A drop that flies farther than its own size from frame to frame: a cross-fade would show none at all.
TEST(VolumesBetween, AFlyingDropStaysADrop) {
  const Vec3f from{-0.8f, 0, 0}, to{0.8f, 0.4f, 0};
  for (const float t : {0.25f, 0.5f, 0.7f}) {
    const Vec3f centre = lerp(from, to, t);
    const auto made = volumes_between({ball(from, 0.4f)}, {ball(to, 0.4f)},
                                      ways_of_ball(centre, 0.4f, from - centre, to - centre), {1, t}, kNothing, false);
    ASSERT_EQ(made.size(), 1u);
    ASSERT_EQ(made[0].validate(), "");
    const VolumeSampler sampler(made[0]);
    double inside = 0;
    for (int n = 0; n < 60 * 60 * 60; ++n) {
      const Vec3f at = (Vec3f(Vec3i{n / 3600, n / 60 % 60, n % 60}) - Vec3f{30, 30, 30}) * 0.05f;
      const float distance = sampler.at(static_cast<Vec3d>(at / kVoxel), 0);
      inside += distance < 0 ? 1 : 0;
      if (std::abs(length(at - centre) - 0.4f) > 0.1f) continue;
      EXPECT_NEAR(distance, length(at - centre) - 0.4f, 0.05f);
    }
    EXPECT_NEAR(inside * 0.05 * 0.05 * 0.05, 4 / 3.0 * kPi * 0.064, 0.02);
  }
}

TEST(VolumesBetween, SmokeIsCarriedByItsWind) {
  const Vec3f from{-0.4f, 0, 0.1f}, to{0.4f, 0.2f, 0.1f};
  const std::vector<Volume> before{puff(from), wind(to - from)}, after{puff(to), wind(to - from)};
  const auto made = volumes_between(before, after, {}, {1, 0.5}, kNothing, false);
  ASSERT_EQ(made.size(), 2u);
  const VolumeSampler sampler(made[0]), velocity(made[1]);
  const Vec3f centre = lerp(from, to, 0.5f);
  for (const Vec3f& way : {Vec3f{}, Vec3f{0.2f, 0, 0}, Vec3f{0, 0.3f, 0.1f}, Vec3f{0.7f, 0, 0}}) {
    const float exact = std::max(0.0f, 1 - length_squared(way) / 0.25f);
    EXPECT_NEAR(sampler.at(static_cast<Vec3d>((centre + way) / kVoxel), 0), exact, 0.05f);
  }
  EXPECT_NEAR(velocity.voxel({1, 2, 3}, 0), 0.8f, 1e-5f);
}

TEST(VolumesBetween, WhatIsInAnEmitterStands) {
  const std::vector<Volume> both{puff({}), wind({1, 0, 0})};
  const Emits everywhere = [](std::span<const Vec3f>, float, std::span<uint8_t> emitted) {
    std::fill(emitted.begin(), emitted.end(), uint8_t{1});
  };
  const auto made = volumes_between(both, both, {}, {1, 0.5}, everywhere, false);
  EXPECT_EQ(made[0].tile, both[0].tile);
  EXPECT_EQ(made[0].values, both[0].values);
}

TEST(VolumesBetween, OneThatIsNotInBothFramesComesOutOfNothing) {
  const auto made = volumes_between({}, {puff({})}, {}, {1, 0.25}, kNothing, false);
  ASSERT_EQ(made.size(), 1u);
  EXPECT_NEAR(VolumeSampler(made[0]).voxel({0, 0, 0}, 0), 0.25f, 1e-6f);
  EXPECT_TRUE(volumes_between({}, {}, {}, {1, 0.25}, kNothing, false).empty());
}

TEST(VolumesBetween, TheSameOnAnyNumberOfThreads) {
  const std::vector<Volume> before{puff({-0.2f, 0, 0}), wind({1, 0, 0})}, after{puff({0.2f, 0, 0}), wind({1, 0.3f, 0})};
  std::vector<Volume> one;
  {
    const ThreadLimit limit(1);
    one = volumes_between(before, after, {}, {0.4, 0.3}, kNothing, false);
  }
  const std::vector<Volume> many = volumes_between(before, after, {}, {0.4, 0.3}, kNothing, false);
  for (size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].tile, many[i].tile);
    EXPECT_EQ(one[i].values, many[i].values);
  }
}

}  // namespace weir::retime
