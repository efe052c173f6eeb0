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

#include "grid/tiles.h"

namespace weir {

template <int margin>
struct Block {
  static constexpr int kSize = kTileSize + 2 * margin;
  alignas(64) float values[kSize * kSize * kSize];

  static constexpr int index(int x, int y, int z) {
    return (x + margin) + kSize * ((y + margin) + kSize * (z + margin));
  }
  float& at(int x, int y, int z) { return values[index(x, y, z)]; }
  float at(int x, int y, int z) const { return values[index(x, y, z)]; }

  // In 2D all layers along z hold the same values, so that nothing depends on z.
  void load(const Tiles& tiles, size_t tile, std::span<const float> field) {
    const bool flat = tiles.depth() == 1;
    for (int z = flat ? 0 : -margin; z < (flat ? 1 : kTileSize + margin); ++z) {
      for (int y = -margin; y < kTileSize + margin; ++y) load_row(tiles, tile, field, y, z);
    }
    if (!flat) return;
    for (int z = -margin; z < kTileSize + margin; ++z) {
      if (z != 0)
        std::memcpy(values + index(-margin, -margin, z), values + index(-margin, -margin, 0),
                    sizeof(float) * kSize * kSize);
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

  void load_row(const Tiles& tiles, size_t tile, std::span<const float> field, int y, int z) {
    const int ty = y >> 3, tz = tiles.depth() == 1 ? 0 : z >> 3;
    const size_t offset = static_cast<size_t>(kTileSize * ((y & 7) + kTileSize * (tiles.depth() == 1 ? 0 : z & 7)));
    const auto row = [&](int tx) {
      return field.data() + tiles.neighbour(tile, tx, ty, tz) * tiles.cells_per_tile() + offset;
    };
    float* to = values + index(-margin, y, z);
    std::memcpy(to, row(-1) + kTileSize - margin, margin * sizeof(float));
    std::memcpy(to + margin, row(0), kTileSize * sizeof(float));
    std::memcpy(to + margin + kTileSize, row(1), margin * sizeof(float));
  }
};

}  // namespace weir
