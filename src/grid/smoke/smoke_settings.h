// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What an artist can set of the grid solver for smoke.
//
// What each parameter means is in its help: smoke_settings.cpp.

#pragma once

#include "weir/geometry/shapes/animated.h"
#include "weir/scene/block_of.h"

namespace weir::grid {

struct SmokeSettings {
  Animated<double> buoyancy{0.3};     // beta
  Animated<double> weight{0.03};      // alpha
  Animated<double> confinement{1.0};  // epsilon, 1/s
  Animated<double> density{1.0};      // in sources
  Animated<double> temperature{1.0};
  double cooling = 0.3, dissipation = 0.05;  // 1/s
  double cfl = 2;
  double divergence_error = 0.5;  // per cent of a cell's volume that may be gained or lost in a step
  int max_iterations = 100;
};

}  // namespace weir::grid

namespace weir {
template <>
const Block& block_of<grid::SmokeSettings>();
}  // namespace weir
