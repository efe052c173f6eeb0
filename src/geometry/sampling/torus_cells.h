// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A uniform grid of cells, kept on a torus: cell (i, j, k) shares its place with the cells a whole number of turns
// away. A cloud of points that fits has its cells to itself; one that reaches far takes no more memory, and the
// strangers that meet in a place are far apart, so a test of distance tells them. At least four places an axis keep any
// 3 x 3 x 3 cells apart.

#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "base/vec.h"

namespace weir {

class TorusCells {
 public:
  using Cell = Vec3<int64_t>;

  // As many places as the box has cells of this width, but about two a point at most.
  TorusCells(const Box3f& box, float width, size_t points) : per_cell_(1 / (static_cast<double>(width) * kWider)) {
    if (!box.empty()) lower_ = static_cast<Vec3d>(box.lower);
    const uint64_t limit = std::max<uint64_t>(64, std::bit_ceil(2 * static_cast<uint64_t>(points)));
    Vec3<uint64_t> places;
    for (int axis = 0; axis < 3; ++axis) {
      const double cells = static_cast<double>(box.size()[axis]) * per_cell_ + 1;
      places[axis] = std::bit_ceil(static_cast<uint64_t>(std::clamp(cells, 4.0, static_cast<double>(limit))));
    }
    // Halved in small steps; the divisions keep the product of three from overflowing.
    while (places.x > limit / places.y / places.z) {
      const int axis = places.x >= places.y && places.x >= places.z ? 0 : places.y >= places.z ? 1 : 2;
      if (places[axis] == 4) break;
      places[axis] /= 2;
    }
    mask_ = static_cast<Cell>(places - Vec3<uint64_t>{1, 1, 1});
    shift_y_ = std::countr_zero(places.x);
    shift_z_ = shift_y_ + std::countr_zero(places.y);
  }

  size_t places() const { return static_cast<size_t>((mask_.x + 1) * (mask_.y + 1) * (mask_.z + 1)); }
  size_t place_of(const Cell& c) const {
    return static_cast<size_t>((c.x & mask_.x) | (c.y & mask_.y) << shift_y_ | (c.z & mask_.z) << shift_z_);
  }
  Cell cell_of(const Vec3f& p) const {
    const Vec3d scaled = (static_cast<Vec3d>(p) - lower_) * per_cell_;
    return {index(scaled.x), index(scaled.y), index(scaled.z)};
  }

 private:
  // Rounding must not push a point one width away into the cell after the next.
  static constexpr double kWider = 1.0001;

  static int64_t index(double scaled) { return static_cast<int64_t>(std::clamp(std::floor(scaled), -0x1p52, 0x1p52)); }

  double per_cell_;
  Vec3d lower_{};
  Cell mask_{};
  int shift_y_ = 2, shift_z_ = 4;
};

}  // namespace weir
