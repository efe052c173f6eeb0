// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The pressure of the last step, kept for probes: at the middles of cells of the liquid.

#pragma once

#include <vector>

#include "grid/liquid/grid_flow.h"
#include "grid/tiles/tiled_particles.h"
#include "weir/sim/solver.h"

namespace weir::grid {

class KnownPressure {
 public:
  // After the flow was projected; `density` in kg/m3.
  void keep(const GridFlow& flow, double density);
  // The cells inside a box; `where` has the tiles that the flow had.
  PressurePoints in(const TiledParticles& where, const Box3f& box) const;

 private:
  std::vector<float> pressure_;  // Pa; kNone in cells without
};

}  // namespace weir::grid
