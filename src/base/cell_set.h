// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A set of cells, tiles or corners of a lattice by their whole coordinates. Members keep the order in which they came,
// and are found by a hash table with open addressing.

#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "weir/base/vec.h"

namespace weir {

class CellSet {
 public:
  CellSet() : table_(64, -1) {}
  // Each of them once.
  explicit CellSet(std::vector<Vec3i> members) : members_(std::move(members)) {
    table_.resize(std::bit_ceil(2 * members_.size() + 2));
    fill();
  }

  size_t size() const { return members_.size(); }
  const Vec3i& operator[](size_t number) const { return members_[number]; }
  std::span<const Vec3i> members() const { return members_; }

  // The number of the cell in the set; -1 when it is not there.
  int32_t find(const Vec3i& cell) const {
    for (size_t slot = slot_of(cell);; slot = (slot + 1) & (table_.size() - 1)) {
      if (table_[slot] < 0 || members_[static_cast<size_t>(table_[slot])] == cell) return table_[slot];
    }
  }
  bool contains(const Vec3i& cell) const { return find(cell) >= 0; }
  // Its number, new or old.
  int32_t add(const Vec3i& cell) {
    const int32_t known = find(cell);
    if (known >= 0) return known;
    if (2 * members_.size() >= table_.size()) {
      table_.resize(2 * table_.size());
      fill();
    }
    members_.push_back(cell);
    const auto number = static_cast<int32_t>(members_.size()) - 1;
    put(cell, number);
    return number;
  }

  bool operator==(const CellSet& other) const { return members_ == other.members_; }

 private:
  size_t slot_of(const Vec3i& c) const {
    uint64_t h = static_cast<uint32_t>(c.x) * uint64_t{0x9E3779B97F4A7C15u};
    h = (h ^ (h >> 29) ^ static_cast<uint32_t>(c.y)) * uint64_t{0xBF58476D1CE4E5B9u};
    h = (h ^ (h >> 32) ^ static_cast<uint32_t>(c.z)) * uint64_t{0x94D049BB133111EBu};
    return static_cast<size_t>(h ^ (h >> 31)) & (table_.size() - 1);
  }
  void put(const Vec3i& cell, int32_t number) {
    size_t slot = slot_of(cell);
    while (table_[slot] >= 0) slot = (slot + 1) & (table_.size() - 1);
    table_[slot] = number;
  }
  void fill() {
    table_.assign(table_.size(), -1);
    for (size_t i = 0; i < members_.size(); ++i) put(members_[i], static_cast<int32_t>(i));
  }

  std::vector<Vec3i> members_;
  std::vector<int32_t> table_;  // the number of a member, or -1
};

}  // namespace weir
