// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/correspondence.h"

#include <algorithm>
#include <cmath>

#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::guide {

namespace {

constexpr float kFree = 1.5f;  // cells from solids

struct Sum {
  double way = 0, outside = 0, area = 0;
};

}  // namespace

Correspondence correspondence(const grid::Tiles& tiles, std::span<const float> shape, std::span<const float> other,
                              std::span<const float> solids) {
  const Sum sum = parallel_reduce(
      tiles.size(), Sum{},
      [&](size_t begin, size_t end) {
        Sum own;
        for (size_t t = begin; t < end; ++t) {
          grid::visit_cells(tiles, t, [&](int, int, int, size_t i) {
            if (solids[i] < kFree || std::abs(shape[i]) > 1) return;
            // The area in a cell is that of a smeared delta: a hat of the distance.
            const double area = 1 - std::abs(double{shape[i]});
            own.area += area;
            const double apart = double{other[i]} - double{shape[i]};
            own.way += area * std::abs(apart);
            own.outside += area * apart;
          });
        }
        return own;
      },
      [](const Sum& a, const Sum& b) {
        return Sum{a.way + b.way, a.outside + b.outside, a.area + b.area};
      },
      8);
  if (sum.area <= 0) return {};
  return {sum.way / sum.area, sum.outside / sum.area};
}

}  // namespace weir::guide
