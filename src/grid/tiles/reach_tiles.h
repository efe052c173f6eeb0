// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The tiles that directors reach into, whether there is smoke in them or not.

#pragma once

#include <span>
#include <vector>

#include "grid/grid_director.h"
#include "grid/smoke/smoke_fields.h"
#include "grid/tiles/tiled_particles.h"
#include "weir/sim/director.h"

namespace weir::grid {

// Each once.
std::vector<Vec3i> tiles_within(std::span<const Reach> reach, const GridSpace& space, const TileLimits& limits);

// 1 for those of the tiles that are among the coordinates.
std::vector<uint8_t> flag_tiles(const Tiles& tiles, std::span<const Vec3i> coordinates);

}  // namespace weir::grid
