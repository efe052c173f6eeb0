// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How much room there is inside a shape, and in what box: what a lattice must fit for its points to be as many as
// they should.

#pragma once

#include <array>

#include "weir/geometry/shapes/field.h"

namespace weir {

struct ShapeMeasure {
  double volume = 0;  // m3; in 2D of the cut with z = 0, m2
  Box3d box{};        // around the inside, to a small part of a spacing where the shape ends in a face along an axis
  std::array<bool, 3> flat{};  // along which axes it ends in faces, at both ends
  bool whole = true;           // false: `volume` is an estimate, and the rest is not known

  bool is_box(int dimensions) const;
};

// Measured with a few points a spacing (m). Once the volume is above `enough`, it is estimated from the parts that
// were looked at until then.
ShapeMeasure measure_shape(const Field& field, float spacing, int dimensions, double enough);

}  // namespace weir
