// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Viscosities that differ from particle to particle, on the grid. Across layers the stress is the same, so velocities
// change as if the layers' viscosities lay in series: edges, where shear acts, have the harmonic mean of the particles
// around. Cells, which are stretched alike, have the plain one.

#pragma once

#include <span>
#include <vector>

#include "grid/pressure/face_viscosity.h"
#include "grid/tiles/tiled_particles.h"

namespace weir::grid {

class ViscousField {
 public:
  // `viscosity` of every particle, Pa s. Returns the greatest.
  float find(const TiledParticles& where, std::span<const float> viscosity);
  // Beside the greatest.
  void fill(const Tiles& tiles, ViscousMix& mix) const;

 private:
  std::vector<float> plain_, inverse_;  // beside the greatest, around middles of cells; 0 where no particle is near
};

}  // namespace weir::grid
