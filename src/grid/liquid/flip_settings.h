// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What an artist can set of the grid solver for liquids.

#pragma once

#include "scene/block_of.h"

namespace weir::grid {

struct FlipSettings {
  double flip = 0.95;             // 1 is FLIP (lively), 0 APIC (calm)
  double cfl = 3;                 // cells that all but the fastest particles move in a step
  double divergence_error = 0.1;  // per cent of a cell's volume that may be gained or lost in a step
  int max_iterations = 100;
  int band = 0;                  // cells under the surface that hold particles; 0: all liquid is particles
  bool tracked_surface = false;  // keeps a mesh of the surface, finer than the grid, that moves with the flow
  bool thin_sheets = false;      // of the mesh: sheets thinner than a third of a cell stay
};

}  // namespace weir::grid

namespace weir {
template <>
const Block& block_of<grid::FlipSettings>();
}  // namespace weir
