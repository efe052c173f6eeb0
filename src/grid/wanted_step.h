// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How long the next step of a solver on the grid should be.

#pragma once

#include <algorithm>
#include <cmath>

namespace weir::grid {

// s: what steps are compared with.
struct UsualTimes {
  double frame;
  double natural;  // of the way (sim/natural_time.h)
};

// s, in which what moves at `speed` (m/s) and accelerates (m/s2) gets no farther than `way` (m): by way = v t + a t^2.
// At most a frame, and never so short that a run stands still.
inline double wanted_step(double way, double speed, double acceleration, const UsualTimes& usual) {
  constexpr double kShortest = 1e-4;  // of the natural time
  const double step = 2 * way / (speed + std::sqrt(speed * speed + 4 * acceleration * way) + 1e-30);
  return std::min(std::max(step, kShortest * usual.natural), usual.frame);
}

}  // namespace weir::grid
