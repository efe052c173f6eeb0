// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Merging and splitting of a tracked surface (after Wojtan et al. 2009, "Deforming meshes that split and merge"): a
// lattice looks for cells where the surface passes through itself, or has two sheets so close that no corner of the
// lattice lies between them. There, in a few cells, it is taken out and made anew by marching cubes, and the edges of
// the hole and of the patch are sewn together. Everywhere else the surface keeps all its detail.
//
// Sewing joins two closed loops of edges by a strip of triangles, so the result is closed whatever the loops look like;
// where loops do not pair up, cells are added beside them and it is tried again; what is left is closed on its own.

#pragma once

#include "tracked/guide_level_set.h"
#include "tracked/triangle_surface.h"

namespace weir::tracked {

struct TopologySettings {
  CornerLattice lattice;     // its voxels about as wide as edges are long
  bool keep_sheets = false;  // thin sheets of liquid do not tear
  const GuideLevelSet* guide = nullptr;
};

struct TopologyReport {
  size_t cells = 0;   // in which the surface was made anew
  size_t forced = 0;  // of these, beside loops that did not pair up
};

TopologyReport change_topology(TriangleSurface& surface, const TopologySettings& settings);

}  // namespace weir::tracked
