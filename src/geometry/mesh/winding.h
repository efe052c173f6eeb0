// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Inside or outside a closed mesh, for all points of a lattice at once: lines along one axis through the lattice,
// and on each the crossings with the mesh. Between two crossings the winding number is the sum of the signs before,
// and it is exact: corners are put on a fine integer grid and all tests are done in integers, with the lines thought
// to be shifted by an infinitely small amount off every edge and corner (Edelsbrunner and Mücke 1990, "Simulation of
// Simplicity"). So no line ever slips through between two triangles or counts an edge twice.

#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "weir/geometry/mesh/mesh.h"

namespace weir {

class WindingLines {
 public:
  // Lattice points are lower + voxel * (i, j, k), 0 <= i < counts.x and so on. The lines run along `axis`, or along the
  // longest side.
  // The mesh must lie inside the lattice's box, and every edge must be run along as often one way as the other.
  WindingLines(const Mesh& mesh, const Vec3d& lower, double voxel, const Vec3i& counts, std::optional<int> axis = {});

  // Not zero: inside. Parts that overlap count together; a part inside out is a cavity in others, or solid alone.
  bool inside(const Vec3i& lattice_point) const;
  // The same for all points, x fastest: 1 inside, 0 outside.
  void fill(std::vector<uint8_t>& inside) const;
  // visit(u, v, first, last) for every run of points inside; u and v are the coordinates along the two axes after the
  // lines' own. Lines in parallel, each from one thread.
  using Visit = std::function<void(int u, int v, int64_t first, int64_t last)>;
  void for_runs(const Visit& visit) const;

 private:
  struct Crossing {
    double position;  // along the line, in voxels
    int32_t sign;
  };
  size_t line_of(int32_t u, int32_t v) const {
    return static_cast<size_t>(v) * static_cast<size_t>(lines_u_) + static_cast<size_t>(u);
  }

  Vec3i counts_;
  int axis_ = 0, axis_u_ = 1, axis_v_ = 2;
  int32_t lines_u_ = 0, lines_v_ = 0;
  std::vector<uint32_t> begin_;  // of every line's crossings
  std::vector<Crossing> crossings_;
};

}  // namespace weir
