// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Loops over the cells of a tile, one by one or in rows of eight.

#pragma once

#include "grid/tiles/tiles.h"

namespace weir::grid {

// Calls visit(x, y, z, index in a field) for the cells of a tile in the order they lie in memory.
template <class Visit>
void visit_cells(const Tiles& tiles, size_t tile, Visit&& visit) {
  size_t i = tile * tiles.cells_per_tile();
  for (int z = 0; z < tiles.depth(); ++z) {
    for (int y = 0; y < kTileSize; ++y) {
      for (int x = 0; x < kTileSize; ++x) visit(x, y, z, i++);
    }
  }
}

// Calls visit(y, z, index of its first cell in a field) for the rows of a tile.
template <class Visit>
void visit_rows(const Tiles& tiles, size_t tile, Visit&& visit) {
  for (int row = 0; row < tiles.rows(); ++row) {
    visit(row % kTileSize, row / kTileSize, tile * tiles.cells_per_tile() + static_cast<size_t>(kTileSize * row));
  }
}

}  // namespace weir::grid
