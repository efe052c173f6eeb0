// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Signed distances in a hurry: fast sweeping (Zhao 2005) with differences of first order, eight cells at a time. Tiles
// sweep on their own and then look at each other again until nothing changes.

#include <algorithm>

#include "grid/surface/first_layer.h"
#include "grid/tiles/cell_bits.h"
#include "grid/tiles/halo.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr int kMostRounds = 24;
constexpr float kSettled = 1e-2f;  // cells: what changes less than this is done
constexpr float kNowhere = 1e15f;  // stands for neighbours that take no part

// The rows beside a row along an axis.
Row beside(const Halo& halo, int axis, int way, int y, int z) {
  return simd::load(axis == 0 ? halo.row(y, z) + way : axis == 1 ? halo.row(y + way, z) : halo.row(y, z + way));
}
RowMask part_taken(const Row& values) { return values > 0.5f * kNoDistance; }

class Tile {
 public:
  Tile(const Tiles& tiles, float inner, float outer)
      : tiles_(tiles), axes_(tiles.dimensions()), inner_(inner), outer_(outer) {}

  // Distances of cells beside the surface, of a plane through the points where it crosses the axes; those that take no
  // part are as they were, all others far. Returns what must stay.
  CellBits find_first(size_t tile, const std::vector<float>& from, std::vector<float>& to) {
    halo_.load(tiles_, tile, from);
    CellBits fixed{};
    visit_rows(tiles_, tile, [&](int y, int z, size_t i) {
      const Row own = simd::load(halo_.row(y, z)), sum = crossings(own, y, z);
      const RowMask crossed = sum > 0, part = part_taken(own);
      const Row far = limit(own), near = simd::min(1 / simd::sqrt(crossed ? sum : simd::set(1)), far);
      // A cell keeps its side even where the surface goes through its middle.
      const Row found = simd::max(crossed ? near : far, simd::set(1e-6f));
      simd::store(part ? (own < 0 ? -found : found) : own, &to[i]);
      const Row stays = crossed | ~part ? simd::set(-1) : simd::set(1);
      alignas(32) float flags[kTileSize];
      simd::store(stays, flags);
      fixed[static_cast<size_t>(z)] |= static_cast<uint64_t>(bits_below(flags, 0)) << 8 * y;
    });
    return fixed;
  }

  // Sweeps up and down along y and z until that changes nothing; returns the largest change.
  float sweep(size_t tile, const CellBits& fixed, const std::vector<float>& from, std::vector<float>& to) {
    halo_.load(tiles_, tile, from);
    const int ways = axes_ == 2 ? 2 : 4;
    for (int n = 0, idle = 0; n < 2 * ways && idle < ways / 2; ++n) idle = pass(n % ways, fixed) ? 0 : idle + 1;
    Row change{};
    visit_rows(tiles_, tile, [&](int y, int z, size_t i) {
      const Row now = simd::load(halo_.row(y, z));
      change = simd::max(change, simd::abs(now - simd::load(&from[i])));
      simd::store(now, &to[i]);
    });
    return simd::greatest(change);
  }

 private:
  Row limit(const Row& own) const { return own < 0 ? simd::set(inner_) : simd::set(outer_); }

  // The inverse square of the distance: the sum of those of the ways to the surface along the axes.
  Row crossings(const Row& own, int y, int z) const {
    Row sum{};
    for (int axis = 0; axis < axes_; ++axis) {
      Row way = simd::set(2);
      for (const int side : {-1, 1}) {
        const Row other = beside(halo_, axis, side, y, z);
        const RowMask crosses = part_taken(other) & ((own < 0) ^ (other < 0));
        way = crosses ? simd::min(way, own / (crosses ? own - other : simd::set(1))) : way;
      }
      sum += way < 2 ? 1 / simd::max(way * way, simd::set(1e-12f)) : simd::set(0);
    }
    return sum;
  }

  // Opposite ways come after each other. Returns whether anything changed.
  bool pass(int way, const CellBits& fixed) {
    const int depth = tiles_.depth();
    const bool down = way % 2 == 0, back = way == 1 || way == 2;
    RowMask changed{};
    for (int k = 0; k < depth; ++k) {
      const int z = back ? depth - 1 - k : k;
      for (int j = 0; j < kTileSize; ++j) {
        const int y = down ? kTileSize - 1 - j : j;
        if (const uint32_t bits = row_bits(fixed, y, z); bits != 255) changed |= improve(y, z, bits);
      }
    }
    return !simd::none(changed);
  }

  // |grad d| = 1 with one axis, two, three: an axis counts while d is above the smaller neighbour along it.
  RowMask improve(int y, int z, uint32_t fixed) {
    const Row own = simd::load(halo_.row(y, z)), side = own < 0 ? simd::set(-1) : simd::set(1), far = limit(own);
    Row least[3]{};
    for (int axis = 0; axis < axes_; ++axis) {
      const auto away = [&](int way) {
        const Row there = beside(halo_, axis, way, y, z);
        return part_taken(there) ? side * there : simd::set(kNowhere);
      };
      least[axis] = simd::min(away(-1), away(1));
    }
    const Row low = simd::min(least[0], least[1]), high = simd::max(least[0], least[1]);
    const Row a = axes_ == 2 ? low : simd::min(low, least[2]);
    if (simd::all((a >= far) | (simd::mask_of(fixed) != 0))) return RowMask{};
    const Row b = axes_ == 2 ? high : simd::min(simd::max(low, least[2]), high), apart = b - a;
    Row d = a + 1;
    d = d > b ? 0.5f * (a + b + simd::sqrt(simd::max(2 - apart * apart, simd::set(0)))) : d;
    if (axes_ == 3) {
      const Row c = simd::max(high, least[2]), sum = a + b + c, squares = a * a + b * b + c * c;
      d = d > c ? (sum + simd::sqrt(simd::max(sum * sum - 3 * (squares - 1), simd::set(0)))) * (1.0f / 3) : d;
    }
    const Row now = simd::mask_of(fixed) ? own : side * simd::min(d, far);
    simd::store(now, halo_.row(y, z));
    return simd::abs(now - own) > kSettled;
  }

  const Tiles& tiles_;
  int axes_;
  float inner_, outer_;
  Halo halo_;
};

// Those that are flagged or have a neighbour beside a face that is.
std::vector<uint32_t> beside_flagged(const Tiles& tiles, const std::vector<uint8_t>& flag) {
  std::vector<uint32_t> result;
  for (size_t t = 0; t < tiles.size(); ++t) {
    bool any = flag[t];
    for (int axis = 0; axis < tiles.dimensions(); ++axis) {
      const Vec3i step = axis_step(axis);
      any = any || flag[tiles.neighbour(t, step.x, step.y, step.z)] ||
            flag[tiles.neighbour(t, -step.x, -step.y, -step.z)];
    }
    if (any) result.push_back(static_cast<uint32_t>(t));
  }
  return result;
}

}  // namespace

void sweep_distance(const Tiles& tiles, float inner, float outer, std::vector<float>& distance, BeyondTiles beyond) {
  const size_t cells = tiles.cells_per_tile();
  const auto blank = distance.begin() + static_cast<ptrdiff_t>(tiles.cells());
  std::fill(blank, distance.end(), beyond == BeyondTiles::outside ? outer : kNoDistance);
  const std::vector<Side> side = sides_around(tiles, distance);
  thread_local std::vector<float> memory;  // in every step of a run it is needed anew
  std::vector<float> next = std::move(memory);
  next.resize(distance.size());
  std::copy(blank, distance.end(), next.begin() + static_cast<ptrdiff_t>(tiles.cells()));
  std::vector<CellBits> fixed(tiles.size());
  std::vector<uint8_t> changed(tiles.size() + 1, 0);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        if (side[t] != Side::both) {
          const Row far = simd::set(side[t] == Side::inside ? -inner : outer);
          visit_rows(tiles, t, [&](int y, int z, size_t i) {
            const Row own = simd::load(&distance[i]);
            simd::store(part_taken(own) ? far : own, &next[i]);
            const uint64_t no_part = bits_below(&distance[i], 0.5f * kNoDistance);
            fixed[t][static_cast<size_t>(z)] |= no_part << 8 * y;
          });
          return;
        }
        fixed[t] = Tile(tiles, inner, outer).find_first(t, distance, next);
        changed[t] = 1;
      },
      4);
  distance.swap(next);
  for (int round = 0; round < kMostRounds; ++round) {
    const std::vector<uint32_t> active = beside_flagged(tiles, changed);
    if (active.empty()) break;
    std::fill(changed.begin(), changed.end(), uint8_t{0});
    parallel_for_blocks(
        active.size(),
        [&](size_t begin, size_t end) {
          Tile tile(tiles, inner, outer);
          for (size_t n = begin; n < end; ++n) {
            const size_t t = active[n];
            changed[t] = tile.sweep(t, fixed[t], distance, next) > kSettled;
          }
        },
        4);
    parallel_for(
        active.size(),
        [&](size_t n) {
          const auto begin = static_cast<ptrdiff_t>(active[n] * cells);
          std::copy_n(next.begin() + begin, cells, distance.begin() + begin);
        },
        16);
  }
  parallel_for(distance.size(), [&](size_t i) {
    if (!takes_part(distance[i])) distance[i] = i < tiles.cells() ? -inner : outer;
  });
  memory = std::move(next);
}

}  // namespace weir::grid
