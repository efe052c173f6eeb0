// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where a point was a step ago.

#pragma once

#include "grid/mac.h"

namespace weir {

// Ralston's Runge-Kutta method of third order, backwards. `point` in cells from the lower corner of the tile; `step`:
// cells a (unit of velocity).
template <int margin>
Vec3f departure(const MacBlock<margin>& velocity, const Vec3f& point, float step) {
  const Vec3f k1 = velocity.sample(point);
  const Vec3f k2 = velocity.sample(point - k1 * (0.5f * step));
  const Vec3f k3 = velocity.sample(point - k2 * (0.75f * step));
  return point - (k1 * 2.0f + k2 * 3.0f + k3 * 4.0f) * (step / 9);
}

}  // namespace weir
