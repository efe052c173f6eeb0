// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Eight points at once, looked up in a block. Two values that lie beside each other along x are fetched as one.

#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "grid/tiles/block.h"
#include "grid/tiles/row.h"

namespace weir::grid {

// Points or vectors.
struct Rows {
  Row x, y, z;
};

inline Row limited(const Row& row, const Row& low, const Row& high) { return simd::min(simd::max(row, low), high); }

// The values around eight points.
template <bool flat, int margin>
class Surroundings {
 public:
  // In cells from the first value of the tile; at most `margin` - 1 beyond its values. Flat: z does not count.
  Surroundings(const Block<margin>& block, const Rows& at) {
    constexpr int kSize = Block<margin>::kSize;
    const simd::Whole x = split(at.x, a_), y = split(at.y, b_);
    simd::Whole index = x + kSize * y;
    if constexpr (flat) {
      index += kSize * kSize * margin;
    } else {
      index += kSize * kSize * split(at.z, c_);
    }
    fetch(block.values, index, value_);
    fetch(block.values + kSize, index, value_ + 2);
    if constexpr (!flat) {
      fetch(block.values + kSize * kSize, index, value_ + 4);
      fetch(block.values + kSize * (kSize + 1), index, value_ + 6);
    }
  }

  Row linear() const {
    const auto mix = [](const Row& p, const Row& q, const Row& t) { return p + t * (q - p); };
    const Row near = mix(mix(value_[0], value_[1], a_), mix(value_[2], value_[3], a_), b_);
    if constexpr (flat) return near;
    return mix(near, mix(mix(value_[4], value_[5], a_), mix(value_[6], value_[7], a_), b_), c_);
  }
  // The same, and how much it changes per cell along the axes.
  Row linear(Rows& slope) const {
    const auto mix = [](const Row& p, const Row& q, const Row& t) { return p + t * (q - p); };
    const auto across = [&](int i) { return mix(value_[i], value_[i + 1], a_); };  // along x
    const auto rise = [&](int i) { return value_[i + 1] - value_[i]; };
    const Row low = across(0), high = across(2), near = mix(low, high, b_);
    const Row near_rise = mix(rise(0), rise(2), b_);
    if constexpr (flat) {
      slope = {near_rise, high - low, Row{}};
      return near;
    } else {
      const Row low_back = across(4), high_back = across(6), back = mix(low_back, high_back, b_);
      slope = {mix(near_rise, mix(rise(4), rise(6), b_), c_), mix(high - low, high_back - low_back, c_), back - near};
      return mix(near, back, c_);
    }
  }
  Row least() const {
    return reduce([](const Row& a, const Row& b) { return simd::min(a, b); });
  }
  Row most() const {
    return reduce([](const Row& a, const Row& b) { return simd::max(a, b); });
  }

 private:
  using Pairs = int64_t __attribute__((vector_size(32)));

  // The whole part, counted from the block's border; the rest is the way to the next value.
  static simd::Whole split(const Row& at, Row& part) {
    const Row from_border = at + static_cast<float>(margin);
    const simd::Whole whole = simd::to_whole(from_border);  // not negative: cut off is rounded down
    part = from_border - simd::to_float(whole);
    return whole;
  }
  static int64_t pair(const float* from) {
    int64_t both;
    std::memcpy(&both, from, sizeof both);
    return both;
  }
  static void fetch(const float* from, const simd::Whole& i, Row* two) {
    const Pairs low{pair(from + i[0]), pair(from + i[1]), pair(from + i[2]), pair(from + i[3])};
    const Pairs high{pair(from + i[4]), pair(from + i[5]), pair(from + i[6]), pair(from + i[7])};
    const Row a = std::bit_cast<Row>(low), b = std::bit_cast<Row>(high);
    two[0] = __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14);
    two[1] = __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15);
  }
  template <class Choose>
  Row reduce(Choose&& choose) const {
    Row best = value_[0];
    for (int i = 1; i < (flat ? 4 : 8); ++i) best = choose(best, value_[i]);
    return best;
  }

  Row value_[flat ? 4 : 8];
  Row a_, b_, c_{};
};

template <bool flat, int margin>
Row sample_rows(const Block<margin>& block, const Rows& at) {
  return Surroundings<flat, margin>(block, at).linear();
}

}  // namespace weir::grid
