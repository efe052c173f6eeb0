// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What an artist can set of the grid solver for smoke.

#pragma once

#include "geometry/shapes/animated.h"
#include "scene/block_of.h"

namespace weir::grid {

struct SmokeSettings {
  Animated<double> buoyancy{0.3};            // beta: lift of a temperature of 1, as a share of gravity
  Animated<double> weight{0.03};             // alpha: weight of a density of 1, as a share of gravity
  Animated<double> confinement{1.0};         // epsilon, 1/s
  Animated<double> density{1.0};             // in sources
  Animated<double> temperature{1.0};         // in sources, above that of the air
  double cooling = 0.3, dissipation = 0.05;  // 1/s
  double cfl = 2;                            // cells the fastest air moves in a step
  double divergence_error = 0.5;             // per cent of a cell's volume that may be gained or lost in a step
  int max_iterations = 100;
};

}  // namespace weir::grid

namespace weir {
template <>
const Block& block_of<grid::SmokeSettings>();
}  // namespace weir
