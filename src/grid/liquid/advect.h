// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Fields carried along by a velocity on the grid: MacCormack's method (Selle, Fedkiw, Kim, Liu & Rossignac 2008). A
// value comes from where it was a step ago (midpoint rule, linear between the values there); going forward again from
// there shows how much that blurs, and half of the difference is given back, unless that leads beyond the values it
// came from (limiting it to them instead leaves frayed edges). Second order, and never above or below what was there.
// How far values come is found at the middles of cells; those on faces come the mean of the ways beside them.

#pragma once

#include <array>
#include <span>
#include <vector>

#include "grid/tiles/mac.h"

namespace weir::grid {

// Nothing is carried further than this many cells along an axis in a step.
constexpr int kFarthestTrace = 4;

// Memory that is kept from step to step.
struct AdvectionScratch {
  std::vector<std::vector<float>> blurred, result;
  std::array<std::vector<float>, 3> ways;
};

// Fields at the middles of cells. `step`: cells that 1 m/s covers in the step. What is beyond the tiles is like their
// last layer.
void advect_cells(const Tiles& tiles, const MacField& velocity, float step, std::span<std::vector<float>* const> fields,
                  AdvectionScratch& scratch);

// Such fields and the velocity itself.
void advect(const Tiles& tiles, float step, std::span<std::vector<float>* const> fields, MacField& velocity,
            AdvectionScratch& scratch);

}  // namespace weir::grid
