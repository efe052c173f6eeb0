// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/tiles/erode.h"

#include "grid/tiles/halo.h"
#include "grid/tiles/row.h"
#include "weir/base/parallel.h"

namespace weir::grid {

void erode(const Tiles& tiles, int layers, std::vector<float>& inside) {
  std::vector<float> next(inside);
  for (int layer = 0; layer < layers; ++layer) {
    parallel_for(
        tiles.size(),
        [&](size_t t) {
          Halo h;
          h.load(tiles, t, inside);
          float* result = next.data() + t * tiles.cells_per_tile();
          for (int z = 0; z < tiles.depth(); ++z) {
            for (int y = 0; y < kTileSize; ++y, result += kTileSize) {
              const float* row = h.row(y, z);
              Row all = simd::load(row) * simd::load(row - 1) * simd::load(row + 1) * simd::load(h.row(y - 1, z)) *
                        simd::load(h.row(y + 1, z));
              if (tiles.depth() > 1) all *= simd::load(h.row(y, z - 1)) * simd::load(h.row(y, z + 1));
              simd::store(all, result);
            }
          }
        },
        4);
    inside.swap(next);
  }
}

}  // namespace weir::grid
