// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Directors and the liquid of a narrow band: they see its particles, and every cell of the core as one particle more.

#pragma once

#include <functional>
#include <vector>

#include "grid/liquid/narrow_band.h"
#include "weir/sim/directors.h"

namespace weir::grid {

// Calls the directors' forces; `acceleration` has what the particles have already (m/s2), the same for all. What the
// core gets besides that is added to its velocity.
void direct_forces(const Clock& clock, Directors& directors, const GridSpace& space, const Particles& particles,
                   NarrowBand& band, std::vector<Vec3f>& acceleration);

// The liquid between the projection and its motion.
struct ProjectedLiquid {
  const TiledParticles& where;
  const Particles& particles;  // as they were before the projection
  const NarrowBand& band;
  const Scattered& scattered;  // the same on the grid
  float flip;                  // of GatherSettings
};

struct Projecting {
  std::function<void()> project;              // of the grid's velocities, once more
  std::function<void(MacField&)> make_known;  // around all that moves, from where it is known
};

// Lets directors edit velocities before the liquid moves: it is advected with those they leave (Lu et al. 2019,
// Algorithm 1). Beyond the paper, they are projected again, since what they change may compress the liquid. `velocity`:
// on the grid, projected and made known. Returns the particles' own new velocities; none where nothing is edited.
std::vector<Vec3f> direct_velocities(const Clock& clock, Directors& directors, const ProjectedLiquid& liquid,
                                     const Projecting& projecting, MacField& velocity);

}  // namespace weir::grid
