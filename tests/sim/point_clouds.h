// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Random points of different kinds, for tests of everything that looks for points near points.

#pragma once

#include <vector>

#include "base/random.h"

namespace weir {

enum class Cloud { filled, flat, clustered, sparse, lattice, far_out };
constexpr int kClouds = 6;

// All around the origin, with negative coordinates; distances in units of a support of 1.
inline std::vector<Vec3f> cloud(Cloud kind, size_t count, uint64_t seed) {
  const Random random(seed);
  std::vector<Vec3f> points(count);
  for (size_t i = 0; i < count; ++i) {
    Vec3f p = random.unit_vec3(i) * 2 - Vec3f{1, 1, 1};
    switch (kind) {
      case Cloud::filled:
        p *= 2.5f;
        break;
      case Cloud::flat:
        p = Vec3f{p.x, p.y, 0} * 5.0f;
        break;
      case Cloud::clustered:
        p = p * 0.1f + random.direction(random.below(4, i, 1), 2) * 3.0f;
        break;
      case Cloud::sparse:
        p *= 1000.0f;
        break;
      // Many equal distances, also of exactly one support; many points twice.
      case Cloud::lattice:
        p = Vec3f{std::floor(p.x * 6), std::floor(p.y * 6), std::floor(p.z * 6)} * 0.5f;
        break;
      // Beyond the outermost cells, where even floats are more than a support apart.
      case Cloud::far_out:
        p = p * 4.0f + random.direction(random.below(2, i, 1), 2) * 2e7f;
        break;
    }
    points[i] = p;
  }
  return points;
}

}  // namespace weir
