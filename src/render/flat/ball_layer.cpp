// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/flat/ball_layer.h"

#include <algorithm>
#include <cmath>

#include "render/flat/bands.h"

namespace weir::render {

namespace {

constexpr float kSmallest = 0.8f;  // pixels of radius: any less and single drops flicker

// A ball as the camera sees it: a circle. (Truly an ellipse away from the middle; the difference is below a pixel for
// balls as small as particles.)
struct Seen {
  float x = 0, y = 0, depth = 0, radius = 0;
};

Seen see(const Vec3f& centre, float radius, const Camera& camera, int width, int height) {
  const Vec3f p = camera.project(centre, width, height);
  if (!is_finite(p) || p.z <= radius || p.z <= 0) return {};
  const float scale = 0.5f * static_cast<float>(height) / (camera.half_height * p.z);
  return {p.x, p.y, p.z, std::max(radius * scale, kSmallest)};
}

// Pixels whose middle may lie within `reach` of `middle`, cut to the picture. In floats until then: they can be huge.
Rows pixels_around(float middle, float reach, int size) {
  const float low = std::max(std::floor(middle - reach), 0.0f);
  const float high = std::min(std::floor(middle + reach), static_cast<float>(size - 1));
  return low <= high ? Rows{static_cast<int>(low), static_cast<int>(high)} : Rows{};
}

// Keeps the ball where it is nearer than what is there.
void put(BallLayer& layer, const Seen& ball, uint32_t index, float radius, const Rows& rows, int width) {
  const Rows columns = pixels_around(ball.x, ball.radius, width);
  const float inverse = 1 / ball.radius;
  for (int y = rows.first; y <= rows.last; ++y) {
    const float v = (static_cast<float>(y) + 0.5f - ball.y) * inverse;
    for (int x = columns.first; x <= columns.last; ++x) {
      const float u = (static_cast<float>(x) + 0.5f - ball.x) * inverse;
      const float rest = 1 - u * u - v * v;
      if (rest <= 0) continue;
      const float bulge = std::sqrt(rest), depth = ball.depth - radius * bulge;
      const size_t pixel = static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x);
      if (depth >= layer.depth[pixel]) continue;
      layer.depth[pixel] = depth;
      layer.ball[pixel] = index;
      layer.normal[pixel] = {u, -v, bulge};
    }
  }
}

}  // namespace

BallLayer ball_layer(std::span<const Vec3f> centres, float radius, const Camera& camera, int width, int height) {
  const size_t pixels = static_cast<size_t>(width) * static_cast<size_t>(height);
  BallLayer layer{std::vector<uint32_t>(pixels, BallLayer::kNone),
                  std::vector<float>(pixels, std::numeric_limits<float>::infinity()), std::vector<Vec3f>(pixels)};
  std::vector<Seen> seen(centres.size());
  std::vector<Rows> rows(centres.size());
  parallel_for(centres.size(), [&](size_t i) {
    seen[i] = see(centres[i], radius, camera, width, height);
    if (seen[i].radius > 0) rows[i] = pixels_around(seen[i].y, seen[i].radius, height);
  });
  Bands(rows, height).draw([&](std::span<const uint32_t> items, int first, int end) {
    for (const uint32_t i : items) {
      put(layer, seen[i], i, radius, {std::max(rows[i].first, first), std::min(rows[i].last, end - 1)}, width);
    }
  });
  return layer;
}

void draw_discs(Image& image, std::span<const Disc> discs) {
  std::vector<Rows> rows(discs.size());
  parallel_for(discs.size(), [&](size_t i) {
    const Disc& d = discs[i];
    if (std::isfinite(d.x + d.y + d.radius)) rows[i] = pixels_around(d.y, d.radius + 1, image.height);
  });
  Bands(rows, image.height).draw([&](std::span<const uint32_t> items, int first, int end) {
    for (const uint32_t i : items) {
      const Disc& disc = discs[i];
      const Rows columns = pixels_around(disc.x, disc.radius + 1, image.width);
      for (int y = std::max(rows[i].first, first); y <= std::min(rows[i].last, end - 1); ++y) {
        for (int x = columns.first; x <= columns.last; ++x) {
          const float distance =
              std::hypot(static_cast<float>(x) + 0.5f - disc.x, static_cast<float>(y) + 0.5f - disc.y);
          const float share = std::clamp(disc.radius + 0.5f - distance, 0.0f, 1.0f);
          image.at(x, y) = lerp(image.at(x, y), disc.colour, share);
        }
      }
    }
  });
}

}  // namespace weir::render
