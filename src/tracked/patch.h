// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A piece of surface made anew in some cells of a lattice, by marching cubes: between a corner inside and one outside,
// its vertex is where the old surface crosses the edge. So it ends, on the border of its cells, on the old surface.

#pragma once

#include "base/cell_set.h"
#include "tracked/crossings.h"
#include "tracked/guide_level_set.h"

namespace weir::tracked {

struct Patch {
  HalfEdges net;  // half-edges on the border have no twin (-1)
  std::vector<Vec3f> position;
  std::vector<int32_t> old_triangle;  // of every vertex: that it lies on; -1 where there is none
  std::vector<int32_t> cell;          // of every triangle: its number among the cells
};

// `guide` may be nullptr.
Patch make_patch(const CellSet& cells, const Crossings& crossings, const CornerLattice& lattice,
                 const Disagreement* guide);

}  // namespace weir::tracked
