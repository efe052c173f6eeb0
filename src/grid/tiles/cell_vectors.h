// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Vectors at the middles of cells, where forces and directors see velocities that live on faces.

#pragma once

#include <array>
#include <span>
#include <vector>

#include "grid/tiles/mac.h"

namespace weir::grid {

// One field an axis.
using CellVectors = std::array<std::vector<float>, 3>;

CellVectors no_vectors(const Tiles& tiles);
CellVectors middle_velocities(const Tiles& tiles, const MacField& velocity);

// Adds to the cells with these indices.
void add_to_cells(std::span<const uint32_t> cell, std::span<const Vec3f> vectors, CellVectors& cells);
// Adds `step` times the mean of the accelerations of the cells beside a face.
void add_to_faces(const Tiles& tiles, const CellVectors& acceleration, float step, MacField& velocity);

}  // namespace weir::grid
