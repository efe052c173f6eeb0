// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Eight points at once, between the values of a block by cubic curves (Catmull & Rom 1974).

#pragma once

#include "grid/tiles/sample_rows.h"

namespace weir::grid {

namespace detail {

// Along one axis: the first of the four values around each point, counted from the block's border, and their weights.
struct CubicRow {
  RowMask first;
  Row w[4];
  template <int margin>
  static CubicRow at(const Row& place) {
    const Row from_border =
        limited(place, row_of(static_cast<float>(1 - margin)), row_of(kTileSize + margin - 2.001f)) +
        static_cast<float>(margin);
    const RowMask whole = __builtin_convertvector(from_border, RowMask);
    const Row t = from_border - __builtin_convertvector(whole, Row), t2 = t * t, t3 = t2 * t;
    return {whole - 1,
            {0.5f * (2 * t2 - t3 - t), 0.5f * (3 * t3 - 5 * t2 + 2), 0.5f * (4 * t2 - 3 * t3 + t), 0.5f * (t3 - t2)}};
  }
};

// Four values that lie beside each other along x, for each of eight places.
inline void fetch_four(const float* from, const RowMask& i, Row (&value)[4]) {
  const auto four = [&](int n) {
    Quad quad;
    std::memcpy(&quad, from + i[n], sizeof quad);
    return quad;
  };
  const auto two = [&](int n) {  // those of places n and n + 4
    return __builtin_shufflevector(four(n), four(n + 4), 0, 1, 2, 3, 4, 5, 6, 7);
  };
  const Row a = two(0), b = two(1), c = two(2), d = two(3);
  const Row ab = __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
  const Row cd = __builtin_shufflevector(c, d, 0, 8, 1, 9, 4, 12, 5, 13);
  const Row ab_high = __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
  const Row cd_high = __builtin_shufflevector(c, d, 2, 10, 3, 11, 6, 14, 7, 15);
  value[0] = __builtin_shufflevector(ab, cd, 0, 1, 8, 9, 4, 5, 12, 13);
  value[1] = __builtin_shufflevector(ab, cd, 2, 3, 10, 11, 6, 7, 14, 15);
  value[2] = __builtin_shufflevector(ab_high, cd_high, 0, 1, 8, 9, 4, 5, 12, 13);
  value[3] = __builtin_shufflevector(ab_high, cd_high, 2, 3, 10, 11, 6, 7, 14, 15);
}

}  // namespace detail

// No more and no less than the values next to each point. (0, 0, 0) is the first value of the tile; points beyond what
// the block can be asked for go to its border. Flat: z does not count.
template <int margin>
Row sample_limited_cubic(const Block<margin>& block, bool flat, const Rows& at) {
  constexpr int kSize = Block<margin>::kSize;
  const auto x = detail::CubicRow::at<margin>(at.x), y = detail::CubicRow::at<margin>(at.y),
             z = detail::CubicRow::at<margin>(flat ? Row{} : at.z);
  const RowMask index = x.first + kSize * (y.first + kSize * z.first);
  Row sum{}, least = row_of(1e30f), most = row_of(-1e30f);
  for (int k = flat ? 1 : 0; k < (flat ? 2 : 4); ++k) {
    for (int j = 0; j < 4; ++j) {
      Row v[4];
      detail::fetch_four(block.values + kSize * (j + kSize * k), index, v);
      const Row weight = flat ? y.w[j] : z.w[k] * y.w[j];
      sum += weight * (x.w[0] * v[0] + x.w[1] * v[1] + x.w[2] * v[2] + x.w[3] * v[3]);
      if (j == 0 || j == 3 || k == 0 || k == 3) continue;
      least = smaller(least, smaller(v[1], v[2]));
      most = larger(most, larger(v[1], v[2]));
    }
  }
  return limited(sum, least, most);
}

}  // namespace weir::grid
