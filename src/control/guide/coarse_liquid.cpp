// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/coarse_liquid.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

#include "base/parallel.h"
#include "grid/corners.h"
#include "grid/liquid_shape.h"

namespace weir {

namespace {

constexpr size_t kAtOnce = 16384;  // particles

// From metres to cells, in floats.
class ToCells {
 public:
  explicit ToCells(const GridSpace& space)
      : origin_(static_cast<Vec3f>(space.origin)),
        per_metre_(static_cast<float>(1 / space.cell)),
        flat_(space.dimensions == 2) {}
  Vec3f operator()(const Vec3f& p) const {
    const Vec3f g = (p - origin_) * per_metre_;
    return {g.x, g.y, flat_ ? 0.0f : g.z};
  }

 private:
  Vec3f origin_;
  float per_metre_;
  bool flat_;
};

Vec3i cell_of(const Vec3f& g) {
  return {static_cast<int>(std::floor(g.x)), static_cast<int>(std::floor(g.y)), static_cast<int>(std::floor(g.z))};
}

Vec3i tile_at(const Vec3i& cell, bool flat) { return {tile_of(cell.x), tile_of(cell.y), flat ? 0 : tile_of(cell.z)}; }

// Sums of weights in and around one tile. Particles lie in spatial order, so most fall where the one before them did.
// In the whole grid weights are counted in whole numbers, which add up to the same in any order.
class Window {
 public:
  static constexpr float kUnit = 4096;

  Window(const Tiles& tiles, std::vector<uint32_t>& sum) : tiles_(tiles), flat_(tiles.depth() == 1), sum_(sum) {}

  // At a place in cells from the middle of the first one.
  void add(const Vec3f& g) {
    const Vec3i base = cell_of(g);
    const Vec3i c = base - first_;
    if (c.x < 0 || c.y < 0 || c.z < 0 || std::max({c.x, c.y, c.z}) >= kSize - 1 || tile_ == tiles_.blank()) {
      return add_stray(base, g);
    }
    strays_ = 0;
    float* at = values_.data() + c.x + kSize * (c.y + kSize * c.z);
    visit_corners(g - static_cast<Vec3f>(base), flat_,
                  [&](const Vec3i& step, float weight) { at[step.x + kSize * (step.y + kSize * step.z)] += weight; });
  }

  void flush() {
    if (tile_ == tiles_.blank()) return;
    size_t n = 0;
    for (int z = 0; z < kSize; ++z) {
      for (int y = 0; y < kSize; ++y) {
        for (int x = 0; x < kSize; ++x, ++n) {
          if (values_[n] == 0) continue;
          const Vec3i c = first_ + Vec3i{x, y, z};
          const Vec3i way = tile_at(c, flat_) - tiles_.coordinate(tile_);
          const size_t t = tiles_.neighbour(tile_, way.x, way.y, way.z);
          const int in = in_tile(c.x) + kTileSize * (in_tile(c.y) + (flat_ ? 0 : kTileSize * in_tile(c.z)));
          count(t * tiles_.cells_per_tile() + static_cast<size_t>(in), values_[n]);
          values_[n] = 0;
        }
      }
    }
  }

 private:
  static constexpr int kBeside = 3, kSize = kTileSize + 2 * kBeside;

  void count(size_t cell, float weight) {
    std::atomic_ref(sum_[cell]).fetch_add(static_cast<uint32_t>(weight * kUnit + 0.5f), std::memory_order_relaxed);
  }

  // When several are not in the window, it goes to where they are.
  void add_stray(const Vec3i& base, const Vec3f& g) {
    constexpr int kMany = 4;
    visit_corners(g - static_cast<Vec3f>(base), flat_,
                  [&](const Vec3i& step, float weight) { count(tiles_.cell(base + step), weight); });
    if (++strays_ < kMany) return;
    flush();
    const Vec3i tile = tile_at(base, flat_);
    tile_ = tiles_.find(tile);
    first_ = tile * kTileSize - Vec3i{kBeside, kBeside, flat_ ? 0 : kBeside};
  }

  const Tiles& tiles_;
  bool flat_;
  std::vector<uint32_t>& sum_;
  size_t tile_ = tiles_.blank();
  Vec3i first_{};
  int strays_ = 0;
  std::array<float, kSize * kSize * kSize> values_{};
};

}  // namespace

std::vector<Vec3i> tiles_of_particles(const GridSpace& space, std::span<const Vec3f> position) {
  const bool flat = space.dimensions == 2;
  const ToCells to_cells(space);
  std::vector<std::vector<Vec3i>> found((position.size() + kAtOnce - 1) / kAtOnce);
  parallel_for_blocks(
      position.size(),
      [&](size_t begin, size_t end) {
        std::vector<Vec3i>& own = found[begin / kAtOnce];
        for (size_t i = begin; i < end; ++i) {
          const Vec3i tile = tile_at(cell_of(to_cells(position[i])), flat);
          if (own.empty() || !(own.back() == tile)) own.push_back(tile);
        }
      },
      kAtOnce);
  std::vector<Vec3i> all;
  for (const std::vector<Vec3i>& own : found) all.insert(all.end(), own.begin(), own.end());
  const Tiles distinct(std::move(all), space.dimensions);
  std::vector<Vec3i> result;
  for (const Vec3i& tile : distinct.coordinates()) {
    for (int n = 0; n < 27; ++n) {
      const Vec3i way{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
      if (!flat || way.z == 0) result.push_back(tile + way);
    }
  }
  return result;
}

std::vector<Vec3i> tiles_of_tiles(const GridSpace& space, float around, const GridSpace& other, const Tiles& tiles) {
  const bool flat = space.dimensions == 2;
  const Vec3f margin{around, around, flat ? 0.0f : around};
  std::vector<Vec3i> result;
  for (size_t t = 0; t < tiles.size(); ++t) {
    const auto first = static_cast<Vec3f>(tiles.first_cell(t));
    const Vec3f last = first + Vec3f{kTileSize, kTileSize, flat ? 0.0f : kTileSize};
    const Vec3i low = tile_at(cell_of(space.to_grid(other.to_world(first)) - margin), flat),
                high = tile_at(cell_of(space.to_grid(other.to_world(last)) + margin), flat);
    for (int z = low.z; z <= high.z; ++z) {
      for (int y = low.y; y <= high.y; ++y) {
        for (int x = low.x; x <= high.x; ++x) result.push_back({x, y, z});
      }
    }
  }
  return result;
}

std::vector<float> coarse_liquid(const GridSpace& space, const Tiles& tiles, std::span<const Vec3f> position,
                                 double share) {
  const ToCells to_cells(space);
  const Vec3f middle{0.5f, 0.5f, space.dimensions == 2 ? 0.0f : 0.5f};
  std::vector<uint32_t> sum(tiles.field_size(), 0);
  parallel_for_blocks(
      position.size(),
      [&](size_t begin, size_t end) {
        Window window(tiles, sum);
        for (size_t i = begin; i < end; ++i) window.add(to_cells(position[i]) - middle);
        window.flush();
      },
      kAtOnce);
  std::vector<float> volume(tiles.field_size(), 0.0f), distance;
  const std::vector<float> room(tiles.field_size(), 1.0f);
  parallel_for(tiles.cells(), [&](size_t i) {
    volume[i] = static_cast<float>(share / static_cast<double>(Window::kUnit) * static_cast<double>(sum[i]));
  });
  find_surface_distance(tiles, volume, room, distance);
  return distance;
}

}  // namespace weir
