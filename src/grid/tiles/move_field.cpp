// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/tiles/move_field.h"

#include <algorithm>

#include "weir/base/parallel.h"

namespace weir::grid {

std::vector<float> moved_to(const Tiles& from, std::span<const float> field, const Tiles& to, float blank) {
  std::vector<float> result(to.field_size(), blank);
  const size_t cells = to.cells_per_tile();
  parallel_for(
      to.size(),
      [&](size_t t) {
        const size_t source = from.find(to.coordinate(t));
        if (source != from.blank()) std::copy_n(field.data() + source * cells, cells, result.data() + t * cells);
      },
      16);
  return result;
}

}  // namespace weir::grid
