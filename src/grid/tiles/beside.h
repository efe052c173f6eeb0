// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// From cell to cell, for the few places that ask for single ones; passes over a grid load blocks (block.h, halo.h).

#pragma once

#include "grid/tiles/tiles.h"

namespace weir::grid {

// The cell next to a cell along an axis, by -1 or 1: its index in a field; in the blank tile where there is none.
inline size_t beside(const Tiles& tiles, size_t cell, int axis, int way) {
  const size_t tile = cell / tiles.cells_per_tile();
  const auto in = static_cast<int>(cell % tiles.cells_per_tile());
  const int stride = axis == 0 ? 1 : axis == 1 ? kTileSize : kTileSize * kTileSize;
  const int size = axis == 2 ? tiles.depth() : kTileSize;
  const int at = in / stride % size;
  if (at + way >= 0 && at + way < size)
    return way > 0 ? cell + static_cast<size_t>(stride) : cell - static_cast<size_t>(stride);
  const size_t next = tiles.neighbour(tile, axis == 0 ? way : 0, axis == 1 ? way : 0, axis == 2 ? way : 0);
  return next * tiles.cells_per_tile() + static_cast<size_t>(in - way * (size - 1) * stride);
}

}  // namespace weir::grid
