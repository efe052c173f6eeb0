// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/tiles/mac.h"

#include <algorithm>

#include "grid/tiles/row.h"
#include "weir/base/parallel.h"

namespace weir::grid {

float largest_component(const Tiles& tiles, const MacField& field) {
  return parallel_reduce(
      tiles.cells() / kTileSize, 0.0f,
      [&](size_t begin, size_t end) {
        Row most{};
        for (size_t row = begin; row < end; ++row) {
          for (const std::vector<float>& face : field.face) {
            most = simd::max(most, simd::abs(simd::load(&face[kTileSize * row])));
          }
        }
        return simd::greatest(most);
      },
      [](float a, float b) { return std::max(a, b); }, 2048);
}

}  // namespace weir::grid
