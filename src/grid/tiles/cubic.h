// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Values between those of a block by cubic curves (Catmull & Rom 1974), which are smooth and exact for parabolas.

#pragma once

#include <algorithm>
#include <cmath>

#include "grid/tiles/block.h"

namespace weir::grid {

// Weights of the four values around a point, and of their change per cell.
struct CubicWeights {
  int base;  // the second of the four
  float w[4], slope[4];
  explicit CubicWeights(float point) : base(static_cast<int>(std::floor(point))) {
    const float t = point - static_cast<float>(base), t2 = t * t, t3 = t2 * t;
    w[0] = 0.5f * (-t3 + 2 * t2 - t);
    w[1] = 0.5f * (3 * t3 - 5 * t2 + 2);
    w[2] = 0.5f * (-3 * t3 + 4 * t2 + t);
    w[3] = 0.5f * (t3 - t2);
    slope[0] = 0.5f * (-3 * t2 + 4 * t - 1);
    slope[1] = 0.5f * (9 * t2 - 10 * t);
    slope[2] = 0.5f * (-9 * t2 + 8 * t + 1);
    slope[3] = 0.5f * (3 * t2 - 2 * t);
  }
};

// Where a block may be asked: closer to its border values are missing.
template <int margin>
float within_cubic(float v) {
  return std::clamp(v, static_cast<float>(1 - margin), kTileSize + margin - 2.001f);
}

// The value and how much it changes per cell along the axes.
template <int margin>
float sample_cubic(const Block<margin>& block, bool flat, const Vec3f& p, Vec3f& change) {
  const CubicWeights a(within_cubic<margin>(p.x)), b(within_cubic<margin>(p.y)),
      c(flat ? 0 : within_cubic<margin>(p.z));
  float sum = 0;
  change = {};
  for (int k = flat ? 1 : 0; k < (flat ? 2 : 4); ++k) {
    for (int j = 0; j < 4; ++j) {
      const float* v = block.values + Block<margin>::index(a.base - 1, b.base + j - 1, c.base + k - 1);
      const float along = a.w[0] * v[0] + a.w[1] * v[1] + a.w[2] * v[2] + a.w[3] * v[3];
      const float rise = a.slope[0] * v[0] + a.slope[1] * v[1] + a.slope[2] * v[2] + a.slope[3] * v[3];
      sum += c.w[k] * b.w[j] * along;
      change += Vec3f{c.w[k] * b.w[j] * rise, c.w[k] * b.slope[j] * along, c.slope[k] * b.w[j] * along};
    }
  }
  if (flat) change.z = 0;
  return sum;
}

}  // namespace weir::grid
