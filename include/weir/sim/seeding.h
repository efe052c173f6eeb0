// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The liquid at the start, as particles: every liquid's shape filled, earlier liquids before later ones, never inside
// a solid or outside the domain; or the particles of its file, as they are.

#pragma once

#include "weir/geometry/shapes/build.h"
#include "weir/scene/scene.h"
#include "weir/sim/particles.h"
#include "weir/sim/solids.h"

namespace weir {

// kg of one particle of a phase; in 2D of a metre of depth.
float particle_mass(const Scene& scene, size_t phase);

// Ids count from 0. Particles keep at least `clearance` (m) from solids and closed walls.
Particles seed_liquids(const Scene& scene, ShapeBuilder& builder, const Solids& solids, float clearance = 0);

}  // namespace weir
