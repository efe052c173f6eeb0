// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/tiles/cell_vectors.h"

#include "grid/tiles/halo.h"
#include "grid/tiles/row.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr size_t kTilesAtOnce = 8;

}  // namespace

CellVectors no_vectors(const Tiles& tiles) {
  CellVectors result;
  for (std::vector<float>& component : result) component.assign(tiles.field_size(), 0.0f);
  return result;
}

CellVectors middle_velocities(const Tiles& tiles, const MacField& velocity) {
  CellVectors result = no_vectors(tiles);
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<size_t>(axis);
    if (axis >= tiles.dimensions()) continue;
    parallel_for(
        tiles.size(),
        [&](size_t t) {
          Halo halo;
          halo.load(tiles, t, velocity.face[a]);
          float* to = result[a].data() + t * tiles.cells_per_tile();
          for (int row = 0; row < tiles.rows(); ++row) {
            const int y = row % kTileSize, z = row / kTileSize;
            const float* upper = axis == 0 ? halo.row(y, z) + 1 : axis == 1 ? halo.row(y + 1, z) : halo.row(y, z + 1);
            for (int x = 0; x < kTileSize; ++x) *to++ = 0.5f * (halo.row(y, z)[x] + upper[x]);
          }
        },
        16);
  }
  return result;
}

void add_to_cells(std::span<const uint32_t> cell, std::span<const Vec3f> vectors, CellVectors& cells) {
  parallel_for(cell.size(), [&](size_t n) {
    for (int axis = 0; axis < 3; ++axis) cells[static_cast<size_t>(axis)][cell[n]] += vectors[n][axis];
  });
}

void add_to_faces(const Tiles& tiles, const CellVectors& acceleration, float step, MacField& velocity) {
  parallel_for_blocks(
      tiles.size(),
      [&](size_t begin, size_t end) {
        Halo halo;
        for (size_t t = begin; t < end; ++t) {
          for (int axis = 0; axis < tiles.dimensions(); ++axis) {
            halo.load(tiles, t, acceleration[static_cast<size_t>(axis)]);
            float* faces = velocity.face[static_cast<size_t>(axis)].data() + t * tiles.cells_per_tile();
            for (int z = 0; z < tiles.depth(); ++z) {
              for (int y = 0; y < kTileSize; ++y, faces += kTileSize) {
                const float* lower = axis == 0   ? halo.row(y, z) - 1
                                     : axis == 1 ? halo.row(y - 1, z)
                                                 : halo.row(y, z - 1);
                const Row change = 0.5f * step * (simd::load(halo.row(y, z)) + simd::load(lower));
                simd::store(simd::load(faces) + change, faces);
              }
            }
          }
        }
      },
      kTilesAtOnce);
}

}  // namespace weir::grid
