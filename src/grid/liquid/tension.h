// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Surface tension of a liquid on the grid. Behind a curved surface the pressure is higher by tension times curvature.
// What that does to the velocity of a face is added before the pressure is solved for, with the same differences, so
// that in a drop at rest the two cancel:
//
//   free surface:        the jump lies where the surface crosses the way between two cells (ghost fluid);
//   between two phases:  it is spread as the phases' shares are (Brackbill, Kothe & Zemach 1992).
//
// Curvature at the start of a step and positions after the new velocities make a symplectic method: waves are not
// damped by it, and are stable while they turn less than two radians in a step. The fastest waves are the shortest, and
// those are slowed down, since curvature is that of a smoothed surface: steps can be five times as long as without
// (Brackbill et al.: sqrt(density cell^3 / (4 pi tension))). Smoothing more for longer steps does not pay: bumps that
// no curvature holds back become spray.

#pragma once

#include <span>
#include <vector>

#include "grid/liquid/grid_flow.h"
#include "grid/liquid/phase_shares.h"

namespace weir::grid {

// s: the longest step that waves still bear. `speed`: tension over density, m3/s2; `cell`: m.
double longest_tension_step(double speed, double cell);

struct Tension {
  std::span<const float> of_phase;  // of each phase, over the density of the first: m3/s2
  const PhaseShares& shares;        // of several phases
  const MacField* lightness;        // of faces, as FaceConditions has it
};

// What tension changes of the velocities of faces in a step, when the flow knows its surface.
void add_tension(const Tension& tension, const GridFlow& flow, MacField& velocity);

}  // namespace weir::grid
