// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The values around a point of a grid, and how much each counts at it when one goes straight from each to the next.

#pragma once

#include "weir/base/vec.h"

namespace weir::grid {

// Calls visit(steps from the lowest of them, weight) for the eight values (2D: four) around a point; `part` of the way
// from the lowest one to the highest, along each axis.
template <class Visit>
void visit_corners(const Vec3f& part, bool flat, Visit&& visit) {
  for (int n = 0; n < (flat ? 4 : 8); ++n) {
    const Vec3i step{n & 1, n >> 1 & 1, n >> 2};
    const float along_z = flat ? 1.0f : step.z ? part.z : 1 - part.z;
    visit(step, (step.x ? part.x : 1 - part.x) * (step.y ? part.y : 1 - part.y) * along_z);
  }
}

}  // namespace weir::grid
