// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Interpolation among scattered points: Shepard 1968, "A Two-Dimensional Interpolation Function for Irregularly-Spaced
// Data", in three dimensions. Each point listens to the 4 to 10 nodes around it, with weights that grow without limit
// towards a node and vanish smoothly at the edge of their neighbourhood; his slopes and directions are left out.

#pragma once

#include <span>

#include "weir/base/vec.h"

namespace weir::reversal {

// At least one node; a point on a node gets its value.
void shepard(std::span<const Vec3f> nodes, std::span<const Vec3f> values, std::span<const Vec3f> points,
             std::span<Vec3f> result);

}  // namespace weir::reversal
