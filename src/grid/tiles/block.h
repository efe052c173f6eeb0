// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A tile of a field with several layers of cells around it, edges and corners too: what is sampled at points in and
// near the tile is then looked up in one small array.
//
//   Block<4> u;
//   u.load(tiles, tile, field);
//   float v = u.sample(1.25f, 7.5f, -0.75f);    // in cells; (0, 0, 0) is the first value of the tile

#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

#include "grid/tiles/tiles.h"

namespace weir::grid {

template <int margin>
struct Block {
  static_assert(margin <= kTileSize);
  static constexpr int kSize = kTileSize + 2 * margin;
  alignas(64) float values[kSize * kSize * kSize];

  static constexpr int index(int x, int y, int z) {
    return (x + margin) + kSize * ((y + margin) + kSize * (z + margin));
  }
  float& at(int x, int y, int z) { return values[index(x, y, z)]; }
  float at(int x, int y, int z) const { return values[index(x, y, z)]; }

  // In 2D all layers along z hold the same values, so that nothing depends on z.
  void load(const Tiles& tiles, size_t tile, std::span<const float> field) {
    load_once(tiles, tile, field);
    if (tiles.depth() != 1) return;
    for (int z = -margin; z < kTileSize + margin; ++z) {
      if (z != 0)
        std::memcpy(values + index(-margin, -margin, z), values + index(-margin, -margin, 0),
                    sizeof(float) * kSize * kSize);
    }
  }
  // In 2D only the layer z = 0.
  void load_once(const Tiles& tiles, size_t tile, std::span<const float> field) {
    for (int ty = -1; ty <= 1; ++ty) {
      if (tiles.depth() == 1) {
        load_rows(tiles, tile, field, ty, 0, 0, 1);
      } else {
        for (int tz = -1; tz <= 1; ++tz) load_rows(tiles, tile, field, ty, tz, first(tz), end(tz));
      }
    }
  }

  // Between the eight values around a point; points beyond the block get the value at its border.
  float sample(float x, float y, float z) const { return corners(x, y, z).value(); }

 private:
  // The values around a point, already blended along x: at lower and upper y, and lower and upper z.
  struct Corners {
    const float* v;
    float a, b, c;
    float along_x(int offset) const { return v[offset] + a * (v[offset + 1] - v[offset]); }
    float along_y(int offset) const { return mix(along_x(offset), along_x(offset + kSize), b); }
    float value() const { return mix(along_y(0), along_y(kSize * kSize), c); }
    static float mix(float p, float q, float t) { return p + t * (q - p); }
  };
  Corners corners(float x, float y, float z) const {
    const auto limited = [](float v) {
      return std::clamp(v, static_cast<float>(-margin), kTileSize + margin - 1.001f);
    };
    x = limited(x), y = limited(y), z = limited(z);
    const float fx = std::floor(x), fy = std::floor(y), fz = std::floor(z);
    return {values + index(static_cast<int>(fx), static_cast<int>(fy), static_cast<int>(fz)), x - fx, y - fy, z - fz};
  }

  // Of a neighbour before, at or behind the tile: the layers that the block has of it.
  static constexpr int first(int neighbour) { return neighbour < 0 ? kTileSize - margin : 0; }
  static constexpr int end(int neighbour) { return neighbour > 0 ? margin : kTileSize; }

  // From the three tiles side by side at (ty, tz) from the tile, their layers [z_begin, z_end).
  void load_rows(const Tiles& tiles, size_t tile, std::span<const float> field, int ty, int tz, int z_begin,
                 int z_end) {
    const auto of = [&](int tx) { return field.data() + tiles.neighbour(tile, tx, ty, tz) * tiles.cells_per_tile(); };
    const float *before = of(-1) + kTileSize - margin, *own = of(0), *behind = of(1);
    for (int z = z_begin; z < z_end; ++z) {
      for (int y = first(ty); y < end(ty); ++y) {
        const int row = kTileSize * (y + kTileSize * z);
        float* to = values + index(-margin, y + kTileSize * ty, z + kTileSize * tz);
        std::memcpy(to, before + row, margin * sizeof(float));
        std::memcpy(to + margin, own + row, kTileSize * sizeof(float));
        std::memcpy(to + margin + kTileSize, behind + row, margin * sizeof(float));
      }
    }
  }
};

}  // namespace weir::grid
