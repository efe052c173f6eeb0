// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a control mesh asks of the flow in one step (section 5): the liquid in its body flows through the body's
// boundary as the mesh moves, and pressure finds the rest. Of the body only what holds liquid is enclosed; where deep
// inside there is none, the liquid may flow into the void.
//
// Rasterised velocities carry a surface along but do not know where it is: over many steps it would drift off the mesh.
// So velocities also lead what is left of that distance back, in a short time (the paper leaves this to its tracked
// surface, section 6.1, which particles do not have).

#pragma once

#include <vector>

#include "control/meshes/mesh_raster.h"
#include "grid/liquid/grid_flow.h"

namespace weir::meshes {

struct MeshWish {
  float alpha;                 // of the step, 1 is exact (Eq. 9)
  std::vector<float> painted;  // the same of every vertex; empty: all alike
  double growth;               // cells that the mesh grows by in the step
  double refill;               // part of what is missing that comes back in the step
  double natural_of_cell;      // s (sim/natural_time.h)
  double natural;              // s, of the form
  double sinking;              // m/s that a refilled form is held up by; faster liquid is flung off
};

struct MeshFlowReport {
  double held = 0;     // cells of liquid in the body
  double missing = 0;  // cells of liquid that the body lacks
  double source = 0;   // cells that grow in the step
};

// Prescribes velocities of faces and gives sources to cells.
MeshFlowReport direct_flow(const MeshRaster& raster, const MeshWish& wish, grid::GridFlow& flow);

// Per step: the paper's alpha acts once a step, whatever that takes; ours is that of steps of this share of the form's
// natural time, so that looseness does not depend on the time step. `step` is in natural times too.
constexpr double kStepOfAlpha = 0.05;
float alpha_of_step(double alpha, double step);

}  // namespace weir::meshes
