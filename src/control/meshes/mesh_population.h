// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Particles for the liquid that a control mesh makes grow or vanish: the pressure makes room, and here the room is
// filled where there are too few particles, beside others.

#pragma once

#include "base/random.h"
#include "control/meshes/mesh_raster.h"
#include "weir/sim/director.h"

namespace weir::meshes {

struct ParticleTrade {
  const grid::GridSpace& space;
  double per_cell;
  Random random;
  uint64_t draw;  // another one every time
};

// Adds about `number` particles to the body, or takes them away where it is negative. Returns how many were.
int64_t trade_particles(const MeshRaster& raster, const ParticleTrade& trade, int64_t number, Population& population);

}  // namespace weir::meshes
