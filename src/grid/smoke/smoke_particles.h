// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Smoke as directors and sinks see it: every cell that has some is a particle at its middle; so are cells of air that
// directors reach into, which have no mass.

#pragma once

#include <vector>

#include "grid/smoke/smoke_fields.h"
#include "grid/tiles/tiled_particles.h"
#include "weir/sim/particles.h"

namespace weir::grid {

struct SmokeParticles {
  Particles particles;         // mass: density times volume; phase: the densest; ids count the cells
  std::vector<uint32_t> cell;  // index of each in the fields
};

// Cells with a density or temperature above the least, and all cells of flagged tiles (no flags: of none).
SmokeParticles smoke_particles(const SmokeFields& smoke, const GridSpace& space, float least_density,
                               float least_temperature, std::span<const uint8_t> whole_tiles = {});

}  // namespace weir::grid
