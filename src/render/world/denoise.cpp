// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/world/denoise.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "weir/base/parallel.h"

namespace weir::render {

namespace {

constexpr int kPasses = 4;                                    // over 5 x 5 pixels 1, 2, 4, 8 apart
constexpr std::array<float, 3> kSpline{6, 4, 1};              // a B-spline, by the distance from the middle
constexpr float kNormalWidth = 0.12f, kColourWidth = 0.015f;  // differences that tell two pixels apart
constexpr float kNoiseWidth = 2.0f;                           // the same for brightness, in standard deviations

struct Pass {
  const Image& image;
  std::span<const PixelGuide> guides;
  std::span<const float> variance;
  int step;

  size_t index(int x, int y) const {
    return static_cast<size_t>(y) * static_cast<size_t>(image.width) + static_cast<size_t>(x);
  }

  // A variance from few samples is itself noisy: the mean over 3 x 3 pixels.
  float steady_variance(int x, int y) const {
    float sum = 0, count = 0;
    for (int j = std::max(0, y - 1); j <= std::min(image.height - 1, y + 1); ++j) {
      for (int i = std::max(0, x - 1); i <= std::min(image.width - 1, x + 1); ++i, ++count)
        sum += variance[index(i, j)];
    }
    return sum / count;
  }

  struct Mean {
    Vec3f colour;
    float variance;
  };
  Mean around(int x, int y) const {
    const size_t here = index(x, y);
    const float bright = brightness(image.pixels[here]);
    const float allowed = kNoiseWidth * kNoiseWidth * steady_variance(x, y) + 1e-9f;
    Vec3f sum;
    float weights = 0, spread = 0;
    for (int dy = -2; dy <= 2; ++dy) {
      for (int dx = -2; dx <= 2; ++dx) {
        const int i = x + dx * step, j = y + dy * step;
        if (i < 0 || j < 0 || i >= image.width || j >= image.height) continue;
        const size_t there = index(i, j);
        const float off = brightness(image.pixels[there]) - bright;
        const float unlike =
            off * off / allowed +
            length_squared(guides[there].normal - guides[here].normal) / (kNormalWidth * kNormalWidth) +
            length_squared(guides[there].colour - guides[here].colour) / (kColourWidth * kColourWidth);
        const float weight =
            kSpline[static_cast<size_t>(std::abs(dx))] * kSpline[static_cast<size_t>(std::abs(dy))] * std::exp(-unlike);
        sum += image.pixels[there] * weight;
        weights += weight;
        spread += weight * weight * variance[there];
      }
    }
    return {sum / weights, spread / (weights * weights)};
  }
};

}  // namespace

float brightness(const Vec3f& colour) { return dot(colour, Vec3f{0.2126f, 0.7152f, 0.0722f}); }

void denoise(Image& image, std::span<const PixelGuide> guides) {
  std::vector<float> variance(guides.size()), next_variance(guides.size());
  std::transform(guides.begin(), guides.end(), variance.begin(), [](const PixelGuide& g) { return g.variance; });
  Image next = image;
  for (int pass = 0; pass < kPasses; ++pass) {
    const Pass filter{image, guides, variance, 1 << pass};
    parallel_for(
        static_cast<size_t>(image.height),
        [&](size_t row) {
          const int y = static_cast<int>(row);
          for (int x = 0; x < image.width; ++x) {
            const Pass::Mean mean = filter.around(x, y);
            next.at(x, y) = mean.colour;
            next_variance[filter.index(x, y)] = mean.variance;
          }
        },
        8);
    std::swap(image.pixels, next.pixels);
    std::swap(variance, next_variance);
  }
}

}  // namespace weir::render
