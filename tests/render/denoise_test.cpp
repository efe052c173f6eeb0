// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/world/denoise.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace weir::render {

namespace {

// Two grey halves, told apart by their colour, with noise of a known spread.
struct Halves {
  Image image{64, 48};
  std::vector<PixelGuide> guides{64 * 48};

  explicit Halves(float noise) {
    const Random random(7);
    for (int y = 0; y < 48; ++y) {
      for (int x = 0; x < 64; ++x) {
        const auto index = static_cast<size_t>(y * 64 + x);
        const float wobble = noise * std::sqrt(12.0f) * (random.unit(index) - 0.5f);
        image.pixels[index] = Vec3f{1, 1, 1} * (truth(x) + wobble);
        guides[index] = {.normal = {0, 1, 0}, .colour = Vec3f{1, 1, 1} * truth(x), .variance = noise * noise};
      }
    }
  }
  static float truth(int x) { return x < 32 ? 0.3f : 0.5f; }
  double error() const {
    double sum = 0;
    for (int y = 0; y < 48; ++y) {
      for (int x = 0; x < 64; ++x) sum += std::pow(image.at(x, y).x - truth(x), 2);
    }
    return std::sqrt(sum / (64 * 48));
  }
};

}  // namespace

TEST(Denoise, TakesNoiseAwayAndKeepsEdges) {
  Halves halves(0.05f);
  ASSERT_NEAR(halves.error(), 0.05, 0.005);
  denoise(halves.image, halves.guides);
  EXPECT_LT(halves.error(), 0.025);
  for (int y = 0; y < 48; ++y) EXPECT_GT(halves.image.at(32, y).x - halves.image.at(31, y).x, 0.1f);
}

TEST(Denoise, LeavesAPictureWithoutNoiseAsItIs) {
  Halves halves(0.05f);
  for (PixelGuide& guide : halves.guides) guide.variance = 0;
  const Image before = halves.image;
  denoise(halves.image, halves.guides);
  for (size_t i = 0; i < before.pixels.size(); ++i) EXPECT_NEAR(halves.image.pixels[i].x, before.pixels[i].x, 1e-4);
}

TEST(Denoise, OnePixelIsNoTrouble) {
  Image image(1, 1, {0.5f, 0.5f, 0.5f});
  const PixelGuide guide{.normal = {}, .colour = {}, .variance = 1};
  denoise(image, {&guide, 1});
  EXPECT_FLOAT_EQ(image.at(0, 0).x, 0.5f);
}

}  // namespace weir::render
