// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Lattices stretched a little, so that a whole number of layers fits between the faces of a shape. What they are
// stretched along one axis they are narrowed along the others: density stays.

#pragma once

#include "geometry/sampling/fill_shape.h"
#include "geometry/sampling/lattice_grid.h"
#include "geometry/sampling/measure_shape.h"

namespace weir {

// A box filled with rows along its longest axis. Where no lattice has the right number of points, neighbouring rows
// differ by one.
class BoxRows {
 public:
  // `points`: how many there should be, which is the box's volume over spacing^dimensions.
  BoxRows(const Box3d& box, double spacing, int dimensions, size_t points);

  size_t size() const { return even_ ? rows_ * static_cast<size_t>(grid_.count[row_axis_]) : points_; }
  size_t count() const { return rows_; }
  // Writes the points of a row where they stand among all of them.
  void place(size_t row, std::span<Vec3f> points) const;

 private:
  size_t first_of(size_t row) const { return (row * points_ + rows_ / 2) / rows_; }

  Box3d box_;
  size_t points_;
  int row_axis_ = 0;  // x when all rows have the same number of points
  bool even_ = false;
  LatticeGrid grid_;  // where rows are uneven, one point along their axis
  size_t rows_ = 1;
};

// For a shape that is not a box: layers fit along the axes where it ends in faces. One layer lies beyond its box on
// every side.
LatticeGrid fit_lattice(const ShapeMeasure& shape, const Filling& filling);

}  // namespace weir
