// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The matrix of a Poisson problem on a sparse grid: for every cell i that takes part
//
//   ground_i x_i + sum over its faces of  w_f (x_i - x_j)  =  b_i
//
// where j is the cell on the other side, w_f >= 0 is how open the face is, and `ground` ties the cell to zero (air
// beyond a face). A cell without ground and open faces takes no part; its x stays 0. Symmetric, never negative.

#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "grid/tiles/tiles.h"

namespace weir::grid {

enum class TileKind : uint8_t {
  mixed,
  plain,  // all faces alike, no ground: nobody needs to look at its coefficients
  idle    // no cell takes part
};

struct PoissonMatrix {
  explicit PoissonMatrix(const Tiles& on);

  const Tiles* tiles;
  std::array<std::vector<float>, 3>
      face;  // w of the lower x, y, z face of each cell; 0 towards the blank tile, and in it
  std::vector<float> ground;

  // To be called when faces and ground are set: finds the kinds of the tiles.
  void sort_tiles();

  // Empty when sound; otherwise what is wrong, in words.
  std::string validate() const;

  std::vector<TileKind> kind;
  std::vector<float> common;  // of every plain tile, w of all its faces
};

// y = A x; returns x . y.
double multiply(const PoissonMatrix& matrix, std::span<const float> x, std::span<float> y);

// A few rounds of Gauss-Seidel in each tile, first all cells of one colour of a checkerboard, then those of the other,
// with what is around the tile as it was before: one pass through memory does the work of many. `backwards` takes the
// colours in the opposite order, which makes it the transpose of the other.
void smooth(const PoissonMatrix& matrix, std::span<const float> b, std::span<const float> x, std::span<float> result,
            int rounds, bool backwards);
// The same from x = 0.
void smooth_from_zero(const PoissonMatrix& matrix, std::span<const float> b, std::span<float> result, int rounds);

// Sets values of cells that take no part to 0.
void clear_idle_cells(const PoissonMatrix& matrix, std::span<float> values);

// Of one tile: b - A x. Rows of 8 cells, as in a field.
void tile_residual(const PoissonMatrix& matrix, size_t tile, std::span<const float> b, std::span<const float> x,
                   float* residual);

}  // namespace weir::grid
