// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Poisson problems for tests: boxes of cells with any ground and faces, solved again without tiles.

#pragma once

#include <functional>
#include <vector>

#include "grid/pressure/poisson.h"

namespace weir::grid {

// All tiles that a box of cells touches.
inline Tiles tiles_around(const Vec3i& lower, const Vec3i& upper, int dimensions) {
  std::vector<Vec3i> coordinates;
  for (int z = dimensions == 2 ? 0 : tile_of(lower.z); z <= (dimensions == 2 ? 0 : tile_of(upper.z)); ++z) {
    for (int y = tile_of(lower.y); y <= tile_of(upper.y); ++y) {
      for (int x = tile_of(lower.x); x <= tile_of(upper.x); ++x) coordinates.push_back({x, y, z});
    }
  }
  return Tiles(std::move(coordinates), dimensions);
}

// Calls visit(cell) for all cells of all tiles, with their coordinates.
template <class Visit>
void for_each_cell(const Tiles& tiles, Visit&& visit) {
  for (size_t t = 0; t < tiles.size(); ++t) {
    for (int z = 0; z < tiles.depth(); ++z) {
      for (int y = 0; y < kTileSize; ++y) {
        for (int x = 0; x < kTileSize; ++x) visit(tiles.first_cell(t) + Vec3i{x, y, z});
      }
    }
  }
}

inline Vec3i unit_cell(int axis) { return {axis == 0, axis == 1, axis == 2}; }

// Liquid where `inside` says; beyond it is air where `open` says, else a wall. All faces have the weight 1.
inline PoissonMatrix simple_matrix(const Tiles& tiles, const std::function<bool(const Vec3i&)>& inside,
                                   const std::function<bool(const Vec3i&)>& open) {
  PoissonMatrix matrix(tiles);
  for_each_cell(tiles, [&](const Vec3i& c) {
    if (!inside(c)) return;
    for (int axis = 0; axis < tiles.dimensions(); ++axis) {
      const Vec3i lower = c - unit_cell(axis), upper = c + unit_cell(axis);
      if (inside(lower)) matrix.face[static_cast<size_t>(axis)][tiles.cell(c)] = 1;
      for (const Vec3i& beside : {lower, upper}) {
        if (!inside(beside) && open(beside)) matrix.ground[tiles.cell(c)] += 1;
      }
    }
  });
  matrix.sort_tiles();
  return matrix;
}

// A x, cell by cell.
inline std::vector<double> slow_multiply(const PoissonMatrix& matrix, const std::vector<float>& x) {
  const Tiles& tiles = *matrix.tiles;
  std::vector<double> y(tiles.field_size(), 0);
  for_each_cell(tiles, [&](const Vec3i& c) {
    const size_t i = tiles.cell(c);
    y[i] += static_cast<double>(matrix.ground[i]) * x[i];
    for (int axis = 0; axis < 3; ++axis) {
      const double w = matrix.face[static_cast<size_t>(axis)][i];
      const size_t j = tiles.cell(c - unit_cell(axis));
      if (w == 0 || j >= tiles.cells()) continue;
      y[i] += w * (static_cast<double>(x[i]) - x[j]);
      y[j] -= w * (static_cast<double>(x[i]) - x[j]);
    }
  });
  return y;
}

}  // namespace weir::grid
