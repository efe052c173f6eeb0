// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What particles come out of the guide: Algorithm 3 of Nielsen & Bridson 2011 at the resolution of the simulation.
//
// The guide holds whole cells (held_cells.h). Particles in these are removed. Liquid that the guide gives off (it is in
// the guide of the step before, carried forward, and not in that of now) becomes particles: each of the places in a
// cell that could hold one looks where its liquid was a step ago. So what flows out of the guide is neither too much
// nor too little, whatever the shape of the guide does.

#pragma once

#include <span>
#include <vector>

#include "base/random.h"
#include "control/guide/held_cells.h"

namespace weir::guide {

struct Seeds {
  std::vector<Vec3f> position, velocity;  // m, m/s
};

struct ReseedStep {
  const grid::GridSpace& fine;
  const GuideField& now;
  const HeldCells& before;
  const HeldCells& after;
  float step;  // s
  const Random& random;
  uint32_t number;  // of the step
};
// What the guide has given off in the step.
Seeds given_off(const ReseedStep& step);

// Fills cells of the fine grid up: `missing[i]` (0 to 1) of cell i.
Seeds filled_up(const ReseedStep& step, std::span<const Vec3i> cells, std::span<const float> missing);

}  // namespace weir::guide
