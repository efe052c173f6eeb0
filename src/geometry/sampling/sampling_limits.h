// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks before memory is taken: a spacing typed in millimetres where metres are meant must end in a sentence.

#pragma once

#include "weir/geometry/shapes/field.h"

namespace weir {

constexpr double kMostCandidates = 2147483648.0;  // 2^31

// InputError unless spacing is above 0.
void check_spacing(float spacing);

// InputError when 2^31 points or more would have to be looked at. `size` is that of the shape's bounds.
void check_candidates(double candidates, const Vec3d& size, float spacing);

// The bounds of the field, flat on z = 0 in 2D; empty when the field is empty or, in 2D, misses the plane.
Box3d sampling_bounds(const Field& field, int dimensions);

}  // namespace weir
