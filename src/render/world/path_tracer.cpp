// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/world/path_tracer.h"

#include <limits>
#include <span>
#include <vector>

#include "render/world/denoise.h"
#include "render/world/light_paths.h"
#include "weir/base/parallel.h"

namespace weir::render {

namespace {

constexpr int kTileSize = 16;  // pixels: neighbouring rays meet the same triangles

// A quarter of the paths first: where they agree, there is nothing to be gained by more.
constexpr int kFirstShare = 4, kFewestFirst = 8;
constexpr double kBearableNoise = 0.02;  // standard deviation, as a share of the brightness
constexpr double kEdge = 0.1;            // a difference between neighbours, as such a share
constexpr double kDark = 0.02;           // brightness below which differences do not show

// What the paths of a pixel have brought so far.
struct PixelSum {
  Vec3d light, normal, colour;
  double bright = 0, bright_squared = 0;
  int samples = 0;

  double mean() const { return bright / samples; }
  // Of the mean: how far it may be from the truth, squared.
  double variance() const {
    const double n = samples;
    return std::max(0.0, bright_squared / n - bright * bright / (n * n)) / n;
  }
  PixelGuide guide() const {
    return {Vec3f(normal / samples), Vec3f(colour / samples), static_cast<float>(variance())};
  }
};

class Picture {
 public:
  Picture(const World& world, const Camera& camera, const TraceSettings& settings)
      : paths_(world),
        camera_(camera),
        settings_(settings),
        sums_(static_cast<size_t>(settings.width) * static_cast<size_t>(settings.height)) {}

  // The same paths whether they come at once or in two goes.
  void follow_paths(int samples, std::span<const uint8_t> wanted = {}) {
    const int across = (settings_.width + kTileSize - 1) / kTileSize;
    const int down = (settings_.height + kTileSize - 1) / kTileSize;
    parallel_for(
        static_cast<size_t>(across) * static_cast<size_t>(down),
        [&](size_t tile) {
          const int left = static_cast<int>(tile % static_cast<size_t>(across)) * kTileSize;
          const int top = static_cast<int>(tile / static_cast<size_t>(across)) * kTileSize;
          for (int y = top; y < std::min(top + kTileSize, settings_.height); ++y) {
            for (int x = left; x < std::min(left + kTileSize, settings_.width); ++x) {
              if (wanted.empty() || wanted[index(x, y)]) add_paths(x, y, samples);
            }
          }
        },
        1);
  }

  // Pixels that are not yet as even as their neighbours let one see.
  std::vector<uint8_t> uneven() const {
    std::vector<uint8_t> result(sums_.size());
    parallel_for(static_cast<size_t>(settings_.height), [&](size_t row) {
      for (int x = 0; x < settings_.width; ++x) {
        const int y = static_cast<int>(row);
        result[index(x, y)] = is_uneven(x, y) ? 1 : 0;
      }
    });
    return result;
  }

  Image image() const {
    Image image(settings_.width, settings_.height);
    std::vector<PixelGuide> guides(sums_.size());
    for (size_t i = 0; i < sums_.size(); ++i) {
      image.pixels[i] = Vec3f(sums_[i].light / sums_[i].samples);
      guides[i] = sums_[i].guide();
    }
    denoise(image, guides);
    return image;
  }

 private:
  size_t index(int x, int y) const {
    return static_cast<size_t>(y) * static_cast<size_t>(settings_.width) + static_cast<size_t>(x);
  }

  void add_paths(int x, int y, int samples) {
    PixelSum& sum = sums_[index(x, y)];
    for (; sum.samples < samples; ++sum.samples) {
      Sampler sampler(settings_.frame, x, y, sum.samples, settings_.samples);
      const auto [right, down] = sampler.pair();
      const Vec3f direction = camera_.direction(static_cast<float>(x) + right, static_cast<float>(y) + down,
                                                settings_.width, settings_.height);
      const LightPaths::Seen seen = paths_.along({camera_.position, direction, sampler.one()}, sampler);
      if (!is_finite(seen.light)) continue;
      sum.light += Vec3d(seen.light);
      sum.normal += Vec3d(seen.normal);
      sum.colour += Vec3d(seen.colour);
      const double b = brightness(seen.light);
      sum.bright += b;
      sum.bright_squared += b * b;
    }
  }

  // Few paths can miss what their pixel's neighbours have met, and what they have in common may be luck.
  bool is_uneven(int x, int y) const {
    double variance = 0, least = std::numeric_limits<double>::infinity(), most = 0;
    for (int j = std::max(0, y - 1); j <= std::min(settings_.height - 1, y + 1); ++j) {
      for (int i = std::max(0, x - 1); i <= std::min(settings_.width - 1, x + 1); ++i) {
        const PixelSum& sum = sums_[index(i, j)];
        variance = std::max(variance, sum.variance());
        least = std::min(least, sum.mean());
        most = std::max(most, sum.mean());
      }
    }
    const double bearable = kBearableNoise * (kDark + least);
    return variance > bearable * bearable || most - least > kEdge * (kDark + least);
  }

  LightPaths paths_;
  const Camera& camera_;
  const TraceSettings& settings_;
  std::vector<PixelSum> sums_;
};

float shoulder(float x) {
  constexpr float kLinear = 0.6f, kRest = 1 - kLinear;
  return x <= kLinear ? x : kLinear + kRest * (1 - std::exp(-(x - kLinear) / kRest));
}

}  // namespace

Image trace(const World& world, const Camera& camera, const TraceSettings& settings) {
  Picture picture(world, camera, settings);
  const int first = settings.samples / kFirstShare;
  if (first >= kFewestFirst) {
    picture.follow_paths(first);
    picture.follow_paths(settings.samples, picture.uneven());
  } else {
    picture.follow_paths(settings.samples);
  }
  return picture.image();
}

void tone_map(Image& image, double stops) {
  const float gain = static_cast<float>(std::exp2(stops));
  for (Vec3f& pixel : image.pixels)
    pixel = {shoulder(pixel.x * gain), shoulder(pixel.y * gain), shoulder(pixel.z * gain)};
}

}  // namespace weir::render
