// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Fills a shape with as many particles as its volume asks for: its volume over spacing^dimensions, to within half a
// per cent, whatever the shape's size, place and unit.
//
// A box is filled flush, its rows and layers stretched to fit: the count is right and so is the density, and the
// faces are smooth. Any other shape is cut out of a lattice that fits where it ends in faces; of the points around its
// surface those that are farthest inside are taken, as many as are missing, and those that a wall is in the way of
// last.

#pragma once

#include <functional>

#include "weir/geometry/sampling/sampling.h"

namespace weir {

struct Filling {
  float spacing;  // m; the edge of the cube (2D: square) that a particle stands for
  Lattice lattice = Lattice::regular;
  int dimensions = 3;
  size_t most = std::numeric_limits<size_t>::max();
  // Moves points away from where none may be, and flags those that cannot be moved.
  std::function<void(std::span<Vec3f> points, std::span<uint8_t> blocked)> make_room;
};

// Points x fastest, then y, then z, but for rows of a box that do not run along x. TooManyPoints when there are more
// than `most`. Empty when the shape has less than half of a particle's volume.
std::vector<Vec3f> fill_shape(const Field& field, const Filling& filling);

// How many that are; above filling.most an estimate.
size_t count_filling(const Field& field, const Filling& filling);

}  // namespace weir
