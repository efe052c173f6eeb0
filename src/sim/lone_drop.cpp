// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/lone_drop.h"

#include <cmath>

namespace weir {

namespace {

constexpr float kRise = 0.71f;      // of sqrt(g' d): a large drop or bubble (Davies & Taylor 1950)
constexpr float kDiameter = 1.24f;  // spacings: the ball that holds what a particle does

// The speed U at which drag, in proportion to U / slow + (U / fast)^2, equals buoyancy: that of Stokes where it is
// slow.
float terminal_speed(float fast, float slow) {
  const float a = 1 / (fast * fast), b = 1 / slow;
  return 2 / (b + std::sqrt(b * b + 4 * a));
}

}  // namespace

float drop_speed(float spacing, float reduced, const AroundDrop& around) {
  const float diameter = kDiameter * spacing;
  const float fast = kRise * std::sqrt(reduced * diameter);
  const float slow =
      around.viscosity > 0 ? reduced * around.density * diameter * diameter / (18 * around.viscosity) : 1e30f;
  return terminal_speed(fast, slow);
}

}  // namespace weir
