// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/redistance.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "grid/block.h"
#include "grid/first_layer.h"
#include "grid/visit_cells.h"

namespace weir {

namespace {

constexpr int kMostRounds = 12;
constexpr float kSettled = 1e-2f;  // cells: what changes less than this is done

// Solves |grad d| = 1 at a cell of one side; `s` is 1 outside, -1 inside. In each axis the smaller neighbour counts,
// and the one behind it where that is smaller still.
float eikonal(const Block<2>& block, bool flat, int x, int y, int z, float s) {
  float weight[3], value[3];
  int count = 0;
  for (int axis = 0; axis < (flat ? 2 : 3); ++axis) {
    const Vec3i step = axis_step(axis);
    const auto away = [&](int n) {
      const float there = block.at(x + n * step.x, y + n * step.y, z + n * step.z);
      return takes_part(there) ? s * there : 1e30f;
    };
    const float low = away(-1), high = away(1);
    if (std::min(low, high) > 1e29f) continue;
    const int side = low < high ? -1 : 1;
    const float first = std::min(low, high), second = away(2 * side);
    const bool curved = second <= first && first - second < 2;
    weight[count] = curved ? 2.25f : 1.0f;
    value[count++] = curved ? (4 * first - second) / 3 : first;
  }
  return solve_eikonal(weight, value, count);
}

class Sweeper {
 public:
  Sweeper(const Tiles& tiles, float band, const std::vector<uint8_t>& fixed)
      : tiles_(tiles), flat_(tiles.depth() == 1), band_(band), fixed_(fixed) {}

  // Sweeps a tile in all directions; returns the largest change.
  float sweep(size_t tile, const std::vector<float>& from, std::vector<float>& to) {
    block_.load(tiles_, tile, from);
    const int ways = flat_ ? 4 : 8;
    for (int way = 0; way < ways; ++way) pass(tile, way);
    float change = 0;
    visit_cells(tiles_, tile, [&](int x, int y, int z, size_t i) {
      const float now = block_.at(x, y, z);
      change = std::max(change, std::abs(now - from[i]));
      to[i] = now;
    });
    return change;
  }

 private:
  void pass(size_t tile, int way) {
    const int depth = tiles_.depth();
    const size_t start = tile * tiles_.cells_per_tile();
    for (int k = 0; k < depth; ++k) {
      const int z = way & 4 ? depth - 1 - k : k;
      for (int j = 0; j < kTileSize; ++j) {
        const int y = way & 2 ? 7 - j : j;
        for (int i = 0; i < kTileSize; ++i) {
          const int x = way & 1 ? 7 - i : i;
          if (fixed_[start + static_cast<size_t>(x + kTileSize * (y + kTileSize * z))]) continue;
          const float s = block_.at(x, y, z) < 0 ? -1.0f : 1.0f;
          if (is_far(x, y, z)) continue;
          block_.at(x, y, z) = s * std::min(band_, eikonal(block_, flat_, x, y, z, s));
        }
      }
    }
  }
  // All around is as far away as is told: so is this.
  bool is_far(int x, int y, int z) const {
    const auto far = [&](float v) { return std::abs(v) >= band_; };
    return far(block_.at(x - 1, y, z)) && far(block_.at(x + 1, y, z)) && far(block_.at(x, y - 1, z)) &&
           far(block_.at(x, y + 1, z)) && (flat_ || (far(block_.at(x, y, z - 1)) && far(block_.at(x, y, z + 1))));
  }

  const Tiles& tiles_;
  bool flat_;
  float band_;
  const std::vector<uint8_t>& fixed_;
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
  std::vector<uint8_t> fixed(tiles.cells());
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
  parallel_for(distance.size(), [&](size_t i) {
    if (!takes_part(distance[i])) distance[i] = i < tiles.cells() ? -band : band;
  });
}

}  // namespace weir
