// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/pressure/multigrid.h"

#include <algorithm>
#include <cstring>

#include "grid/tiles/row.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr float kWeaken = 0.55f;  // of a half, which is right deep inside, to 0.6 nothing changes much
constexpr int kRounds = 2;
constexpr int kRoundsAtBottom = 8;
constexpr size_t kFewCells = 8;
constexpr size_t kTilesAtOnce = 4;

struct Octant {
  Vec3i first;  // of its cells in the coarse tile
  int depth;    // of its cells along z
};

Octant octant(int index, int tile_depth) {
  const int half = kTileSize / 2;
  return {{index & 1 ? half : 0, index & 2 ? half : 0, index & 4 ? half : 0}, tile_depth == 1 ? 1 : half};
}

int cell_in_tile(int x, int y, int z) { return x + kTileSize * (y + kTileSize * z); }

size_t active_cells(const PoissonMatrix& m) {
  return parallel_sum<size_t>(m.tiles->cells(), [&](size_t i) {
    return m.ground[i] > 0 || m.face[0][i] > 0 || m.face[1][i] > 0 || m.face[2][i] > 0;
  });
}

// The sums of pairs of neighbours in a row: four values.
simd::Four pair_sums(const Row& row) {
  return __builtin_shufflevector(row, row, 0, 2, 4, 6) + __builtin_shufflevector(row, row, 1, 3, 5, 7);
}

// Adds up all cells of a fine tile that make a cell of an octant of the coarse tile.
void add_up_cells(const float* fine, const Octant& part, float* coarse) {
  const int deep = part.depth == 1 ? 1 : 2;
  for (int z = 0; z < part.depth; ++z) {
    for (int y = 0; y < kTileSize / 2; ++y) {
      Row sum{};
      for (int k = 0; k < deep; ++k) {
        const float* rows = fine + cell_in_tile(0, 2 * y, deep * z + k);
        sum += simd::load(rows) + simd::load(rows + kTileSize);
      }
      simd::store(pair_sums(sum), coarse + cell_in_tile(part.first.x, part.first.y + y, part.first.z + z));
    }
  }
}

// Adds up the faces along an axis of a fine tile that are faces of an octant of the coarse tile. Two cells deep on both
// sides, the middles of coarse cells are twice as far apart, and their face is weakened. Where liquid is so thin that a
// coarse cell is one cell deep they are not: weakened on every level, the two halves of a wide sheet would hardly know
// of each other.
void add_up_faces(const PoissonMatrix& fine, size_t tile, int axis, const Octant& part, float* coarse) {
  const Tiles& tiles = *fine.tiles;
  const float* face = fine.face[static_cast<size_t>(axis)].data();
  const float* own = face + tile * tiles.cells_per_tile();
  const float* below = face + tiles.neighbour(tile, -(axis == 0), -(axis == 1), -(axis == 2)) * tiles.cells_per_tile();
  const int step = 1 << 3 * axis;
  const bool flat = part.depth == 1;
  for (int cell = 0; cell < static_cast<int>(tiles.cells_per_tile()); ++cell) {
    if (cell % kTileSize == 0 && simd::greatest(simd::load(own + cell)) == 0) {  // most rows have none
      cell += kTileSize - 1;
      continue;
    }
    const float w = own[cell];
    if (cell & step || w == 0) continue;
    const float above_it = own[cell + step];
    const float below_it = (cell >> 3 * axis & 7) == 0 ? below[cell + 7 * step] : own[cell - step];
    const float deep = std::min(1.0f, above_it / w) + std::min(1.0f, below_it / w);  // 0 to 2
    const float strength = deep == 2 ? 1.0f : 1 / (kWeaken + (1 - kWeaken) * 0.5f * deep);
    const int x = cell & 7, y = cell >> 3 & 7, z = cell >> 6;
    coarse[cell_in_tile(part.first.x + x / 2, part.first.y + y / 2, part.first.z + (flat ? 0 : z / 2))] +=
        kWeaken * strength * w;
  }
}

// How much of its ground a cell keeps in the coarse matrix. Where the cell beside it in the same coarse cell has less,
// the values fall off towards the ground, and steps look twice as steep as the slope. Where all have the same (liquid
// so thin that it is one coarse cell deep), values are alike and nothing is to be weakened: weakened on every level, a
// wide sheet of liquid would have hardly any ground left.
float kept_ground(const PoissonMatrix& m, size_t tile_begin, int cell) {
  const auto at = [&](int c) { return m.ground[tile_begin + static_cast<size_t>(c)]; };
  float falls = 0;
  for (int axis = 0; axis < m.tiles->dimensions(); ++axis) {
    const int beside = cell ^ 1 << 3 * axis;
    const float face = m.face[static_cast<size_t>(axis)][tile_begin + static_cast<size_t>(std::max(cell, beside))];
    if (face > 0) falls = std::max(falls, 1 - at(beside) / at(cell));
  }
  return at(cell) * (1 - (1 - kWeaken) * falls);
}

// Adds up the ground of a fine tile into an octant of the coarse tile.
void add_up_ground(const PoissonMatrix& fine, size_t tile, const Octant& part, float* coarse) {
  const size_t cells = fine.tiles->cells_per_tile(), begin = tile * cells;
  const bool flat = part.depth == 1;
  for (int cell = 0; cell < static_cast<int>(cells); ++cell) {
    if (cell % kTileSize == 0 && simd::greatest(simd::load(fine.ground.data() + begin + cell)) <= 0) {
      cell += kTileSize - 1;
      continue;
    }
    if (fine.ground[begin + static_cast<size_t>(cell)] <= 0) continue;
    const int x = cell & 7, y = cell >> 3 & 7, z = cell >> 6;
    coarse[cell_in_tile(part.first.x + x / 2, part.first.y + y / 2, part.first.z + (flat ? 0 : z / 2))] +=
        kept_ground(fine, begin, cell);
  }
}

}  // namespace

Multigrid::Multigrid(const PoissonMatrix& matrix) : finest_(matrix), scratch_(matrix.tiles->field_size()) {
  const PoissonMatrix* fine = &matrix;
  // Down to one tile: smoothing one tile after the other holds what is around it, so that two cells on either side of
  // a border that know only each other would go to and fro for ever.
  const auto is_coarse = [&] { return fine->tiles->size() <= 1 && active_cells(*fine) <= kFewCells; };
  while (!is_coarse() && coarsen(*fine)) fine = &coarse_.back()->matrix;
}

// False when nothing would become coarser.
bool Multigrid::coarsen(const PoissonMatrix& fine) {
  const Tiles& tiles = *fine.tiles;
  const bool flat = tiles.depth() == 1;
  constexpr size_t kMostLevels = 24;
  if (coarse_.size() >= kMostLevels) return false;
  // Counted from the lowest tile: -1 and 0 would never meet otherwise.
  Vec3i lowest = tiles.size() > 0 ? tiles.coordinate(0) : Vec3i{};
  for (const Vec3i& c : tiles.coordinates()) lowest = min(lowest, c);
  const auto parent = [&](const Vec3i& c) {
    const Vec3i up = c - lowest;
    return Vec3i{up.x >> 1, up.y >> 1, flat ? 0 : up.z >> 1};
  };
  std::vector<Vec3i> parents;
  for (const Vec3i& c : tiles.coordinates()) parents.push_back(parent(c));
  auto coarse = std::make_unique<Coarse>(Tiles(std::move(parents), tiles.dimensions()));
  coarse->children.assign(coarse->tiles.size(), {-1, -1, -1, -1, -1, -1, -1, -1});
  for (size_t t = 0; t < tiles.size(); ++t) {
    const Vec3i c = tiles.coordinate(t) - lowest;
    const int child_number = (c.x & 1) | (c.y & 1) << 1 | (flat ? 0 : (c.z & 1) << 2);
    coarse->children[coarse->tiles.find(parent(tiles.coordinate(t)))][static_cast<size_t>(child_number)] =
        static_cast<int32_t>(t);
  }
  const size_t cells = tiles.cells_per_tile();
  parallel_for(
      coarse->tiles.size(),
      [&](size_t t) {
        for (int child_number = 0; child_number < 8; ++child_number) {
          const int32_t child = coarse->children[t][static_cast<size_t>(child_number)];
          if (child < 0 || fine.kind[static_cast<size_t>(child)] == TileKind::idle) continue;
          const Octant part = octant(child_number, tiles.depth());
          const auto fine_tile = static_cast<size_t>(child);
          for (int axis = 0; axis < tiles.dimensions(); ++axis) {
            add_up_faces(fine, fine_tile, axis, part,
                         coarse->matrix.face[static_cast<size_t>(axis)].data() + t * cells);
          }
          add_up_ground(fine, fine_tile, part, coarse->matrix.ground.data() + t * cells);
        }
      },
      kTilesAtOnce);
  coarse->matrix.sort_tiles();
  coarse_.push_back(std::move(coarse));
  return true;
}

// The residual of x, added up in the cells of the coarse grid.
void Multigrid::down(const PoissonMatrix& fine, std::span<const float> b, std::span<const float> x, Coarse& coarse) {
  const size_t cells = fine.tiles->cells_per_tile();
  parallel_for(
      coarse.tiles.size(),
      [&](size_t t) {
        float* sums = coarse.b.data() + t * cells;
        std::fill_n(sums, cells, 0.0f);
        for (int child_number = 0; child_number < 8; ++child_number) {
          const int32_t child = coarse.children[t][static_cast<size_t>(child_number)];
          if (child < 0 || fine.kind[static_cast<size_t>(child)] == TileKind::idle) continue;
          alignas(64) float residual[kTileSize * kTileRows];
          tile_residual(fine, static_cast<size_t>(child), b, x, residual);
          add_up_cells(residual, octant(child_number, fine.tiles->depth()), sums);
        }
      },
      kTilesAtOnce);
}

// Adds the coarse grid's values to the cells that they stand for.
void Multigrid::up(const Coarse& coarse, const Tiles& fine, std::span<float> x) {
  const size_t cells = fine.cells_per_tile();
  const bool flat = fine.depth() == 1;
  parallel_for(
      coarse.tiles.size(),
      [&](size_t t) {
        const float* from = coarse.x.data() + t * cells;
        for (int child_number = 0; child_number < 8; ++child_number) {
          const int32_t child = coarse.children[t][static_cast<size_t>(child_number)];
          if (child < 0) continue;
          float* to = x.data() + static_cast<size_t>(child) * cells;
          const Vec3i first = octant(child_number, fine.depth()).first;
          for (int z = 0; z < fine.depth(); ++z) {
            for (int y = 0; y < kTileSize; ++y) {
              const float* row = from + cell_in_tile(first.x, first.y + y / 2, first.z + (flat ? 0 : z / 2));
              float* cells_of_row = to + cell_in_tile(0, y, z);
              const auto four = simd::load<simd::Four>(row);
              const Row twice = __builtin_shufflevector(four, four, 0, 0, 1, 1, 2, 2, 3, 3);
              simd::store(simd::load(cells_of_row) + twice, cells_of_row);
            }
          }
        }
      },
      kTilesAtOnce);
}

void Multigrid::cycle(size_t level, const PoissonMatrix& matrix, std::span<const float> b, std::span<float> x,
                      std::span<float> scratch) {
  if (level == coarse_.size()) {
    smooth_from_zero(matrix, b, scratch, kRoundsAtBottom);
    smooth(matrix, b, scratch, x, kRoundsAtBottom, true);
    return;
  }
  Coarse& coarse = *coarse_[level];
  smooth_from_zero(matrix, b, scratch, kRounds);
  down(matrix, b, scratch, coarse);
  cycle(level + 1, coarse.matrix, coarse.b, coarse.x, coarse.scratch);
  up(coarse, *matrix.tiles, scratch);
  smooth(matrix, b, scratch, x, kRounds, true);
}

void Multigrid::apply(std::span<const float> b, std::span<float> x) { cycle(0, finest_, b, x, scratch_); }

}  // namespace weir::grid
