// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Loops over the cells of a tile.

#pragma once

#include "grid/tiles.h"

namespace weir {

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

}  // namespace weir
