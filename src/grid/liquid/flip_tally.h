// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the grid solver of liquids counts while it makes the steps of a frame.

#pragma once

#include <algorithm>

#include "weir/sim/director.h"

namespace weir::grid {

struct FlipTally {
  double steps = 0, iterations = 0, viscosity_iterations = 0, divergence = 0, kept_out = 0, tiles = 0;
  double volume = 0, spray = 0, amount = 0;  // m3, at the start of the last step: in the surface; far from it; of all
  double seam_rounding = 0;                  // m3 that were moved along the seam of the core

  Measures measures() const {
    const double n = std::max(1.0, steps);
    return {{"pressure_iterations", iterations / n},
            {"viscosity_iterations", viscosity_iterations / n},
            {"divergence", divergence},
            {"volume", volume},
            {"spray", spray},
            {"amount", amount},
            {"seam_rounding", seam_rounding},
            {"tiles", tiles / n},
            {"kept_out", kept_out}};
  }
};

}  // namespace weir::grid
