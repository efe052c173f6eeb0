// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A uniform grid of cells for points that come one by one, kept on a torus: cell (i, j, k) shares its slot with the
// cells a whole number of turns away. A cloud of points that fits has its cells to itself; one that reaches far takes
// no more memory, and the strangers that meet in a slot are far apart, so a test of distance tells them. At least four
// slots an axis keep any 3 x 3 x 3 cells apart.

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "geometry/sampling/cell_rows.h"
#include "weir/base/vec.h"

namespace weir {

class TorusCells {
 public:
  using Cell = CellRows::Cell;

  // As many slots as the box has cells of this width, but about two a point at most.
  TorusCells(const Box3f& box, float width, size_t points) : per_cell_(1 / (static_cast<double>(width) * kWider)) {
    if (!box.empty()) lower_ = static_cast<Vec3d>(box.lower);
    const uint64_t limit = std::max<uint64_t>(64, std::bit_ceil(2 * static_cast<uint64_t>(points)));
    Vec3<uint64_t> slots;
    for (int axis = 0; axis < 3; ++axis) {
      const double cells = static_cast<double>(box.size()[axis]) * per_cell_ + 1;
      slots[axis] = std::bit_ceil(static_cast<uint64_t>(std::clamp(cells, 4.0, static_cast<double>(limit))));
    }
    // Halved in small steps; the divisions keep the product of three from overflowing.
    while (slots.x > limit / slots.y / slots.z) {
      const int axis = slots.x >= slots.y && slots.x >= slots.z ? 0 : slots.y >= slots.z ? 1 : 2;
      if (slots[axis] == 4) break;
      slots[axis] /= 2;
    }
    mask_ = static_cast<Cell>(slots - Vec3<uint64_t>{1, 1, 1});
    shift_y_ = std::countr_zero(slots.x);
    shift_z_ = shift_y_ + std::countr_zero(slots.y);
  }

  size_t slots() const { return static_cast<size_t>((mask_.x + 1) * (mask_.y + 1) * (mask_.z + 1)); }
  size_t slot_of(const Cell& c) const {
    return static_cast<size_t>((c.x & mask_.x) | (c.y & mask_.y) << shift_y_ | (c.z & mask_.z) << shift_z_);
  }
  Cell cell_of(const Vec3f& p) const { return CellRows::cell_at((static_cast<Vec3d>(p) - lower_) * per_cell_); }

 private:
  // Rounding must not push a point one width away into the cell after the next.
  static constexpr double kWider = 1.0001;

  double per_cell_;
  Vec3d lower_{};
  Cell mask_{};
  int shift_y_ = 2, shift_z_ = 4;
};

}  // namespace weir
