// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What no shape can be built from: lengths of zero, empty lists, directions without a direction.

#pragma once

#include "weir/geometry/shapes/shape.h"

namespace weir {

// InputError for the first thing wrong with this shape itself; the parts of a boolean are checked when they are built.
void check_shape(const Shape& shape);

// InputError when the transform flattens or loses the shape at this frame.
void check_transform(const Transform& transform, double frame);

// InputError when what it is attached to moves in a way that only the run tells.
void check_attached(const Transform& transform);

}  // namespace weir
