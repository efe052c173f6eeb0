// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "surface/bins.h"

#include <cmath>

#include "weir/base/parallel.h"

namespace weir::surface {

Bins::Bins(std::span<const Vec3f> points, float width) : width_(width), per_width_(1 / static_cast<double>(width)) {
  rows_.build(points.size(), [&](size_t i) { return cell_of(points[i]); });
  points_.resize(points.size());
  parallel_for(points.size(), [&](size_t i) { points_[i] = points[given()[i]]; });
  find_deep();
}

bool Bins::is_full(const CellRows::Cell& cell) const {
  const size_t bin = rows_.find(cell);
  return bin != CellRows::kNone && eighth_[bin] == 0xff;
}

void Bins::find_deep() {
  eighth_.assign(count(), 0);
  deep_.assign(count(), 0);
  parallel_for(count(), [&](size_t bin) {
    for (size_t i = begin(bin); i < end(bin); ++i) {
      const Vec3d p = static_cast<Vec3d>(points_[i]) * (2 * per_width_);
      const auto half = [](double x) { return static_cast<int>(static_cast<int64_t>(std::floor(x)) & 1); };
      eighth_[bin] = static_cast<uint8_t>(eighth_[bin] | 1 << (half(p.x) | half(p.y) << 1 | half(p.z) << 2));
    }
  });
  parallel_for(count(), [&](size_t bin) {
    const CellRows::Cell c = cell_of(points_[begin(bin)]);
    bool full = eighth_[bin] == 0xff;
    for (int n = 0; n < 27 && full; ++n) {
      if (n != 13) full = is_full({c.x + n % 3 - 1, c.y + n / 3 % 3 - 1, c.z + n / 9 - 1});
    }
    deep_[bin] = full;
  });
}

bool Bins::is_deep_at(const Vec3f& p) const {
  const size_t bin = rows_.find(cell_of(p));
  return bin != CellRows::kNone && is_deep(bin);
}

}  // namespace weir::surface
