// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Particles in the order in which a sparse tree of voxels holds them: by leaf (8 x 8 x 8 voxels), by voxel, by id.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/vec.h"
#include "stage/particles.h"

namespace weir {

struct VoxelOrder {
  struct Point {
    uint64_t key;  // leaf, then voxel in the leaf (the low 9 bits: 64 x + 8 y + z)
    uint64_t id;
    size_t index;  // of the particle
    int voxel() const { return static_cast<int>(key & 511); }
  };
  double voxel_size = 1;  // m, a power of two
  // The voxels are larger than wanted, because particles lie so far apart that the tree would not fit in memory.
  bool coarsened = false;
  std::vector<Point> points;
  std::vector<size_t> leaf_begin;  // first point of every leaf; one more entry ends the last
  std::vector<Vec3i> leaf_origin;  // voxel coordinates of the lowest corner of every leaf

  std::span<const Point> leaf(size_t i) const {
    return std::span(points).subspan(leaf_begin[i], leaf_begin[i + 1] - leaf_begin[i]);
  }
};

// The voxel whose centre is nearest. Exact: voxel_size is a power of two.
inline int32_t nearest_voxel(float position, double voxel_size) {
  return static_cast<int32_t>(std::floor(position / voxel_size + 0.5));
}

// Voxels of about `wanted_size`; all positions must be finite.
VoxelOrder order_by_voxel(const Particles& particles, double wanted_size);

}  // namespace weir
