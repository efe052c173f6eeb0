// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which particles a step may have brought into a solid, so that only those are tested and put back.

#pragma once

#include <span>
#include <vector>

#include "grid/tiles/tiled_particles.h"
#include "sim/containment.h"

namespace weir::grid {

// 1 for particles that may be in a solid now, else 0. None was before the step, when they were sorted into tiles;
// `moved`: m by which a solid near a tile has come nearer since at most, for every tile; empty when none moves.
// `distance`: of the middles of cells from the nearest solid (m).
std::vector<float> near_solids(const TiledParticles& sorted, std::span<const float> distance,
                               std::span<const Vec3f> position, std::span<const float> moved);

// Puts particles that may be in a solid out of it, to a distance from it, and back into the domain; returns how many.
// `fastest_wall`: m/s, as in Containment.
size_t put_out_of_solids(const Scene& scene, const Solids& solids, std::span<const float> near, float fastest_wall,
                         std::span<Vec3f> position, std::span<Vec3f> velocity);

}  // namespace weir::grid
