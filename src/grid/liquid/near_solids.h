// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which particles a step may have brought into a solid, so that only those are tested.

#pragma once

#include <span>
#include <vector>

#include "grid/tiles/tiled_particles.h"

namespace weir::grid {

// 1 for particles that may be in a solid now, else 0. None was before the step, when they were sorted into tiles;
// solids must not have moved since. `distance`: of the middles of cells from the nearest solid (m).
std::vector<float> near_solids(const TiledParticles& sorted, std::span<const float> distance,
                               std::span<const Vec3f> position);

}  // namespace weir::grid
