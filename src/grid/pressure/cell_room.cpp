// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/pressure/cell_room.h"

#include <algorithm>

#include "grid/tiles/block.h"
#include "grid/tiles/row.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

// What the walls leave open along each axis of a tile.
struct WallsOfTile {
  WallBox::Row across[3];
  bool cut = false;

  WallsOfTile(const WallBox& walls, const Tiles& tiles, size_t tile) {
    const Vec3i first = tiles.first_cell(tile);
    for (int axis = 0; axis < tiles.dimensions(); ++axis) {
      across[axis] = walls.across(axis, first[axis]);
      for (const float room : across[axis].room) cut |= room < 1;
    }
    if (tiles.dimensions() == 2) across[2].part.fill(1), across[2].room.fill(1);
  }
  Row room(int y, int z) const {
    return simd::load(across[0].room.data()) *
           (across[1].room[static_cast<size_t>(y)] * across[2].room[static_cast<size_t>(z)]);
  }
};

// Takes the part of walls out of shares: what is left is that of solids and held cells.
class WithoutWalls {
 public:
  WithoutWalls(const WallBox& walls, const Tiles& tiles, size_t tile) : flat_(tiles.depth() == 1) {
    const Vec3i first = tiles.first_cell(tile);
    for (int axis = 0; axis < tiles.dimensions(); ++axis) {
      for (int n = -1; n <= kTileSize; ++n) part_[axis][n + 1] = walls.across(axis, first[axis] + n).part[0];
    }
  }
  // In a block of a tile and one layer around it.
  void take(Block<1>& shares) const {
    for (int z = flat_ ? 0 : -1; z <= (flat_ ? 0 : kTileSize); ++z) {
      for (int y = -1; y <= kTileSize; ++y) {
        for (int x = -1; x <= kTileSize; ++x) {
          const float part = part_[0][x + 1] * part_[1][y + 1] * (flat_ ? 1 : part_[2][z + 1]);
          float& share = shares.values[Block<1>::index(x, y, z)];
          share = part < kNone ? 1 : std::min(share / part, 1.0f);
        }
      }
    }
  }

 private:
  static constexpr float kNone = 0.02f;  // shares of so little are rounded
  bool flat_;
  float part_[3][kTileSize + 2];
};

// A hat two cells wide has 3/4 of its weight in the cell itself and 1/8 in each of those beside it. One axis after the
// other. That is exact for solids along the sides of cells; of what cuts cells it is so for walls alone.
void find_room_of_tile(const Tiles& tiles, size_t tile, SolidFaces& solids) {
  Block<1> block;
  block.load(tiles, tile, solids.share);
  const WallsOfTile walls(solids.walls, tiles, tile);
  if (walls.cut) WithoutWalls(solids.walls, tiles, tile).take(block);
  const auto blend = [](const Row& a, const Row& b, const Row& c) { return 0.125f * a + 0.75f * b + 0.125f * c; };
  const bool flat = tiles.depth() == 1;
  Row along_y[10][kTileSize];
  for (int z = flat ? 0 : -1; z <= (flat ? 0 : kTileSize); ++z) {
    Row along_x[10];
    for (int y = -1; y <= kTileSize; ++y) {
      const float* own = block.values + Block<1>::index(0, y, z);
      along_x[y + 1] = blend(simd::load(own - 1), simd::load(own), simd::load(own + 1));
    }
    for (int y = 0; y < kTileSize; ++y) along_y[z + 1][y] = blend(along_x[y], along_x[y + 1], along_x[y + 2]);
  }
  visit_rows(tiles, tile, [&](int y, int z, size_t i) {
    const Row room = flat ? along_y[1][y] : blend(along_y[z][y], along_y[z + 1][y], along_y[z + 2][y]);
    simd::store(walls.cut ? room * walls.room(y, z) : room, &solids.room[i]);
  });
}

}  // namespace

void find_room(const Tiles& tiles, std::span<const uint8_t> flag, SolidFaces& solids) {
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        if (flag[t]) find_room_of_tile(tiles, t, solids);
      },
      4);
}

// Of tiles beside which nothing is closed it is 1.
void find_room(const Tiles& tiles, SolidFaces& solids) {
  const size_t cells = tiles.cells_per_tile();
  std::vector<uint8_t> closed(tiles.size() + 1, 0), near(tiles.size());
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        const float* own = solids.share.data() + t * cells;
        closed[t] = std::any_of(own, own + cells, [](float share) { return share < 1; });
      },
      16);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        for (int n = 0; n < 27; ++n) near[t] |= closed[tiles.neighbour(t, n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1)];
        if (!near[t]) std::fill_n(solids.room.begin() + static_cast<ptrdiff_t>(t * cells), cells, 1.0f);
      },
      16);
  find_room(tiles, near, solids);
}

}  // namespace weir::grid
