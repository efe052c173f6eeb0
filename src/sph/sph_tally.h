// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the particle solver reports of a frame: means over its steps, compression in per cent.

#pragma once

#include <algorithm>

#include "weir/sim/director.h"

namespace weir::sph {

struct SphTally {
  int steps = 0;
  double density_iterations = 0, divergence_iterations = 0, viscosity_iterations = 0;
  double compression_mean = 0, compression_max = 0;  // share, of the particles as a step finds them
  double kept_out = 0;                               // particles put back onto the surface of a solid

  Measures measures() const {
    const double n = std::max(1, steps);
    return {{"density_iterations", density_iterations / n},     {"divergence_iterations", divergence_iterations / n},
            {"viscosity_iterations", viscosity_iterations / n}, {"compression_mean", 100 * compression_mean / n},
            {"compression_max", 100 * compression_max},         {"kept_out", kept_out}};
  }
};

}  // namespace weir::sph
