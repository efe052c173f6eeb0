// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the lines of a lattice pass through a closed surface: which of its corners are inside, and where between two
// corners the surface is. Vertices are put on even coordinates of a fine integer grid and lines on odd ones, and tests
// are done in integers with ties decided by the order of vertices: a line never slips through between two triangles or
// counts an edge twice, even where the surface passes through itself.

#pragma once

#include <array>
#include <span>

#include "tracked/triangle_surface.h"

namespace weir::tracked {

// Corner (i, j, k) is at origin + voxel * (i, j, k); cell (i, j, k) lies between it and (i + 1, j + 1, k + 1).
struct CornerLattice {
  Vec3d origin{};
  double voxel = 1;

  Vec3d to_lattice(const Vec3f& p) const { return (static_cast<Vec3d>(p) - origin) / voxel; }
  Vec3f to_world(const Vec3d& g) const { return static_cast<Vec3f>(origin + g * voxel); }
  Vec3i cell_of(const Vec3f& p) const {
    const Vec3d g = to_lattice(p);
    return {static_cast<int32_t>(std::floor(g.x)), static_cast<int32_t>(std::floor(g.y)),
            static_cast<int32_t>(std::floor(g.z))};
  }
};

struct Crossing {
  uint64_t line;     // see Crossings::line_of
  double along;      // the line, in voxels
  int32_t triangle;  // that is passed
  int32_t change;    // of the winding number: 1 into the liquid, -1 out of it
};

class Crossings {
 public:
  Crossings(const TriangleSurface& surface, const CornerLattice& lattice);

  // All on lines along an axis, those of a line together and in the order they are passed.
  std::span<const Crossing> along(int axis) const { return all_[static_cast<size_t>(axis)]; }
  // Those on the line through a corner.
  std::span<const Crossing> through(int axis, const Vec3i& corner) const;
  // Times that the surface goes around the corner: 0 outside.
  int winding(const Vec3i& corner) const;
  // Of those between a corner and the next one along the axis, the one where inside and outside meet; nullptr where
  // there is none.
  const Crossing* on_edge(int axis, const Vec3i& corner) const;

  // The lower corner of the edge that it is on.
  static Vec3i corner_of(int axis, const Crossing& crossing);

 private:
  static uint64_t line_of(int32_t u, int32_t w);

  std::array<std::vector<Crossing>, 3> all_;
  std::array<std::vector<uint32_t>, 3> first_;  // of every line, and the end
};

}  // namespace weir::tracked
