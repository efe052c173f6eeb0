// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/tiles/extrapolate.h"

#include <algorithm>

#include "grid/tiles/halo.h"
#include "grid/tiles/row.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

// One layer more in a tile.
void grow(const Tiles& tiles, const Halo& known, const Halo& values, float* new_known, float* new_values) {
  for (int z = 0; z < tiles.depth(); ++z) {
    for (int y = 0; y < kTileSize; ++y) {
      const auto around = [&](const Halo& h) {
        const Row beside = simd::load(h.row(y, z) - 1) + simd::load(h.row(y, z) + 1) + simd::load(h.row(y - 1, z)) +
                           simd::load(h.row(y + 1, z));
        return tiles.depth() == 1 ? beside : beside + simd::load(h.row(y, z - 1)) + simd::load(h.row(y, z + 1));
      };
      const Row own_known = simd::load(known.row(y, z)), own = simd::load(values.row(y, z)), count = around(known);
      const Row mean = around(values) * simd::inverse_or_zero(count);
      const int offset = kTileSize * (y + kTileSize * z);
      simd::store(own_known > 0 ? own : mean, new_values + offset);
      simd::store(own_known > 0 ? own_known : (count > 0 ? simd::set(1) : simd::set(0)), new_known + offset);
    }
  }
}

}  // namespace

void extrapolate(const Tiles& tiles, int layers, std::vector<float>& known, std::vector<float>& values) {
  const size_t cells = tiles.cells_per_tile();
  // Sums then need no look at what is known.
  parallel_for(tiles.field_size(), [&](size_t i) { values[i] *= known[i]; });
  std::vector<float> next_known(known), next_values(values);
  std::vector<uint8_t> whole(tiles.size());  // 1 where all is known from the start: both copies are right already
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        const float* own = known.data() + t * cells;
        whole[t] = std::all_of(own, own + cells, [](float k) { return k > 0; });
      },
      4);
  for (int layer = 0; layer < layers; ++layer) {
    parallel_for_blocks(
        tiles.size(),
        [&](size_t begin, size_t end) {
          Halo known_here, values_here;
          for (size_t t = begin; t < end; ++t) {
            if (whole[t]) continue;
            known_here.load(tiles, t, known);
            values_here.load(tiles, t, values);
            grow(tiles, known_here, values_here, next_known.data() + t * cells, next_values.data() + t * cells);
          }
        },
        4);
    known.swap(next_known);
    values.swap(next_values);
  }
}

void extrapolate(const Tiles& tiles, int layers, const MacField& known, MacField& values) {
  for (size_t axis = 0; axis < static_cast<size_t>(tiles.dimensions()); ++axis) {
    std::vector<float> known_now = known.face[axis];
    extrapolate(tiles, layers, known_now, values.face[axis]);
  }
}

}  // namespace weir::grid
