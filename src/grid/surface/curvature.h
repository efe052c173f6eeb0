// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How a surface bends, from how full cells are. Particles make fullness noisy: it is smoothed, made into the distance
// from the surface, which noise deep inside does not reach, and smoothed again, both times by
//
//   2 G - G G,   G: (1 2 1) / 4 along every axis,
//
// which leaves long waves alone to fourth order: with G alone, drops would swing too slowly. Curvature is the
// divergence of the normals.

#pragma once

#include <span>
#include <vector>

#include "grid/tiles/tiles.h"

namespace weir::grid {

constexpr float kNoCurvature = 1e30f;  // where no surface is near

// `full`: 1 inside, 0 outside, between them at the surface. In 1 / cells, above 0 where the inside is convex; of a ball
// of radius r it is 2 / r (2D: 1 / r).
void find_curvature(const Tiles& tiles, std::span<const float> full, std::vector<float>& curvature);

// `known`: 1 for cells whose fullness is known, 0 for others, as those in solids: these become as those beside them, so
// that the surface meets what they are at a right angle.
void continue_fullness(const Tiles& tiles, std::vector<float>& known, std::vector<float>& full);

}  // namespace weir::grid
