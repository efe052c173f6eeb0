// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Particles in the order in which a sparse tree of voxels holds them: by leaf (8 x 8 x 8 voxels), by voxel, by id.

#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "weir/base/vec.h"
#include "weir/sim/particles.h"

namespace weir::cache {

// Cubes about the points (i + shift) * size of each axis.
struct Voxels {
  double size = 1;   // m, a power of two
  double shift = 0;  // in voxels: 0 puts the centre of a voxel on the origin, 0.5 a corner

  // The voxel a coordinate lies in, and how far from its centre, in voxels, from -0.5 to 0.5.
  int32_t voxel(float x) const { return static_cast<int32_t>(std::floor(index(x) + 0.5)); }
  float offset(float x) const { return static_cast<float>(index(x) - voxel(x)); }

 private:
  double index(float x) const { return x / size - shift; }
};

struct VoxelOrder {
  struct Point {
    uint64_t key;    // leaf, then voxel in the leaf (the low 9 bits: 64 x + 8 y + z)
    uint32_t index;  // of the particle
    int voxel() const { return static_cast<int>(key & 511); }
  };
  Voxels voxels;
  // The voxels are larger than wanted, because particles lie so far apart that the tree would not fit in memory.
  bool coarsened = false;
  std::vector<Point> points;
  std::vector<size_t> leaf_begin;  // first point of every leaf; one more entry ends the last
  std::vector<Vec3i> leaf_origin;  // voxel coordinates of the lowest corner of every leaf

  std::span<const Point> leaf(size_t i) const {
    return std::span(points).subspan(leaf_begin[i], leaf_begin[i + 1] - leaf_begin[i]);
  }
};

// Voxels of about `wanted_size`; all positions must be finite.
VoxelOrder order_by_voxel(const Particles& particles, double wanted_size, double shift);

}  // namespace weir::cache
