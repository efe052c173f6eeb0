// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Crowded particles are shaken apart. The flow that spreads them (GridFlow::spreading) is smooth: those that a corner
// or a slit has brought to the same point would stay together in it for ever.

#pragma once

#include <span>

#include "base/random.h"
#include "grid/tiles/tiled_particles.h"

namespace weir::grid {

// `volume` and `room` of cells as scatter() and find_solid_faces() find them; ids and positions in the order of
// `where`. `number` tells steps apart.
void shake_apart(const TiledParticles& where, std::span<const float> volume, std::span<const float> room,
                 const Random& random, uint32_t number, std::span<const uint64_t> id, std::span<Vec3f> position);

}  // namespace weir::grid
