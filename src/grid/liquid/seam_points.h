// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Points in a cell, as many as it would hold particles: where the liquid of a cell at the seam between core and
// particles is looked for (advance_core.cpp).
//
//   SeamPoints points(cell, flat, step);
//   points.in_cell(n)                       // 0 <= n < count(), in cells from the cell's lower corner
//
// Each half of a cell, along each axis, has a point that may lie anywhere in it. What crosses a face in a step is a
// hair thin where liquid is slow, and it is found for as many points as lie in that hair: so over steps, and over the
// cells of the seam, points must lie at every height equally often. A point that keeps off the sides of its half finds
// nothing at all, and no wave could lift the seam. Random ones are right in the mean, but their noise stirs the liquid:
// so points follow a lattice in space and time together (Kronecker's, of roots that no fraction comes near).

#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "weir/base/vec.h"

namespace weir::grid {

class SeamPoints {
 public:
  SeamPoints(const Vec3i& cell, bool flat, uint64_t step)
      : cell_(cell), dimensions_(flat ? 2 : 3), step_(static_cast<double>(step)) {}

  int count() const { return 1 << dimensions_; }

  Vec3f in_cell(int n) const {
    Vec3f point{0.5f, 0.5f, 0.5f};
    for (int axis = 0; axis < dimensions_; ++axis) {
      const double beside = std::numbers::sqrt2 * half(n, (axis + 1) % dimensions_) +
                            (dimensions_ == 3 ? std::numbers::sqrt3 * half(n, (axis + 2) % 3) : 0);
      point[axis] = 0.5f * (static_cast<float>(n >> axis & 1) + part(kOfStep[axis] * step_ + beside));
    }
    return point;
  }

  // Cells that hold a little more or less than whole particles make one more or less of them; this is what a count
  // of them starts at, so that none of it is lost in the mean.
  float start() const { return part(kOfStep[0] * step_ + std::numbers::sqrt3 * (cell_.x + 3 * cell_.y + 7 * cell_.z)); }

 private:
  // No sum of whole multiples of these and of the roots of 2 and 3 is a whole number. Seams mostly rise and sink.
  static constexpr double kOfStep[3]{2.6457513110645906, std::numbers::phi, 3.3166247903554};  // roots of 7 and 11

  int half(int n, int axis) const { return 2 * cell_[axis] + (n >> axis & 1); }
  static float part(double of) { return static_cast<float>(of - std::floor(of)); }

  Vec3i cell_;
  int dimensions_;
  double step_;
};

}  // namespace weir::grid
