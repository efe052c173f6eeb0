// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The grid liquid as volumes for files, meshes and pictures: its surface as a signed distance, only in tiles near it,
// and its velocity on the faces of all cells that hold liquid.

#pragma once

#include <span>
#include <vector>

#include "grid/pressure/solid_faces.h"
#include "grid/tiles/mac.h"
#include "grid/tiles/tiled_particles.h"
#include "weir/sim/volume.h"

namespace weir::grid {

// Cells on both sides of the surface in which its distance is told.
constexpr float kSurfaceBand = 3;

// `distance`: as find_surface_distance() gives it. The liquid ends where solids begin.
Volume surface_volume(const GridSpace& space, const Tiles& tiles, const SolidFaces& solids,
                      std::vector<float> distance);

// `weight`: 0 on faces whose velocity is not known.
Volume velocity_volume(const GridSpace& space, const Tiles& tiles, const MacField& velocity, const MacField& weight);

}  // namespace weir::grid
