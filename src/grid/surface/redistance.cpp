// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/surface/redistance.h"

#include <algorithm>
#include <cmath>

#include "grid/surface/first_layer.h"
#include "grid/tiles/block.h"
#include "grid/tiles/sample_rows.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr int kMostRounds = 12;
constexpr float kSettled = 1e-2f;  // cells: what changes less than this is done
constexpr float kNowhere = 1e15f;  // stands for neighbours that take no part

// One axis in |grad d| = 1, for eight cells of a row: weight * (d - value)^2 is its part of the square.
struct Slopes {
  Row weight, value;
};
// Puts the one with the smaller value first.
void sort_two(Slopes& a, Slopes& b) {
  const RowMask swapped = b.value < a.value;
  const Slopes first{swapped ? b.weight : a.weight, swapped ? b.value : a.value};
  b = {swapped ? a.weight : b.weight, swapped ? a.value : b.value};
  a = first;
}

// Solves |grad d| = 1 at the cells of a row; `side` is 1 outside, -1 inside. In each axis the smaller neighbour counts,
// and the one behind it where that is smaller still.
Row eikonal(const Block<2>& block, bool flat, int y, int z, const Row& side) {
  const float* own = block.values + Block<2>::index(0, y, z);
  Slopes along[3];
  for (int axis = 0; axis < (flat ? 2 : 3); ++axis) {
    const ptrdiff_t step = Block<2>::index(axis == 0, axis == 1, axis == 2) - Block<2>::index(0, 0, 0);
    const auto away = [&](ptrdiff_t way) {
      const Row there = simd::load(own + way);
      return there > simd::set(0.5f * kNoDistance) ? side * there : simd::set(kNowhere);
    };
    const Row low = away(-step), high = away(step);
    const Row first = simd::min(low, high);
    const Row second = low < high ? away(-2 * step) : away(2 * step);
    const RowMask curved = (second <= first) & (first - second < 2);
    along[axis] = {curved ? simd::set(2.25f) : simd::set(1), curved ? (4 * first - second) * (1.0f / 3) : first};
  }
  sort_two(along[0], along[1]);
  if (!flat) {
    sort_two(along[1], along[2]);
    sort_two(along[0], along[1]);
  }
  // sum of w (d - v)^2 = 1 with one axis, two, three: an axis counts while d is above its v.
  Row a{}, b{}, c = simd::set(-1), d = simd::set(1e30f);
  for (int axis = 0; axis < (flat ? 2 : 3); ++axis) {
    const auto& [weight, value] = along[axis];
    a += weight, b += weight * value, c += weight * value * value;
    const Row inside = simd::max(b * b - a * c, simd::set(0));
    d = (d > value) ? (b + simd::sqrt(inside)) / a : d;
  }
  return d;
}

class Sweeper {
 public:
  Sweeper(const Tiles& tiles, float band, const std::vector<float>& fixed)
      : tiles_(tiles), flat_(tiles.depth() == 1), band_(band), fixed_(fixed) {}

  // Sweeps a tile in all directions; returns the largest change.
  float sweep(size_t tile, const std::vector<float>& from, std::vector<float>& to) {
    block_.load(tiles_, tile, from);
    for (int way = 0; way < (flat_ ? 2 : 4); ++way) pass(tile, way);
    Row change{};
    for (int row = 0; row < tiles_.rows(); ++row) {
      const size_t i = tile * tiles_.cells_per_tile() + static_cast<size_t>(kTileSize * row);
      const Row now = simd::load(block_.values + Block<2>::index(0, row % kTileSize, row / kTileSize));
      change = simd::max(change, simd::abs(now - simd::load(from.data() + i)));
      simd::store(now, to.data() + i);
    }
    return simd::greatest(change);
  }

 private:
  // Row by row, up or down along y and z; along x a row is done a few times over.
  void pass(size_t tile, int way) {
    const int depth = tiles_.depth();
    for (int k = 0; k < depth; ++k) {
      const int z = way & 2 ? depth - 1 - k : k;
      for (int j = 0; j < kTileSize; ++j) {
        const int y = way & 1 ? 7 - j : j;
        if (is_far(y, z)) continue;
        for (int again = 0; again < 2; ++again) improve(tile, y, z);
      }
    }
  }
  void improve(size_t tile, int y, int z) {
    const float* fixed = fixed_.data() + tile * tiles_.cells_per_tile() + kTileSize * (y + kTileSize * z);
    float* values = block_.values + Block<2>::index(0, y, z);
    const Row own = simd::load(values), side = own < 0 ? simd::set(-1) : simd::set(1);
    const Row distance = side * simd::min(simd::set(band_), eikonal(block_, flat_, y, z, side));
    simd::store(simd::load(fixed) > 0 ? own : distance, values);
  }
  // All around is as far away as is told: so is this.
  bool is_far(int y, int z) const {
    const auto far = [&](int dx, int dy, int dz) {
      return simd::abs(simd::load(block_.values + Block<2>::index(dx, y + dy, z + dz))) >= band_;
    };
    const RowMask flat = far(-1, 0, 0) & far(1, 0, 0) & far(0, -1, 0) & far(0, 1, 0);
    return simd::all(flat_ ? flat : flat & far(0, 0, -1) & far(0, 0, 1));
  }

  const Tiles& tiles_;
  bool flat_;
  float band_;
  const std::vector<float>& fixed_;  // 1 or 0
  Block<2> block_;
};

// Tiles that are flagged or have a neighbour that is.
std::vector<uint32_t> tiles_around_flagged(const Tiles& tiles, const std::vector<uint8_t>& flag) {
  std::vector<uint32_t> result;
  for (size_t t = 0; t < tiles.size(); ++t) {
    bool any = false;
    for (int n = 0; n < 27; ++n) any = any || flag[tiles.neighbour(t, n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1)];
    if (any) result.push_back(static_cast<uint32_t>(t));
  }
  return result;
}

std::vector<uint8_t> tiles_at_surface(const Tiles& tiles, float band, const std::vector<float>& distance) {
  const size_t cells = tiles.cells_per_tile();
  std::vector<uint8_t> flag(tiles.size() + 1, 0);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        const float* own = distance.data() + t * cells;
        flag[t] = std::any_of(own, own + cells, [&](float d) { return std::abs(d) < band; });
      },
      16);
  return flag;
}

}  // namespace

void redistance(const Tiles& tiles, float band, std::vector<float>& distance, BeyondTiles beyond) {
  const auto blank = distance.begin() + static_cast<ptrdiff_t>(tiles.cells());
  std::fill(blank, distance.end(), beyond == BeyondTiles::outside ? band : kNoDistance);
  std::vector<float> fixed(tiles.cells());
  set_first_layer(tiles, band, band, distance, fixed);
  std::vector<float> next = distance;
  std::vector<uint8_t> changed = tiles_at_surface(tiles, band, distance);
  for (int round = 0; round < kMostRounds; ++round) {
    const std::vector<uint32_t> active = tiles_around_flagged(tiles, changed);
    if (active.empty()) break;
    std::fill(changed.begin(), changed.end(), uint8_t{0});
    parallel_for_blocks(
        active.size(),
        [&](size_t begin, size_t end) {
          Sweeper sweeper(tiles, band, fixed);
          for (size_t n = begin; n < end; ++n) changed[active[n]] = sweeper.sweep(active[n], distance, next) > kSettled;
        },
        4);
    // What was not swept is the same in both.
    parallel_for(
        active.size(),
        [&](size_t n) {
          const size_t start = active[n] * tiles.cells_per_tile();
          std::copy_n(next.begin() + static_cast<ptrdiff_t>(start), tiles.cells_per_tile(),
                      distance.begin() + static_cast<ptrdiff_t>(start));
        },
        16);
  }
  parallel_for(distance.size(), [&](size_t n) {
    if (!takes_part(distance[n])) distance[n] = n < tiles.cells() ? -band : band;
  });
}

}  // namespace weir::grid
