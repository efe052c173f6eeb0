// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/coarse_liquid.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>

#include "base/float4.h"
#include "grid/surface/liquid_shape.h"
#include "grid/tiles/row.h"
#include "weir/base/parallel.h"

namespace weir::guide {

namespace {

constexpr size_t kAtOnce = 16384;  // particles

// From metres to cells, in floats.
class ToCells {
 public:
  explicit ToCells(const grid::GridSpace& space)
      : origin_(static_cast<Vec3f>(space.origin)),
        per_metre_(static_cast<float>(1 / space.cell)),
        flat_(space.dimensions == 2) {}
  Vec3f operator()(const Vec3f& p) const {
    const Vec3f g = (p - origin_) * per_metre_;
    return {g.x, g.y, flat_ ? 0.0f : g.z};
  }
  // Of as many points as vectors have lanes, from the middle of the first cell.
  void from_middle(const Vec3f* points, float* x, float* y, float* z) const {
    simd::Lanes px, py, pz;
    simd::load_points(points, px, py, pz);
    const auto along = [&](simd::Lanes p, float origin) { return (p - origin) * per_metre_ - 0.5f; };
    simd::store(along(px, origin_.x), x);
    simd::store(along(py, origin_.y), y);
    simd::store(flat_ ? simd::zero() : along(pz, origin_.z), z);
  }

 private:
  Vec3f origin_;
  float per_metre_;
  bool flat_;
};

Vec3i cell_of(const Vec3f& g) {
  return {static_cast<int>(std::floor(g.x)), static_cast<int>(std::floor(g.y)), static_cast<int>(std::floor(g.z))};
}

Vec3i tile_at(const Vec3i& cell, bool flat) {
  return {grid::tile_of(cell.x), grid::tile_of(cell.y), flat ? 0 : grid::tile_of(cell.z)};
}

// Sums of weights in and around one tile. Particles lie in spatial order, so most fall where the one before them did.
// The weights that a particle gives to the eight cells around it are added up as one vector for the first of them, and
// sorted out at the end. In the whole grid weights are counted in whole numbers, which add up to the same in any order.
class Window {
 public:
  static constexpr float kUnit = 4096;

  Window(const grid::Tiles& tiles, std::vector<uint32_t>& sum) : tiles_(tiles), flat_(tiles.depth() == 1), sum_(sum) {}

  // At points in cells from the middle of the first one, as many as vectors have lanes: x, y and z of each.
  void add_lanes(const float* x, const float* y, const float* z) {
    alignas(64) int32_t index[simd::kLanes];
    alignas(64) float part[3][simd::kLanes];
    simd::Mask within = ~simd::Mask{};
    simd::Whole at{};
    const auto along = [&](const float* from, int first, size_t axis) {
      const simd::Lanes g = simd::load(from), base = simd::floor(g);
      simd::store(g - base, part[axis]);
      const simd::Whole c = simd::to_whole(base) - first;
      within &= (c >= 0) & (c < kSize);
      at = at * kSize + c;
    };
    along(z, first_.z, 2), along(y, first_.y, 1), along(x, first_.x, 0);
    if (tile_ == tiles_.blank() || !simd::all(within)) {
      for (size_t n = 0; n < simd::kLanes; ++n) add({x[n], y[n], z[n]});
      return;
    }
    simd::store(at, index);
    for (size_t n = 0; n < simd::kLanes; ++n) {
      float* sum = values_.data() + kCorners * index[n];
      simd::store(simd::load(sum) + weights({part[0][n], part[1][n], part[2][n]}), sum);
    }
  }
  void add(const Vec3f& g) {
    const Vec3i base = cell_of(g);
    const Vec3i c = base - first_;
    const auto beyond = [](int v) { return static_cast<unsigned>(v) >= static_cast<unsigned>(kSize); };
    if (beyond(c.x) | beyond(c.y) | beyond(c.z) | (tile_ == tiles_.blank())) return add_stray(base, g);
    strays_ = 0;
    float* at = values_.data() + kCorners * (c.x + kSize * (c.y + kSize * c.z));
    simd::store(simd::load(at) + weights(g - static_cast<Vec3f>(base)), at);
  }

  void flush() {
    if (tile_ == tiles_.blank()) return;
    constexpr int kAll = kSize + 1;
    thread_local std::vector<float> cells;
    cells.assign(kAll * kAll * kAll, 0.0f);
    for (int n = 0; n < kSize * kSize * kSize; ++n) {
      const grid::Row own = simd::load(&values_[static_cast<size_t>(kCorners * n)]);
      if (simd::none(own != 0)) continue;
      float* at = cells.data() + n % kSize + kAll * (n / kSize % kSize + kAll * (n / (kSize * kSize)));
      for (int corner = 0; corner < kCorners; ++corner) {
        at[(corner & 1) + kAll * ((corner >> 1 & 1) + kAll * (corner >> 2))] += own[corner];
      }
      simd::store(simd::set(0), &values_[static_cast<size_t>(kCorners * n)]);
    }
    size_t n = 0;
    for (int z = 0; z < kAll; ++z) {
      for (int y = 0; y < kAll; ++y) {
        for (int x = 0; x < kAll; ++x, ++n) {
          if (cells[n] > 0) count_at(first_ + Vec3i{x, y, z}, cells[n]);
        }
      }
    }
  }

 private:
  static constexpr int kBeside = 2, kSize = grid::kTileSize + 2 * kBeside, kCorners = 8;

  static Vec3i step_to(int corner) { return {corner & 1, corner >> 1 & 1, corner >> 2}; }
  static grid::Row weights(const Vec3f& part) {
    constexpr grid::Row kX{-1, 1, -1, 1, -1, 1, -1, 1}, kY{-1, -1, 1, 1, -1, -1, 1, 1}, kZ{-1, -1, -1, -1, 1, 1, 1, 1};
    constexpr grid::Row kLowX{1, 0, 1, 0, 1, 0, 1, 0}, kLowY{1, 1, 0, 0, 1, 1, 0, 0}, kLowZ{1, 1, 1, 1, 0, 0, 0, 0};
    return (kLowX + kX * part.x) * (kLowY + kY * part.y) * (kLowZ + kZ * part.z);
  }

  // A cell in or beside the window's tile.
  void count_at(const Vec3i& c, float weight) {
    const Vec3i way = tile_at(c, flat_) - tiles_.coordinate(tile_);
    const int in = grid::in_tile(c.x) +
                   grid::kTileSize * (grid::in_tile(c.y) + (flat_ ? 0 : grid::kTileSize * grid::in_tile(c.z)));
    count(tiles_.neighbour(tile_, way.x, way.y, way.z) * tiles_.cells_per_tile() + static_cast<size_t>(in), weight);
  }
  void count(size_t cell, float weight) {
    std::atomic_ref(sum_[cell]).fetch_add(static_cast<uint32_t>(weight * kUnit + 0.5f), std::memory_order_relaxed);
  }

  // When several are not in the window, it goes to where they are.
  void add_stray(const Vec3i& base, const Vec3f& g) {
    constexpr int kMany = 4;
    const grid::Row weight = weights(g - static_cast<Vec3f>(base));
    for (int corner = 0; corner < kCorners; ++corner) {
      if (weight[corner] > 0) count(tiles_.cell(base + step_to(corner)), weight[corner]);
    }
    if (++strays_ < kMany) return;
    flush();
    const Vec3i tile = tile_at(base, flat_);
    tile_ = tiles_.find(tile);
    first_ = tile * grid::kTileSize - Vec3i{kBeside, kBeside, flat_ ? 0 : kBeside};
  }

  const grid::Tiles& tiles_;
  bool flat_;
  std::vector<uint32_t>& sum_;
  size_t tile_ = tiles_.blank();
  Vec3i first_{};
  int strays_ = 0;
  std::vector<float> values_ = std::vector<float>(kCorners * kSize * kSize * kSize, 0.0f);
};

}  // namespace

std::vector<Vec3i> tiles_of_particles(const grid::GridSpace& space, std::span<const Vec3f> position) {
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
  const grid::Tiles distinct(std::move(all), space.dimensions);
  std::vector<Vec3i> result;
  for (const Vec3i& tile : distinct.coordinates()) {
    for (int n = 0; n < 27; ++n) {
      const Vec3i way{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
      if (!flat || way.z == 0) result.push_back(tile + way);
    }
  }
  return result;
}

std::vector<Vec3i> tiles_of_tiles(const grid::GridSpace& space, float around, const grid::GridSpace& other,
                                  const grid::Tiles& tiles) {
  const bool flat = space.dimensions == 2;
  const Vec3f margin{around, around, flat ? 0.0f : around};
  const auto range_of = [&](size_t t) {
    const auto first = static_cast<Vec3f>(tiles.first_cell(t));
    const Vec3f last = first + Vec3f{grid::kTileSize, grid::kTileSize, flat ? 0.0f : grid::kTileSize};
    return std::pair(tile_at(cell_of(space.to_grid(other.to_world(first)) - margin), flat),
                     tile_at(cell_of(space.to_grid(other.to_world(last)) + margin), flat));
  };
  std::vector<Vec3i> result;
  if (tiles.size() == 0) return result;
  auto [lower, upper] = range_of(0);
  for (size_t t = 1; t < tiles.size(); ++t) {
    const auto [low, high] = range_of(t);
    lower = min(lower, low), upper = max(upper, high);
  }
  // Each but once, by a flag for every tile of the box around them.
  const Vec3i size = upper - lower + Vec3i{1, 1, 1};
  std::vector<uint8_t> is_in(static_cast<size_t>(size.x) * static_cast<size_t>(size.y) * static_cast<size_t>(size.z),
                             0);
  for (size_t t = 0; t < tiles.size(); ++t) {
    const auto [low, high] = range_of(t);
    for (int z = low.z; z <= high.z; ++z) {
      for (int y = low.y; y <= high.y; ++y) {
        for (int x = low.x; x <= high.x; ++x) {
          const Vec3i at = Vec3i{x, y, z} - lower;
          uint8_t& flag = is_in[static_cast<size_t>(at.x + size.x * (at.y + size.y * at.z))];
          if (!flag) result.push_back({x, y, z});
          flag = 1;
        }
      }
    }
  }
  return result;
}

std::vector<float> coarse_liquid(const grid::GridSpace& space, const grid::Tiles& tiles,
                                 std::span<const Vec3f> position, double share) {
  const ToCells to_cells(space);
  const Vec3f middle{0.5f, 0.5f, space.dimensions == 2 ? 0.0f : 0.5f};
  std::vector<uint32_t> sum(tiles.field_size(), 0);
  parallel_for_blocks(
      position.size(),
      [&](size_t begin, size_t end) {
        Window window(tiles, sum);
        alignas(64) float x[simd::kLanes], y[simd::kLanes], z[simd::kLanes];
        size_t i = begin;
        for (; i + simd::kLanes <= end; i += simd::kLanes) {
          to_cells.from_middle(&position[i], x, y, z);
          window.add_lanes(x, y, z);
        }
        for (; i < end; ++i) window.add(to_cells(position[i]) - middle);
        window.flush();
      },
      kAtOnce);
  std::vector<float> distance(tiles.field_size(), 1.0f);
  const auto unit = static_cast<float>(share / static_cast<double>(Window::kUnit));
  parallel_for(
      tiles.cells() / grid::kTileSize,
      [&](size_t row) {
        const simd::Lanes counts = simd::to_float(simd::load<simd::Indices>(&sum[grid::kTileSize * row]));
        simd::store(grid::surface_distance(counts * unit), &distance[grid::kTileSize * row]);
      },
      512);
  return distance;
}

}  // namespace weir::guide
