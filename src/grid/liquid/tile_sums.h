// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Sums of what particles give to the points of a grid around them, for passes from particles to the grid: every tile
// first adds up its own particles in a small array that reaches one layer beyond it; then every tile collects what
// those around it have for its cells. No two threads write to the same value, and the sums have one order.

#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "grid/tiles/tiled_particles.h"

namespace weir::grid {

// A tile's sums of one quantity, so many numbers a point, with one layer around it.
template <int numbers>
struct Sums {
  static constexpr int kSize = kTileSize + 2;
  static constexpr size_t kUp = numbers * kSize, kBack = kUp * kSize;  // from a point to the next along y, z
  static constexpr size_t kFloats = kBack * kSize;
  static constexpr size_t index(int x, int y, int z) {
    return static_cast<size_t>(numbers * ((x + 1) + kSize * ((y + 1) + kSize * (z + 1))));
  }
};

// Along one axis: the lower of the two values around a point, and how far the point is on the way to the next.
struct Stencil {
  int base;
  float part;
  explicit Stencil(float point) : base(static_cast<int>(std::floor(point))), part(point - static_cast<float>(base)) {}
  Stencil(int where, float on_the_way) : base(where), part(on_the_way) {}
};

// A particle in cells from the first of its tile: one a hair below 0 would round up to the next tile.
inline Vec3f in_its_tile(const Vec3f& grid_position, const Vec3i& first) {
  constexpr float kEnd = kTileSize * (1 - 1e-7f);
  return min(grid_position - static_cast<Vec3f>(first), Vec3f{kEnd, kEnd, kEnd});
}

// The sums of all tiles that hold particles.
template <int numbers>
class TileSums {
 public:
  TileSums(const TiledParticles& where, size_t quantities)
      : floats_per_tile_(quantities * Sums<numbers>::kFloats), first_sum_(where.tiles().size() + 1, kNone) {
    size_t count = 0;
    for (size_t t = 0; t < where.tiles().size(); ++t) {
      if (where.in(t).begin != where.in(t).end) first_sum_[t] = floats_per_tile_ * count++;
    }
    sums_ = std::make_unique_for_overwrite<float[]>(floats_per_tile_ * count);
  }
  size_t floats_per_tile() const { return floats_per_tile_; }
  // Null for a tile without particles, and for the blank one.
  float* of(size_t tile) const { return first_sum_[tile] == kNone ? nullptr : sums_.get() + first_sum_[tile]; }

 private:
  static constexpr size_t kNone = ~size_t{0};
  size_t floats_per_tile_;
  std::vector<size_t> first_sum_;
  std::unique_ptr<float[]> sums_;
};

// Cells of a tile that the sums of a neighbour reach, along one axis: the neighbour is `way` tiles further.
struct Overlap {
  int begin, end;
};
inline Overlap overlap(int way) {
  return way < 0 ? Overlap{0, 1} : way > 0 ? Overlap{kTileSize - 1, kTileSize} : Overlap{0, kTileSize};
}

// The first numbers of the sums for a tile's cells, from its own sums and those around it, in a fixed order.
template <int numbers, size_t count>
void collect(const Tiles& tiles, size_t tile, const TileSums<numbers>& all, size_t quantity,
             float* const (&number)[count]) {
  const bool flat = tiles.depth() == 1;
  for (float* n : number) std::fill_n(n, tiles.cells_per_tile(), 0.0f);
  for (int dz = flat ? 0 : -1; dz <= (flat ? 0 : 1); ++dz) {
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const float* sums = all.of(tiles.neighbour(tile, dx, dy, dz));
        if (!sums) continue;
        sums += quantity * Sums<numbers>::kFloats;
        const Overlap ox = overlap(dx), oy = overlap(dy), oz = flat ? Overlap{0, 1} : overlap(dz);
        for (int z = oz.begin; z < oz.end; ++z) {
          for (int y = oy.begin; y < oy.end; ++y) {
            const float* row =
                sums + Sums<numbers>::index(ox.begin - kTileSize * dx, y - kTileSize * dy, z - kTileSize * dz);
            const int offset = ox.begin + kTileSize * (y + kTileSize * z);
            for (int x = 0; x < ox.end - ox.begin; ++x) {
              for (size_t n = 0; n < count; ++n) number[n][offset + x] += row[numbers * x + static_cast<int>(n)];
            }
          }
        }
      }
    }
  }
}

}  // namespace weir::grid
