// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Cells near the guide, deep under the surface, that hold too little liquid (Algorithm 3 of Nielsen & Bridson 2011: the
// safe overlap alpha_s).

#pragma once

#include <span>
#include <vector>

#include "control/guide/held_cells.h"
#include "grid/liquid/grid_flow.h"

namespace weir::guide {

struct Gaps {
  std::vector<Vec3i> cell;
  std::vector<float> missing;  // share of the cell
};

// `closed`: the liquid with its guide, without gaps and pockets, on the guide's tiles; `overlap`: in cells of the flow.
Gaps find_gaps(const grid::GridFlow& flow, const HeldCells& held, const GuideField& guide,
               std::span<const float> closed, float overlap);

}  // namespace weir::guide
