// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Liquid of a grid solver's run that has no particles: the core of a narrow band, and what a guide holds. Merging must
// see it as it sees the rest (Gowthaman et al. 2022, 3.1): velocities are taken from it, and what of a target meets it
// is hidden.

#pragma once

#include <vector>

#include "weir/sim/particles.h"
#include "weir/sim/volume.h"

namespace weir::reversal {

// Points as far apart as particles would be, in the cells of `box` (m) that are inside the surface and far from any
// particle, with the velocities there. `volumes`: of a frame of the run; nothing without a surface and a velocity.
Particles deep_water(const std::vector<Volume>& volumes, const Particles& liquid, const Box3f& box, float spacing,
                     int dimensions);

}  // namespace weir::reversal
