// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A set of integer places in space: cells or corners of a lattice. Members keep the order in which they came.

#pragma once

#include <vector>

#include "base/vec.h"

namespace weir::tracked {

class CellSet {
 public:
  CellSet() : table_(64, -1) {}

  size_t size() const { return members_.size(); }
  const Vec3i& operator[](size_t i) const { return members_[i]; }

  // The number of the place in the set; -1 when it is not there.
  int32_t find(const Vec3i& place) const {
    for (size_t slot = slot_of(place);; slot = (slot + 1) & (table_.size() - 1)) {
      if (table_[slot] < 0 || members_[static_cast<size_t>(table_[slot])] == place) return table_[slot];
    }
  }
  bool contains(const Vec3i& place) const { return find(place) >= 0; }
  // Its number, new or old.
  int32_t add(const Vec3i& place) {
    const int32_t known = find(place);
    if (known >= 0) return known;
    if (2 * members_.size() >= table_.size()) grow();
    members_.push_back(place);
    const auto number = static_cast<int32_t>(members_.size()) - 1;
    put(place, number);
    return number;
  }

 private:
  size_t slot_of(const Vec3i& p) const {
    uint64_t h = static_cast<uint32_t>(p.x) * uint64_t{0x9E3779B97F4A7C15u};
    h = (h ^ (h >> 29) ^ static_cast<uint32_t>(p.y)) * uint64_t{0xBF58476D1CE4E5B9u};
    h = (h ^ (h >> 32) ^ static_cast<uint32_t>(p.z)) * uint64_t{0x94D049BB133111EBu};
    return static_cast<size_t>(h ^ (h >> 31)) & (table_.size() - 1);
  }
  void put(const Vec3i& place, int32_t number) {
    size_t slot = slot_of(place);
    while (table_[slot] >= 0) slot = (slot + 1) & (table_.size() - 1);
    table_[slot] = number;
  }
  void grow() {
    table_.assign(2 * table_.size(), -1);
    for (size_t i = 0; i < members_.size(); ++i) put(members_[i], static_cast<int32_t>(i));
  }

  std::vector<Vec3i> members_;
  std::vector<int32_t> table_;
};

}  // namespace weir::tracked
