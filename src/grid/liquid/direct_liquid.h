// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Directors and the liquid of a narrow band: they see its particles, and every cell of the core as one particle more.

#pragma once

#include "grid/liquid/narrow_band.h"
#include "weir/sim/directors.h"

namespace weir::grid {

// Calls the directors' forces; `acceleration` has what the particles have already (m/s2), the same for all. What the
// core gets besides that is added to its velocity.
void direct_forces(const Clock& clock, Directors& directors, const GridSpace& space, const Particles& particles,
                   NarrowBand& band, std::vector<Vec3f>& acceleration);

// Lets the directors edit velocities after the projection.
void direct_velocities(const Clock& clock, Directors& directors, const GridSpace& space, Particles& particles,
                       NarrowBand& band);

}  // namespace weir::grid
