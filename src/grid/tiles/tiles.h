// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A sparse grid: cells in tiles of 8 x 8 x 8 (2D: 8 x 8 x 1), only where something is. Memory and time follow the
// number of tiles; there is no box around them. A field on the grid is one array:
//
//   value of cell (8 tile + (x, y, z)):   values[tiles.cells_per_tile() * t + x + 8 * (y + 8 * z)]
//
// Every field has one more tile than there are tiles, the blank one: it stands in for neighbours that do not exist, and
// keeps the value of empty space. Passes go tile by tile in parallel and write to their own tile only.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/cell_set.h"

namespace weir::grid {

constexpr int kTileSize = 8;
constexpr int kTileRows = 64;  // of 8 cells along x, at most; 2D has 8

// Coordinates of the tile a cell is in, along one axis, and of the cell in it.
constexpr int tile_of(int cell) { return cell >> 3; }
constexpr int in_tile(int cell) { return cell & 7; }

class Tiles {
 public:
  Tiles() : Tiles({}, 3) {}
  // Sorts the coordinates along a curve that keeps neighbours close, and leaves out repeated ones.
  Tiles(std::vector<Vec3i> coordinates, int dimensions);

  size_t size() const { return tiles_.size(); }
  int dimensions() const { return depth_ == 1 ? 2 : 3; }
  int depth() const { return depth_; }  // cells of a tile along z: 8, or 1 in 2D
  int rows() const { return kTileSize * depth_; }
  size_t cells_per_tile() const { return static_cast<size_t>(kTileSize * kTileSize * depth_); }
  size_t cells() const { return size() * cells_per_tile(); }
  size_t field_size() const { return (size() + 1) * cells_per_tile(); }
  size_t blank() const { return size(); }

  const Vec3i& coordinate(size_t tile) const { return tiles_[tile]; }
  std::span<const Vec3i> coordinates() const { return tiles_.members(); }
  // Index of a tile by its coordinates; blank() when there is none.
  size_t find(const Vec3i& coordinate) const {
    const int32_t tile = tiles_.find(coordinate);
    return tile < 0 ? blank() : static_cast<size_t>(tile);
  }
  // The tile next to a tile, by -1, 0 or 1 along each axis.
  size_t neighbour(size_t tile, int x, int y, int z) const {
    return static_cast<size_t>(around_[tile][static_cast<size_t>((x + 1) + 3 * ((y + 1) + 3 * (z + 1)))]);
  }
  // Coordinates of the first cell of a tile.
  Vec3i first_cell(size_t tile) const {
    const Vec3i& c = tiles_[tile];
    return {kTileSize * c.x, kTileSize * c.y, depth_ * c.z};
  }
  // Index of a cell in a field; in the blank tile when it is in none.
  size_t cell(const Vec3i& c) const {
    const Vec3i t{tile_of(c.x), tile_of(c.y), depth_ == 1 ? c.z : tile_of(c.z)};
    return find(t) * cells_per_tile() +
           static_cast<size_t>(in_tile(c.x) +
                               kTileSize * (in_tile(c.y) + (depth_ == 1 ? 0 : kTileSize * in_tile(c.z))));
  }

  bool operator==(const Tiles& other) const { return depth_ == other.depth_ && tiles_ == other.tiles_; }

 private:
  int depth_;
  CellSet tiles_;
  std::vector<std::array<int32_t, 27>> around_;
};

}  // namespace weir::grid
