// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/world/sampler.h"

#include <gtest/gtest.h>

#include <set>

#include "render/world/sky.h"

namespace weir::render {

// Every way to cut the unit square into 32 equal boxes has one of a pixel's 32 samples in each box.
TEST(Sampler, SamplesOfAPixelAreSpreadEvenly) {
  for (int draw = 0; draw < 5; ++draw) {
    for (int across = 1; across <= 32; across *= 2) {
      std::set<int> boxes;
      for (int i = 0; i < 32; ++i) {
        Sampler sampler(3, 117, 43, i, 32);
        Sampler::Pair pair{};
        for (int skip = 0; skip <= draw; ++skip) pair = sampler.pair();
        EXPECT_TRUE(pair.u >= 0 && pair.u < 1 && pair.v >= 0 && pair.v < 1);
        const int down = 32 / across;
        boxes.insert(static_cast<int>(pair.u * static_cast<float>(across)) * down +
                     static_cast<int>(pair.v * static_cast<float>(down)));
      }
      EXPECT_EQ(boxes.size(), 32u);
    }
  }
}

TEST(Sampler, DrawsAndFramesDiffer) {
  Sampler a(1, 5, 6, 0, 16), b(2, 5, 6, 0, 16);
  const auto first = a.pair(), second = a.pair(), other = b.pair();
  EXPECT_NE(first.u, second.u);
  EXPECT_NE(first.u, other.u);
}

// The light on a surface, by samples and by a sum over the whole sphere.
TEST(Sky, SamplesFindTheLightThatIsThere) {
  const Sky sky;
  for (const Vec3f& normal :
       {Vec3f{0, 1, 0}, Vec3f{1, 0, 0}, normalized(Vec3f{0.3f, -0.8f, 0.5f}), sky.key_direction}) {
    double on_surface = 0, in_air = 0, expected = 0, expected_in_air = 0;
    const int count = 1 << 14, rings = 512;
    for (int i = 0; i < count; ++i) {
      Sampler sampler(1, 0, 0, i, count);
      const auto [u, v] = sampler.pair();
      const LightSample a = sample_light(sky, normal, u, v);
      const float cosine = std::max(0.0f, dot(a.direction, normal));
      if (cosine > 0) on_surface += sky.radiance(a.direction).x * cosine / a.density / count;
      const LightSample b = sample_light_in_air(sky, u, v);
      in_air += sky.radiance(b.direction).x / b.density / count;
    }
    for (int i = 0; i < rings; ++i) {
      for (int j = 0; j < 2 * rings; ++j) {
        const Vec3f direction =
            uniform_direction((static_cast<float>(i) + 0.5f) / rings, (static_cast<float>(j) + 0.5f) / (2 * rings));
        const double light = sky.radiance(direction).x * 4 * kPi / (2.0 * rings * rings);
        expected += light * std::max(0.0f, dot(direction, normal));
        expected_in_air += light;
      }
    }
    EXPECT_NEAR(on_surface / expected, 1, 0.003);
    EXPECT_NEAR(in_air / expected_in_air, 1, 0.003);
  }
}

TEST(Sky, KeyLightSpreadOverTheSkyIsAsMuch) {
  const Sky sky;
  double one = 0, other = 0;
  for (int i = 0; i < 1 << 16; ++i) {
    Sampler sampler(1, 0, 0, i, 1 << 16);
    const auto [u, v] = sampler.pair();
    one += sky.radiance(uniform_direction(u, v)).x;
    other += sky.even_radiance(uniform_direction(u, v)).x;
  }
  EXPECT_NEAR(one / other, 1, 0.003);
}

}  // namespace weir::render
