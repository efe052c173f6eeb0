// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Eight cells along x as one value: the compiler's own vectors, which become whatever instructions the machine has.

#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

namespace weir::grid {

using Row = float __attribute__((vector_size(32)));
using Quad = float __attribute__((vector_size(16)));       // half of one
using RowMask = int32_t __attribute__((vector_size(32)));  // -1 where true, 0 where not

inline Row load_row(const float* from) {
  Row row;
  std::memcpy(&row, from, sizeof row);
  return row;
}
inline void store_row(const Row& row, float* to) { std::memcpy(to, &row, sizeof row); }
inline Row row_of(float value) { return Row{} + value; }

// All cells one place to the left, with `last` in the place that falls free.
inline Row shifted(const Row& row, float last) {
  return __builtin_shufflevector(row, row_of(last), 1, 2, 3, 4, 5, 6, 7, 8);
}
inline bool all(const RowMask& mask) {
  using Pairs = int64_t __attribute__((vector_size(32)));
  Pairs pairs;
  std::memcpy(&pairs, &mask, sizeof pairs);
  return ((pairs[0] & pairs[1]) & (pairs[2] & pairs[3])) == -1;
}

inline float sum_of(const Row& row) {
  return ((row[0] + row[4]) + (row[2] + row[6])) + ((row[1] + row[5]) + (row[3] + row[7]));
}
inline double dot(const Row& a, const Row& b) { return static_cast<double>(sum_of(a * b)); }
inline Row absolute(const Row& row) { return row < 0 ? -row : row; }
inline Row smaller(const Row& a, const Row& b) { return a < b ? a : b; }
inline Row larger(const Row& a, const Row& b) { return a > b ? a : b; }
inline float largest_in(const Row& row) {
  float best = row[0];
  for (int i = 1; i < 8; ++i) best = best < row[i] ? row[i] : best;
  return best;
}
inline Row square_root(const Row& row) {
  Row root{};
  for (int i = 0; i < 8; ++i) root[i] = std::sqrt(row[i]);
  return root;
}
// 1 / row where it is above zero, else 0.
inline Row inverse_or_zero(const Row& row) { return row > 0 ? 1 / (row > 0 ? row : row_of(1)) : row_of(0); }

}  // namespace weir::grid
