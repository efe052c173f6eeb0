// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Rids an array that goes with the particles of those that are gone.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace weir {

// Keeps what is not flagged, in its order.
template <class T>
void remove_flagged(std::span<const uint8_t> flag, std::vector<T>& array) {
  size_t kept = 0;
  for (size_t i = 0; i < array.size(); ++i) {
    if (!flag[i]) array[kept++] = array[i];
  }
  array.resize(kept);
}

}  // namespace weir
