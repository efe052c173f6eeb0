// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The surface of a simulated liquid, which the tracked surface must not part from: coarse, but never wrong by much.
// Where both disagree by more than a tolerance about what is liquid, the level set is right; between there and where
// they agree, its say fades, so that the two surfaces meet.

#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/cell_set.h"
#include "tracked/crossings.h"

namespace weir::tracked {

// Signed distances (m, negative in liquid) at points.
using DistanceAt = std::function<void(std::span<const Vec3f>, std::span<float>)>;

struct GuideLevelSet {
  DistanceAt distance;
  CornerLattice cells;       // of the grid that it is known on
  std::vector<Vec3i> where;  // cells in which the two are compared: on both sides of its surface
  // m from its surface, from where on it is right: about liquid that the mesh lacks, and that the mesh has too much.
  float lacking = 0, surplus = 0;
};

class Disagreement {
 public:
  Disagreement(const GuideLevelSet& guide, const Crossings& crossings, const CornerLattice& lattice);

  bool any() const { return missing_.size() + surplus_.size() > 0; }

  // Whether a corner of the lattice is liquid, by both; and how far from the surface that the level set has a say in
  // (m, negative inside), where it has one.
  struct Verdict {
    bool inside = false, by_guide = false;
    float distance = 0;
  };
  Verdict at(const Vec3i& corner, bool inside_mesh) const;

  // Cells of the lattice in which the surface changes, or is new.
  std::vector<Vec3i> changed_cells() const;

 private:
  bool inside_mesh(const Vec3i& cell) const;
  void spread(CellSet& cells, bool inside) const;
  // 0 beside a cell in which they disagree, 1 two cells away.
  float fading(const CellSet& cells, const Vec3f& p) const;
  void changed_in(const Vec3i& cell, std::vector<Vec3i>& changed) const;

  const GuideLevelSet& guide_;
  const Crossings& crossings_;
  CornerLattice lattice_;
  CellSet missing_, surplus_;  // cells that only one of them has as liquid
};

}  // namespace weir::tracked
