// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A tile of a field with one layer of cells around it, so that loops over its cells need not ask where a neighbour is.
// Only what is beside a face of the tile is there, not what is beside its edges and corners.

#pragma once

#include <cstring>
#include <span>

#include "grid/tiles/tiles.h"

namespace weir::grid {

struct Halo {
  static constexpr int kStride = 16;  // floats of a row: 3 unused, one of the halo, 8 cells, one of the halo, 3 unused
  static constexpr int kFirst = 4;
  alignas(64) float values[10 * 10 * kStride];

  // The 8 cells of a row; y and z from -1 to 8. [-1] and [8] are the cells beside the tile.
  float* row(int y, int z) { return values + ((z + 1) * 10 + y + 1) * kStride + kFirst; }
  const float* row(int y, int z) const { return values + ((z + 1) * 10 + y + 1) * kStride + kFirst; }

  void load(const Tiles& tiles, size_t tile, std::span<const float> field) {
    const int depth = tiles.depth();
    const size_t cells = tiles.cells_per_tile();
    const auto start = [&](int x, int y, int z) { return field.data() + tiles.neighbour(tile, x, y, z) * cells; };
    const float *own = start(0, 0, 0), *left = start(-1, 0, 0), *right = start(1, 0, 0);
    for (int z = 0; z < depth; ++z) {
      for (int y = 0; y < kTileSize; ++y) {
        const int offset = kTileSize * (y + kTileSize * z);
        copy(own + offset, row(y, z));
        row(y, z)[-1] = left[offset + kTileSize - 1];
        row(y, z)[kTileSize] = right[offset];
      }
    }
    const float *below = start(0, -1, 0), *above = start(0, 1, 0);
    for (int z = 0; z < depth; ++z) {
      copy(below + kTileSize * (kTileSize - 1 + kTileSize * z), row(-1, z));
      copy(above + kTileSize * kTileSize * z, row(kTileSize, z));
    }
    const float *behind = start(0, 0, -1), *before = start(0, 0, 1);
    for (int y = 0; y < kTileSize; ++y) {
      copy(behind + kTileSize * (y + kTileSize * (depth - 1)), row(y, -1));
      copy(before + kTileSize * y, row(y, depth));
    }
  }

 private:
  static void copy(const float* from, float* to) { std::memcpy(to, from, kTileSize * sizeof(float)); }
};

}  // namespace weir::grid
