// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Points in cubic cells (as wide as a kernel's support, or a tile of a grid): the order in which points of one cell lie
// together and cells follow a Morton curve, and what finds a cell by its coordinates. Cells are counted from
// the origin of space, so the tables of different sets of points (liquid, boundary) agree; only cells that hold points
// cost anything.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/key_groups.h"
#include "weir/base/vec.h"

namespace weir {

class Cells {
 public:
  explicit Cells(float width) : width_(width), inverse_(1 / width) {}

  // The order that puts points into their cells: slot i belongs to point order[i]. Points of one cell keep their order.
  // Afterwards the cells hold ranges of slots.
  std::span<const uint32_t> sort(std::span<const Vec3f> points);

  std::span<const uint32_t> order() const { return groups_.order(); }  // of the last sort
  // Frees what only another sort would need.
  void forget_order() { groups_.forget_order(); }
  float width() const { return width_; }
  size_t size() const { return groups_.size(); }
  uint32_t begin(size_t cell) const { return groups_.begin(cell); }
  uint32_t end(size_t cell) const { return groups_.end(cell); }
  Vec3i coordinates(size_t cell) const { return coordinates_[cell]; }
  Vec3i coordinates_of(const Vec3f& point) const;

  // The cell that holds a slot.
  size_t containing(uint32_t slot) const { return groups_.containing(slot); }

  static constexpr uint32_t kNone = 0xffffffff;
  uint32_t find(const Vec3i& coordinates) const;

  // For sets that are sparse in space: whether any cell around these coordinates holds points. Known after
  // mark_reach().
  void mark_reach();
  bool reaches(const Vec3i& coordinates) const;

  // Ranges of slots in the cell with these coordinates and those around it; ranges that touch are joined.
  struct Range {
    uint32_t begin, end;
  };
  struct Around {
    std::array<Range, 27> range;
    size_t count = 0;
  };
  Around around(const Vec3i& coordinates) const;
  // The same as cells, in their order; returns how many they are.
  size_t cells_around(const Vec3i& coordinates, std::array<uint32_t, 27>& cells) const;

 private:
  struct Entry {
    uint64_t key = ~uint64_t{0};
    uint32_t cell = kNone;
  };
  // The cells that hold points lie between these.
  struct Extent {
    Vec3i lower, upper;
    Vec3i size() const { return upper - lower; }
    bool flat() const { return size().z <= 0; }
    int key_bits() const;
  };
  Extent extent_of(std::span<const Vec3f> points) const;
  bool fill_box();
  size_t index_in_box(const Vec3i& coordinates) const;
  void fill_table();
  static uint64_t packed(const Vec3i& coordinates);
  static size_t hash(uint64_t key);

  float width_, inverse_;
  Extent extent_{};
  KeyGroups groups_;
  std::vector<Vec3i> coordinates_;
  std::vector<uint32_t>
      box_;  // the cell at all coordinates of the extent, or none; empty where points are too far apart
  std::vector<Entry> table_;     // then an open hash table instead
  std::vector<uint64_t> reach_;  // packed coordinates, an open hash table
};

}  // namespace weir
