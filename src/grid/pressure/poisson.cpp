// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/pressure/poisson.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grid/tiles/halo.h"
#include "grid/tiles/row.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

// Tiles of one task: each is thousands of operations.
constexpr size_t kTilesAtOnce = 8;

// Coefficients of the eight cells of a row.
struct Coefficients {
  Row left, right, below, above, behind, before, diagonal;

  // Sum of w_f x_j over the neighbours j.
  Row pull(const Halo& x, int y, int z) const {
    const float* row = x.row(y, z);
    return left * simd::load(row - 1) + right * simd::load(row + 1) + below * simd::load(x.row(y - 1, z)) +
           above * simd::load(x.row(y + 1, z)) + behind * simd::load(x.row(y, z - 1)) +
           before * simd::load(x.row(y, z + 1));
  }
};

// Of a plain tile: every face alike.
class PlainTile {
 public:
  PlainTile(const PoissonMatrix& matrix, size_t tile) {
    const Row w = simd::set(matrix.common[tile]);
    const Row along_z = matrix.tiles->depth() == 1 ? simd::set(0) : w;
    all_ = {w, w, w, w, along_z, along_z, 4 * w + 2 * along_z};
  }
  const Coefficients& at(int, int) const { return all_; }

 private:
  Coefficients all_;
};

class MixedTile {
 public:
  MixedTile(const PoissonMatrix& matrix, size_t tile) : depth_(matrix.tiles->depth()) {
    const Tiles& tiles = *matrix.tiles;
    const size_t cells = tiles.cells_per_tile();
    for (size_t axis = 0; axis < 3; ++axis) own_[axis] = matrix.face[axis].data() + tile * cells;
    right_ = matrix.face[0].data() + tiles.neighbour(tile, 1, 0, 0) * cells;
    above_ = matrix.face[1].data() + tiles.neighbour(tile, 0, 1, 0) * cells;
    before_ = matrix.face[2].data() + tiles.neighbour(tile, 0, 0, 1) * cells;
    ground_ = matrix.ground.data() + tile * cells;
  }

  Coefficients at(int y, int z) const {
    const int offset = kTileSize * (y + kTileSize * z);
    Coefficients c;
    c.left = simd::load(own_[0] + offset);
    c.right = shifted(c.left, right_[offset]);
    c.below = simd::load(own_[1] + offset);
    c.above = simd::load(y + 1 < kTileSize ? own_[1] + offset + kTileSize : above_ + kTileSize * kTileSize * z);
    c.behind = simd::load(own_[2] + offset);
    c.before = simd::load(z + 1 < depth_ ? own_[2] + offset + kTileSize * kTileSize : before_ + kTileSize * y);
    c.diagonal = simd::load(ground_ + offset) + ((c.left + c.right) + (c.below + c.above) + (c.behind + c.before));
    return c;
  }

 private:
  int depth_;
  const float* own_[3];
  const float *right_, *above_, *before_, *ground_;
};

// Calls work(coefficients of the tile).
template <class Work>
void with_coefficients(const PoissonMatrix& matrix, size_t tile, Work&& work) {
  matrix.kind[tile] == TileKind::plain ? work(PlainTile(matrix, tile)) : work(MixedTile(matrix, tile));
}

template <class Tile>
double multiply_tile(const Tile& tile, const Halo& x, int depth, float* y) {
  double product = 0;
  for (int k = 0; k < depth; ++k) {
    Row sum{};
    for (int j = 0; j < kTileSize; ++j) {
      const Coefficients& c = tile.at(j, k);
      const Row own = simd::load(x.row(j, k)), result = c.diagonal * own - c.pull(x, j, k);
      simd::store(result, y + kTileSize * (j + kTileSize * k));
      sum += own * result;
    }
    product += static_cast<double>(simd::sum(sum));
  }
  return product;
}

constexpr RowMask kEven{-1, 0, -1, 0, -1, 0, -1, 0};

// One colour of one round: x = (b + pull) / diagonal where the colour is.
template <class Tile>
void smooth_colour(const Tile& tile, int colour, int depth, const float* b, const float* inverse, Halo& x) {
  for (int k = 0; k < depth; ++k) {
    for (int j = 0; j < kTileSize; ++j) {
      const int offset = kTileSize * (j + kTileSize * k);
      const Row now = simd::load(x.row(j, k));
      const Row wanted = (simd::load(b + offset) + tile.at(j, k).pull(x, j, k)) * simd::load(inverse + offset);
      const RowMask here = ((j + k + colour) & 1) == 0 ? kEven : ~kEven;
      simd::store(here ? wanted : now, x.row(j, k));
    }
  }
}

template <class Tile>
void smooth_tile(const Tile& tile, int depth, const float* b, int rounds, bool backwards, Halo& x, float* result) {
  alignas(64) float inverse[kTileSize * kTileRows];
  for (int k = 0; k < depth; ++k) {
    for (int j = 0; j < kTileSize; ++j) {
      simd::store(simd::inverse_or_zero(tile.at(j, k).diagonal), inverse + kTileSize * (j + kTileSize * k));
    }
  }
  for (int round = 0; round < rounds; ++round) {
    smooth_colour(tile, backwards ? 1 : 0, depth, b, inverse, x);
    smooth_colour(tile, backwards ? 0 : 1, depth, b, inverse, x);
  }
  for (int k = 0; k < depth; ++k) {
    for (int j = 0; j < kTileSize; ++j) {
      simd::store(simd::load(x.row(j, k)), result + kTileSize * (j + kTileSize * k));
    }
  }
}

}  // namespace

PoissonMatrix::PoissonMatrix(const Tiles& on)
    : tiles(&on), ground(on.field_size(), 0.0f), kind(on.size(), TileKind::mixed), common(on.size(), 0.0f) {
  for (std::vector<float>& w : face) w.assign(on.field_size(), 0.0f);
}

void PoissonMatrix::sort_tiles() {
  const size_t cells = tiles->cells_per_tile();
  parallel_for(
      tiles->size(),
      [&](size_t t) {
        const MixedTile mixed(*this, t);
        RowMask alike = ~RowMask{}, idle = ~RowMask{};
        const float first = common[t] = face[0][t * cells];
        for (int z = 0; z < tiles->depth(); ++z) {
          for (int y = 0; y < kTileSize; ++y) {
            const Coefficients c = mixed.at(y, z);
            alike &= (c.left == first) & (c.right == first) & (c.below == first) & (c.above == first);
            if (tiles->depth() > 1) alike &= (c.behind == first) & (c.before == first);
            alike &= simd::load(ground.data() + t * cells + static_cast<size_t>(kTileSize * (y + kTileSize * z))) == 0;
            idle &= c.diagonal == 0;
          }
        }
        kind[t] = simd::all(idle) ? TileKind::idle : simd::all(alike) ? TileKind::plain : TileKind::mixed;
      },
      kTilesAtOnce);
}

std::string PoissonMatrix::validate() const {
  for (size_t i = 0; i < tiles->field_size(); ++i) {
    const bool sound = ground[i] >= 0 && face[0][i] >= 0 && face[1][i] >= 0 && face[2][i] >= 0 &&
                       std::isfinite(ground[i] + face[0][i] + face[1][i] + face[2][i]);
    if (!sound) return fmt::format("cell {} has a coefficient that is negative or no number", i);
    const bool blank = i >= tiles->cells();
    if (blank && (ground[i] != 0 || face[0][i] != 0 || face[1][i] != 0 || face[2][i] != 0)) {
      return "the blank tile has coefficients";
    }
  }
  return {};
}

double multiply(const PoissonMatrix& matrix, std::span<const float> x, std::span<float> y) {
  const Tiles& tiles = *matrix.tiles;
  return parallel_reduce(
      tiles.size(), 0.0,
      [&](size_t begin, size_t end) {
        double sum = 0;
        Halo halo;
        for (size_t t = begin; t < end; ++t) {
          if (matrix.kind[t] == TileKind::idle) {
            std::fill_n(y.data() + t * tiles.cells_per_tile(), tiles.cells_per_tile(), 0.0f);
            continue;
          }
          halo.load(tiles, t, x);
          with_coefficients(matrix, t, [&](const auto& tile) {
            sum += multiply_tile(tile, halo, tiles.depth(), y.data() + t * tiles.cells_per_tile());
          });
        }
        return sum;
      },
      std::plus<>(), kTilesAtOnce);
}

namespace {

// `fill` puts the values to start from into the halo of a tile.
template <class Fill>
void smooth_tiles(const PoissonMatrix& matrix, std::span<const float> b, int rounds, bool backwards, Fill&& fill,
                  std::span<float> result) {
  const Tiles& tiles = *matrix.tiles;
  const size_t cells = tiles.cells_per_tile();
  parallel_for_blocks(
      tiles.size(),
      [&](size_t begin, size_t end) {
        Halo halo;
        for (size_t t = begin; t < end; ++t) {
          float* to = result.data() + t * cells;
          if (matrix.kind[t] == TileKind::idle) {
            std::fill_n(to, cells, 0.0f);
            continue;
          }
          fill(t, halo);
          with_coefficients(matrix, t, [&](const auto& tile) {
            smooth_tile(tile, tiles.depth(), b.data() + t * cells, rounds, backwards, halo, to);
          });
        }
      },
      kTilesAtOnce);
}

}  // namespace

void smooth(const PoissonMatrix& matrix, std::span<const float> b, std::span<const float> x, std::span<float> result,
            int rounds, bool backwards) {
  smooth_tiles(
      matrix, b, rounds, backwards, [&](size_t t, Halo& halo) { halo.load(*matrix.tiles, t, x); }, result);
}

void smooth_from_zero(const PoissonMatrix& matrix, std::span<const float> b, std::span<float> result, int rounds) {
  const auto zero = [](size_t, Halo& halo) { std::memset(halo.values, 0, sizeof halo.values); };
  smooth_tiles(matrix, b, rounds, false, zero, result);
}

void clear_idle_cells(const PoissonMatrix& matrix, std::span<float> values) {
  const Tiles& tiles = *matrix.tiles;
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        if (matrix.kind[t] == TileKind::plain) return;
        const MixedTile mixed(matrix, t);
        for (int row = 0; row < tiles.rows(); ++row) {
          float* at = values.data() + t * tiles.cells_per_tile() + static_cast<size_t>(kTileSize * row);
          const Row diagonal = mixed.at(row % kTileSize, row / kTileSize).diagonal;
          simd::store(diagonal > 0 ? simd::load(at) : simd::set(0), at);
        }
      },
      kTilesAtOnce);
}

void tile_residual(const PoissonMatrix& matrix, size_t tile, std::span<const float> b, std::span<const float> x,
                   float* residual) {
  const Tiles& tiles = *matrix.tiles;
  const float* own_b = b.data() + tile * tiles.cells_per_tile();
  Halo halo;
  halo.load(tiles, tile, x);
  with_coefficients(matrix, tile,
                    [&](const auto& coefficients) { multiply_tile(coefficients, halo, tiles.depth(), residual); });
  for (int row = 0; row < tiles.rows(); ++row) {
    const int offset = kTileSize * row;
    simd::store(simd::load(own_b + offset) - simd::load(residual + offset), residual + offset);
  }
}

}  // namespace weir::grid
