// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How much of the space around the middle of a cell is open, weighted as scatter() weighs particles: what particles
// could fill.

#pragma once

#include <span>

#include "grid/pressure/solid_faces.h"

namespace weir::grid {

// From the shares of cells and the walls of the domain.
void find_room(const Tiles& tiles, SolidFaces& solids);
// Only in tiles that are flagged.
void find_room(const Tiles& tiles, std::span<const uint8_t> flag, SolidFaces& solids);

}  // namespace weir::grid
