// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Values of fields at points anywhere on a sparse grid, for points that lie near the ones before: the tile of the last
// point is remembered.

#pragma once

#include <cmath>
#include <span>

#include "grid/tiles/mac.h"

namespace weir::grid {

class FieldSampler {
 public:
  explicit FieldSampler(const Tiles& tiles) : tiles_(tiles) {}

  // Between the eight values around a point in cells; value (0, 0, 0) of the field is at `first`.
  float sample(std::span<const float> field, const Vec3f& point, const Vec3f& first) {
    return at(field, point - first).value();
  }
  // The same, and how much it changes per cell along the axes.
  float sample(std::span<const float> field, const Vec3f& point, const Vec3f& first, Vec3f& slope) {
    const Around around = at(field, point - first);
    slope = around.slope();
    return around.value();
  }
  Vec3f sample(const MacField& field, const Vec3f& point) {
    return {sample(field.face[0], point, face_middle(0)), sample(field.face[1], point, face_middle(1)),
            sample(field.face[2], point, face_middle(2))};
  }

 private:
  struct Around {
    float v[8];  // x fastest
    Vec3f t;

    static float mix(float a, float b, float s) { return a + (b - a) * s; }
    float value() const {
      const float low = mix(mix(v[0], v[1], t.x), mix(v[2], v[3], t.x), t.y);
      return mix(low, mix(mix(v[4], v[5], t.x), mix(v[6], v[7], t.x), t.y), t.z);
    }
    Vec3f slope() const {
      return {mix(mix(v[1] - v[0], v[3] - v[2], t.y), mix(v[5] - v[4], v[7] - v[6], t.y), t.z),
              mix(mix(v[2] - v[0], v[3] - v[1], t.x), mix(v[6] - v[4], v[7] - v[5], t.x), t.z),
              mix(mix(v[4] - v[0], v[5] - v[1], t.x), mix(v[6] - v[2], v[7] - v[3], t.x), t.y)};
    }
  };

  Around at(std::span<const float> field, const Vec3f& p) {
    const Vec3i base{static_cast<int>(std::floor(p.x)), static_cast<int>(std::floor(p.y)),
                     static_cast<int>(std::floor(p.z))};
    Around result{.v = {}, .t = p - static_cast<Vec3f>(base)};
    const Vec3i tile{tile_of(base.x), tile_of(base.y), tile_of(base.z)},
        in{in_tile(base.x), in_tile(base.y), in_tile(base.z)};
    if (tile != coordinate_ || !known_) {
      coordinate_ = tile;
      tile_ = tiles_.find(tile);
      known_ = true;
    }
    if (tile_ != tiles_.blank() && in.x < 7 && in.y < 7 && in.z < 7) {
      const float* first =
          field.data() + tile_ * tiles_.cells_per_tile() + static_cast<size_t>(in.x + 8 * (in.y + 8 * in.z));
      for (int n = 0; n < 8; ++n) result.v[n] = first[(n & 1) + 8 * (n >> 1 & 1) + 64 * (n >> 2)];
      return result;
    }
    for (int n = 0; n < 8; ++n) {
      const Vec3i step{n & 1, n >> 1 & 1, n >> 2}, c = in + step;
      if (tile_ == tiles_.blank()) {
        result.v[n] = field[tiles_.cell(base + step)];
        continue;
      }
      const size_t other = tiles_.neighbour(tile_, c.x >> 3, c.y >> 3, c.z >> 3);
      result.v[n] =
          field[other * tiles_.cells_per_tile() + static_cast<size_t>((c.x & 7) + 8 * ((c.y & 7) + 8 * (c.z & 7)))];
    }
    return result;
  }

  const Tiles& tiles_;
  Vec3i coordinate_{};
  size_t tile_ = 0;
  bool known_ = false;
};

}  // namespace weir::grid
