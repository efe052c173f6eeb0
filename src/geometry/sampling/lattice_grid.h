// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The points of a lattice in a box. Both lattices are stacks of rows (2D) or layers (3D) of points `pitch` apart. In a
// staggered one every second row or layer is moved by half a pitch along the axes inside it.

#pragma once

#include "weir/geometry/sampling/sampling.h"

namespace weir {

struct LatticeGrid {
  Vec3d pitch;
  Vec3d first;  // position of point (0, 0, 0)
  Vec3i count;
  Vec3d stagger;
  int stack_axis;

  Vec3f position(int64_t i, int64_t j, int64_t k) const {
    const bool odd = (stack_axis == 1 ? j : k) & 1;
    const Vec3d index{static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)};
    return static_cast<Vec3f>(first + index * pitch + (odd ? stagger : Vec3d{}));
  }
  size_t rows() const { return static_cast<size_t>(count.y) * static_cast<size_t>(count.z); }

  // Lays `points` points along an axis from `start` on: each in the middle of its share, or in a staggered lattice a
  // quarter before and after it by turns.
  void lay(int axis, double start, double points, Lattice lattice) {
    const bool shifted = lattice == Lattice::body_centred && axis != stack_axis;
    count[axis] = static_cast<int32_t>(points);
    first[axis] = start + pitch[axis] * (shifted ? 0.25 : 0.5);
    if (shifted) stagger[axis] = pitch[axis] / 2;
  }
};

// m between the rows and layers of a lattice whose nearest neighbours are `spacing` apart.
inline Vec3d lattice_pitch(double spacing, Lattice lattice, int dimensions) {
  if (lattice == Lattice::regular) return {spacing, spacing, spacing};
  if (dimensions == 2) return {spacing, spacing * std::sqrt(0.75), spacing};
  const double cell = spacing * 2 / std::sqrt(3.0);  // half the diagonal of the cell is the spacing
  return {cell, cell, cell / 2};
}

}  // namespace weir
