// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Points sorted by the cells of a uniform grid, rows of cells along x one after the other in memory: the points in a
// box of cells lie in one run for every row. Which cell a point is in is said by those who build on this (points near
// others: point_grid.h). Where few cells hold points the others take no memory, so that points may lie as far apart as
// they like.

#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "base/key_groups.h"
#include "weir/base/parallel.h"
#include "weir/base/vec.h"

namespace weir {

class CellRows {
 public:
  using Cell = Vec3<int64_t>;

  // The cell at a point that is given in widths of cells. What is beyond all bounds is in the last one.
  static Cell cell_at(const Vec3d& p) { return {index(p.x), index(p.y), index(p.z)}; }

  // cell_of(i) is the cell of point i.
  template <class CellOf>
  void build(size_t count, const CellOf& cell_of) {
    set_extent(extent_of(count, cell_of));
    groups_.sort(count, static_cast<int>(std::bit_width(keys())), [&](size_t i) { return key_of(cell_of(i)); });
    collect_keys([&](size_t group) { return key_of(cell_of(order()[groups_.begin(group)])); });
  }

  // Slot i holds point order()[i]. Points of a cell keep their order.
  std::span<const uint32_t> order() const { return groups_.order(); }

  // Cells that hold points, in the order of their slots.
  size_t size() const { return groups_.size(); }
  size_t begin(size_t cell) const { return groups_.begin(cell); }  // slots
  size_t end(size_t cell) const { return groups_.end(cell); }
  static constexpr size_t kNone = ~size_t{0};
  size_t find(const Cell& cell) const;

  // visit(begin, end) for the runs of slots that hold the points of cells from `lower` to `upper`, both included: by z,
  // then y, then x. Points more than kLongest cells away may be among them; the box must be smaller than that.
  template <class Visit>
  [[gnu::always_inline]] void visit_box(const Cell& lower, const Cell& upper, Visit&& visit) const {
    const Cell from = max(lower, lower_), to = min(upper, upper_);
    if (from.x > to.x) return;
    const uint64_t first = slot_on_axis(from, 0), last = slot_on_axis(to, 0);
    for (int64_t z = from.z; z <= to.z; ++z) {
      for (int64_t y = from.y; y <= to.y; ++y) {
        const uint64_t row = key_of({lower_.x, y, z});
        // A row that is longer than kLongest may go on at its beginning.
        for (uint64_t begin = first;; begin = 0) {
          const uint64_t end = begin <= last ? last : static_cast<uint64_t>(count_.x) - 1;
          const auto [begin_slot, end_slot] = slots_between(row + begin, row + end);
          if (begin_slot < end_slot) visit(begin_slot, end_slot);
          if (end == last) break;
        }
      }
    }
  }

 private:
  static int64_t index(double x) {
    constexpr double kLast = 0x1p52;
    return x > -kLast ? static_cast<int64_t>(std::floor(std::min(x, kLast))) : -static_cast<int64_t>(kLast);
  }
  // Coordinates are kept modulo this: points farther apart may share a cell, and a test of distance tells them apart.
  static constexpr int64_t kLongest = int64_t{1} << 21;
  static constexpr uint64_t kTablePerPoint = 8;  // cells of the extent that are worth a table

  struct Extent {
    Cell lower, upper;
  };
  struct Slots {
    size_t begin, end;
  };

  template <class CellOf>
  static Extent extent_of(size_t count, const CellOf& cell_of) {
    constexpr int64_t kFar = int64_t{1} << 53;
    const Extent none{{kFar, kFar, kFar}, {-kFar, -kFar, -kFar}};
    return parallel_reduce(
        count, none,
        [&](size_t begin, size_t end) {
          Extent extent = none;
          for (size_t i = begin; i < end; ++i) {
            const Cell c = cell_of(i);
            extent = {min(extent.lower, c), max(extent.upper, c)};
          }
          return extent;
        },
        [](const Extent& a, const Extent& b) {
          return Extent{min(a.lower, b.lower), max(a.upper, b.upper)};
        });
  }
  void set_extent(const Extent& extent);
  uint64_t keys() const {
    return static_cast<uint64_t>(count_.x) * static_cast<uint64_t>(count_.y) * static_cast<uint64_t>(count_.z);
  }
  uint64_t slot_on_axis(const Cell& cell, int axis) const {
    return static_cast<uint64_t>(cell[axis] - lower_[axis]) & (kLongest - 1);
  }
  uint64_t key_of(const Cell& cell) const {
    return slot_on_axis(cell, 0) +
           static_cast<uint64_t>(count_.x) *
               (slot_on_axis(cell, 1) + static_cast<uint64_t>(count_.y) * slot_on_axis(cell, 2));
  }
  template <class KeyOf>
  void collect_keys(const KeyOf& key_of_group) {
    key_.resize(size());
    parallel_for(size(), [&](size_t group) { key_[group] = key_of_group(group); });
    fill_table();
  }
  void fill_table();
  // The first cell whose key is not less.
  size_t first_from(uint64_t key) const {
    if (!table_.empty()) return table_[key];
    return static_cast<size_t>(std::lower_bound(key_.begin(), key_.end(), key) - key_.begin());
  }
  Slots slots_between(uint64_t first, uint64_t last) const {
    const size_t from = first_from(first);
    size_t to = from;
    if (table_.empty()) {
      while (to < key_.size() && key_[to] <= last) ++to;
    } else {
      to = table_[last + 1];
    }
    return {groups_.begin(from), groups_.begin(to)};
  }

  Cell lower_{}, upper_{-1, -1, -1};  // of the cells that hold points
  Cell count_{};                      // of coordinates on each axis, at most kLongest
  KeyGroups groups_;
  std::vector<uint64_t> key_;    // of each cell that holds points, ascending
  std::vector<uint32_t> table_;  // first_from() of every key and one more; empty when there are too many
};

}  // namespace weir
