// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/sampling/cell_rows.h"

namespace weir {

void CellRows::set_extent(const Extent& extent) {
  lower_ = extent.lower;
  upper_ = extent.upper;
  for (int axis = 0; axis < 3; ++axis) {
    count_[axis] = std::clamp<int64_t>(upper_[axis] - lower_[axis] + 1, 0, kLongest);
  }
}

void CellRows::fill_table() {
  table_.clear();
  if (keys() > kTablePerPoint * order().size()) return;
  table_.resize(keys() + 1);
  size_t cell = 0;
  for (uint64_t key = 0; key < table_.size(); ++key) {
    while (cell < size() && key_[cell] < key) ++cell;
    table_[key] = static_cast<uint32_t>(cell);
  }
}

size_t CellRows::find(const Cell& cell) const {
  if (min(cell, lower_) != lower_ || max(cell, upper_) != upper_) return kNone;
  const uint64_t key = key_of(cell);
  const size_t found = first_from(key);
  return found < size() && key_[found] == key ? found : kNone;
}

}  // namespace weir
