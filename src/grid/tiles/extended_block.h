// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A block whose values go on beyond the tiles as in their last layer: smoke slides along the walls of a box, and
// neither fades nor slows down there.

#pragma once

#include "grid/tiles/mac.h"

namespace weir::grid {

namespace detail {

// Fills the layers beyond one side of the tile with its last layer.
template <int margin>
void repeat_last_layer(Block<margin>& block, bool flat, int axis, int side) {
  constexpr int kLow = -margin, kHigh = kTileSize + margin;
  const int last = side < 0 ? 0 : kTileSize - 1, begin = side < 0 ? kLow : kTileSize, end = side < 0 ? 0 : kHigh;
  for (int k = flat ? 0 : kLow; k < (flat ? 1 : kHigh); ++k) {
    for (int j = kLow; j < kHigh; ++j) {
      for (int n = begin; n < end; ++n) {
        if (axis == 0) block.at(n, j, k) = block.at(last, j, k);
        if (axis == 1) block.at(j, n, k) = block.at(j, last, k);
        if (axis == 2) block.at(j, k, n) = block.at(j, k, last);
      }
    }
  }
}

}  // namespace detail

// `own_axis`: of a component of the velocity, the axis along which it ends at the last tile, where a wall may be; -1
// for other fields. In 2D only the layer z = 0 is filled.
template <int margin>
void load_extended(const Tiles& tiles, size_t tile, std::span<const float> field, int own_axis, Block<margin>& block) {
  const bool flat = tiles.depth() == 1;
  block.load_once(tiles, tile, field);
  for (int axis = 0; axis < tiles.dimensions(); ++axis) {
    if (axis == own_axis) continue;
    for (const int side : {-1, 1}) {
      const auto way = [&](int a) { return a == axis ? side : 0; };
      if (tiles.neighbour(tile, way(0), way(1), way(2)) == tiles.blank()) {
        detail::repeat_last_layer(block, flat, axis, side);
      }
    }
  }
}

template <int margin>
void load_extended(const Tiles& tiles, size_t tile, const MacField& velocity, MacBlock<margin>& block) {
  for (int axis = 0; axis < tiles.dimensions(); ++axis) {
    load_extended(tiles, tile, velocity.face[static_cast<size_t>(axis)], axis, block.component[axis]);
  }
}

}  // namespace weir::grid
