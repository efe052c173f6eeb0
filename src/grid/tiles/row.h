// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Eight cells along x as one value (base/simd.h): a row of a tile.

#pragma once

#include "base/simd.h"

namespace weir::grid {

using Row = simd::Lanes;
using RowMask = simd::Mask;

// All cells one to the left, with `last` in the cell that falls free.
inline Row shifted(const Row& row, float last) {
  return __builtin_shufflevector(row, simd::set(last), 1, 2, 3, 4, 5, 6, 7, 8);
}
inline double dot(const Row& a, const Row& b) { return static_cast<double>(simd::sum(a * b)); }

}  // namespace weir::grid
