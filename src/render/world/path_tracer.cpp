// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/world/path_tracer.h"

#include "render/world/denoise.h"
#include "render/world/light_paths.h"
#include "weir/base/parallel.h"

namespace weir::render {

namespace {

constexpr int kTileSize = 16;  // pixels: neighbouring rays meet the same triangles

// The pixel's light, and what denoising needs.
Vec3f trace_pixel(const LightPaths& paths, const Camera& camera, const TraceSettings& settings, int x, int y,
                  PixelGuide& guide) {
  Vec3d sum, normal, colour;
  double bright = 0, bright_squared = 0;
  for (int i = 0; i < settings.samples; ++i) {
    Sampler sampler(settings.frame, x, y, i, settings.samples);
    const auto [across, down] = sampler.pair();
    const Vec3f direction =
        camera.direction(static_cast<float>(x) + across, static_cast<float>(y) + down, settings.width, settings.height);
    const LightPaths::Seen seen = paths.along({camera.position, direction, sampler.one()}, sampler);
    if (!is_finite(seen.light)) continue;
    sum += Vec3d(seen.light);
    normal += Vec3d(seen.normal);
    colour += Vec3d(seen.colour);
    const double b = brightness(seen.light);
    bright += b;
    bright_squared += b * b;
  }
  const double n = settings.samples;
  const double spread = std::max(0.0, bright_squared / n - bright * bright / (n * n));
  guide = {Vec3f(normal / n), Vec3f(colour / n), static_cast<float>(spread / n)};
  return Vec3f(sum / n);
}

float shoulder(float x) {
  constexpr float kLinear = 0.6f, kRest = 1 - kLinear;
  return x <= kLinear ? x : kLinear + kRest * (1 - std::exp(-(x - kLinear) / kRest));
}

}  // namespace

Image trace(const World& world, const Camera& camera, const TraceSettings& settings) {
  const LightPaths paths(world);
  Image image(settings.width, settings.height);
  std::vector<PixelGuide> guides(image.pixels.size());
  const int across = (settings.width + kTileSize - 1) / kTileSize, down = (settings.height + kTileSize - 1) / kTileSize;
  parallel_for(
      static_cast<size_t>(across) * static_cast<size_t>(down),
      [&](size_t tile) {
        const int left = static_cast<int>(tile % static_cast<size_t>(across)) * kTileSize;
        const int top = static_cast<int>(tile / static_cast<size_t>(across)) * kTileSize;
        for (int y = top; y < std::min(top + kTileSize, settings.height); ++y) {
          for (int x = left; x < std::min(left + kTileSize, settings.width); ++x) {
            const size_t index = static_cast<size_t>(y) * static_cast<size_t>(settings.width) + static_cast<size_t>(x);
            image.pixels[index] = trace_pixel(paths, camera, settings, x, y, guides[index]);
          }
        }
      },
      1);
  denoise(image, guides);
  return image;
}

void tone_map(Image& image, double stops) {
  const float gain = static_cast<float>(std::exp2(stops));
  for (Vec3f& pixel : image.pixels)
    pixel = {shoulder(pixel.x * gain), shoulder(pixel.y * gain), shoulder(pixel.z * gain)};
}

}  // namespace weir::render
