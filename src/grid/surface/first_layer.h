// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What redistance(), march_distance() and sweep_distance() share: the distances of cells beside the surface, and the
// Eikonal equation of one cell.

#pragma once

#include <cstdint>
#include <vector>

#include "grid/surface/redistance.h"

namespace weir::grid {

inline bool takes_part(float value) { return value > 0.5f * kNoDistance; }
inline Vec3i axis_step(int axis) { return {axis == 0, axis == 1, axis == 2}; }

// On which side the cells of a tile and of those beside its faces are that take part: none where no cell does.
enum class Side : uint8_t { inside, outside, both, none };
std::vector<Side> sides_around(const Tiles& tiles, const std::vector<float>& distance);

// Distances of the cells beside the surface; -inner or +outer elsewhere. Flags what must stay.
void set_first_layer(const Tiles& tiles, float inner, float outer, std::vector<float>& distance,
                     std::vector<float>& fixed);

// The d with sum of w (d - v)^2 = 1 over so many axes, leaving out those with the largest v while d would be below
// them.
float solve_eikonal(const float (&weight)[3], const float (&value)[3], int count);

}  // namespace weir::grid
