// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What moves smoke besides pressure (Fedkiw, Stam & Jensen 2001, "Visual simulation of smoke"), as accelerations at the
// middles of cells: weight and buoyancy (Eq. 8), and vorticity confinement (Eq. 9-11), which gives the small swirls
// back that a grid blurs.

#pragma once

#include <span>
#include <vector>

#include "grid/tiles/cell_vectors.h"

namespace weir::grid {

// Adds lift * temperature + weight * (sum of the densities); both m/s2 for a value of 1.
void add_buoyancy(const Tiles& tiles, std::span<const std::vector<float>> density, std::span<const float> temperature,
                  const Vec3f& weight, const Vec3f& lift, CellVectors& acceleration);

// Adds strength (1/s) * cell width * (N x omega), where N points to where the swirl is strongest.
void add_confinement(const Tiles& tiles, const MacField& velocity, float strength, CellVectors& acceleration);

}  // namespace weir::grid
