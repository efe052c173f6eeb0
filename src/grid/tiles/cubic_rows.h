// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Eight points at once, between the values of a block by cubic curves (Catmull & Rom 1974).

#pragma once

#include "base/float4.h"
#include "grid/tiles/sample_rows.h"

namespace weir::grid {

namespace detail {

// Along one axis: the first of the four values around each point, counted from the block's border, and their weights.
struct CubicRow {
  simd::Whole first;
  Row w[4];
  template <int margin>
  static CubicRow at(const Row& points) {
    const Row from_border =
        limited(points, simd::set(static_cast<float>(1 - margin)), simd::set(kTileSize + margin - 2.001f)) +
        static_cast<float>(margin);
    const simd::Whole whole = simd::to_whole(from_border);
    const Row t = from_border - simd::to_float(whole), t2 = t * t, t3 = t2 * t;
    return {whole - 1,
            {0.5f * (2 * t2 - t3 - t), 0.5f * (3 * t3 - 5 * t2 + 2), 0.5f * (4 * t2 - 3 * t3 + t), 0.5f * (t3 - t2)}};
  }
};

}  // namespace detail

// No more and no less than the values next to each point. (0, 0, 0) is the first value of the tile; points beyond what
// the block can be asked for go to its border. Flat: z does not count.
template <int margin>
Row sample_limited_cubic(const Block<margin>& block, bool flat, const Rows& at) {
  constexpr int kSize = Block<margin>::kSize;
  const auto x = detail::CubicRow::at<margin>(at.x), y = detail::CubicRow::at<margin>(at.y),
             z = detail::CubicRow::at<margin>(flat ? Row{} : at.z);
  const simd::Whole index = x.first + kSize * (y.first + kSize * z.first);
  Row sum{}, least = simd::set(1e30f), most = simd::set(-1e30f);
  for (int k = flat ? 1 : 0; k < (flat ? 2 : 4); ++k) {
    for (int j = 0; j < 4; ++j) {
      const float* from = block.values + kSize * (j + kSize * k);
      const simd::Quad v = simd::turned([&](int n) { return simd::load<simd::Four>(from + index[n]); });
      const Row weight = flat ? y.w[j] : z.w[k] * y.w[j];
      sum += weight * (x.w[0] * v.x + x.w[1] * v.y + x.w[2] * v.z + x.w[3] * v.w);
      if (j == 0 || j == 3 || k == 0 || k == 3) continue;
      least = simd::min(least, simd::min(v.y, v.z));
      most = simd::max(most, simd::max(v.y, v.z));
    }
  }
  return limited(sum, least, most);
}

}  // namespace weir::grid
