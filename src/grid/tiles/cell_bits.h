// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A yes or no for every cell of a tile, as bits: cell x, y of layer z is bit x + 8 y of word z. Neighbours are then
// found by shifts, 64 cells at a time.

#pragma once

#include <array>
#include <cstdint>

#include "grid/tiles/row.h"
#include "grid/tiles/tiles.h"

namespace weir::grid {

using CellBits = std::array<uint64_t, kTileSize>;

constexpr uint64_t kAllOfLayer = ~uint64_t{0};

inline bool has_any(const CellBits& bits) {
  uint64_t any = 0;
  for (const uint64_t layer : bits) any |= layer;
  return any != 0;
}

// The eight bits of a row.
inline uint32_t row_bits(const CellBits& bits, int y, int z) {
  return static_cast<uint32_t>(bits[static_cast<size_t>(z)] >> 8 * y & 255);
}
// A bit for each of eight values that is below a limit.
inline uint32_t bits_below(const float* row, float limit) { return simd::bits_of(simd::load(row) < limit); }

// Of a layer of the tile that lies beside another by `way` (-1, 0 or 1 along each axis), the cells that touch that one.
inline uint64_t touched_from(const Vec3i& way, int z) {
  constexpr uint64_t kLowX = 0x0101010101010101, kLowY = 0xff;
  if ((way.z < 0 && z < kTileSize - 1) || (way.z > 0 && z > 0)) return 0;
  const uint64_t x = way.x < 0 ? kLowX << 7 : way.x > 0 ? kLowX : kAllOfLayer;
  const uint64_t y = way.y < 0 ? kLowY << 56 : way.y > 0 ? kLowY : kAllOfLayer;
  return x & y;
}

// A layer moved by so many cells (less than 8) along x or y, with what comes in from the tiles before and behind.
inline uint64_t moved_along_x(uint64_t before, uint64_t own, uint64_t behind, int way) {
  if (way == 0) return own;
  const uint64_t column = 0x0101010101010101;
  const int far = way < 0 ? -way : way;
  const uint64_t few = column * ((uint64_t{1} << far) - 1);  // so many columns
  if (way > 0) return (own << far & ~few) | (before >> (8 - far) & few);
  const uint64_t last = few << (8 - far);
  return (own >> far & ~last) | (behind << (8 - far) & last);
}
inline uint64_t moved_along_y(uint64_t before, uint64_t own, uint64_t behind, int way) {
  if (way == 0) return own;
  return way > 0 ? own << 8 * way | before >> (64 - 8 * way) : own >> -8 * way | behind << (64 + 8 * way);
}

}  // namespace weir::grid
