// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/coarse_liquid.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "base/parallel.h"
#include "grid/liquid_shape.h"

namespace weir {

namespace {

// Weights are counted in whole numbers, which add up to the same in any order.
constexpr float kUnit = 4096;

Vec3i cell_of(const Vec3f& g, bool flat) {
  return {static_cast<int>(std::floor(g.x)), static_cast<int>(std::floor(g.y)),
          flat ? 0 : static_cast<int>(std::floor(g.z))};
}

Vec3i tile_at(const Vec3i& cell, bool flat) { return {tile_of(cell.x), tile_of(cell.y), flat ? 0 : tile_of(cell.z)}; }

}  // namespace

std::vector<Vec3i> tiles_of_particles(const GridSpace& space, std::span<const Vec3f> position) {
  constexpr size_t kAtOnce = 4096;
  const bool flat = space.dimensions == 2;
  std::vector<std::vector<Vec3i>> found((position.size() + kAtOnce - 1) / kAtOnce);
  // Particles lie in spatial order, so that one is mostly where the one before it was.
  parallel_for_blocks(
      position.size(),
      [&](size_t begin, size_t end) {
        std::vector<Vec3i>& own = found[begin / kAtOnce];
        for (size_t i = begin; i < end; ++i) {
          const Vec3i tile = tile_at(cell_of(space.to_grid(position[i]), flat), flat);
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

std::vector<float> coarse_liquid(const GridSpace& space, const Tiles& tiles, std::span<const Vec3f> position,
                                 double share) {
  const bool flat = space.dimensions == 2;
  std::vector<uint32_t> sum(tiles.field_size(), 0);
  parallel_for(position.size(), [&](size_t i) {
    const Vec3f g = space.to_grid(position[i]) - Vec3f{0.5f, 0.5f, flat ? 0.0f : 0.5f};
    const Vec3i base = cell_of(g, flat);
    const Vec3f part = g - static_cast<Vec3f>(base);
    const bool in_one_tile = in_tile(base.x) < 7 && in_tile(base.y) < 7 && (flat || in_tile(base.z) < 7);
    const size_t first = in_one_tile ? tiles.cell(base) : 0;
    for (int n = 0; n < (flat ? 4 : 8); ++n) {
      const Vec3i step{n & 1, n >> 1 & 1, n >> 2};
      const float weight = (step.x ? part.x : 1 - part.x) * (step.y ? part.y : 1 - part.y) *
                           (flat     ? 1.0f
                            : step.z ? part.z
                                     : 1 - part.z);
      const size_t cell = in_one_tile ? first + static_cast<size_t>(step.x + kTileSize * (step.y + kTileSize * step.z))
                                      : tiles.cell(base + step);
      std::atomic_ref(sum[cell]).fetch_add(static_cast<uint32_t>(weight * kUnit + 0.5f), std::memory_order_relaxed);
    }
  });
  std::vector<float> volume(tiles.field_size(), 0.0f), distance;
  const std::vector<float> room(tiles.field_size(), 1.0f);
  parallel_for(tiles.cells(),
               [&](size_t i) { volume[i] = static_cast<float>(share / kUnit * static_cast<double>(sum[i])); });
  find_surface_distance(tiles, volume, room, distance);
  return distance;
}

}  // namespace weir
