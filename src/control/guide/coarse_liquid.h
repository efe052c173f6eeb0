// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Fine particles as a liquid on the guide's coarse grid.

#pragma once

#include <span>
#include <vector>

#include "grid/tiles/tiled_particles.h"

namespace weir::guide {

// Coordinates of the tiles that hold particles, and of all tiles beside these.
std::vector<Vec3i> tiles_of_particles(const grid::GridSpace& space, std::span<const Vec3f> position);

// Coordinates of the tiles in which tiles of another grid lie, with so many cells around them.
std::vector<Vec3i> tiles_of_tiles(const grid::GridSpace& space, float around, const grid::GridSpace& other,
                                  const grid::Tiles& tiles);

// The surface of the liquid as find_surface_distance() finds it, from -1 to 1 cells: `share` of a cell is what one
// particle fills. Particles outside the tiles are left out.
std::vector<float> coarse_liquid(const grid::GridSpace& space, const grid::Tiles& tiles,
                                 std::span<const Vec3f> position, double share);

}  // namespace weir::guide
