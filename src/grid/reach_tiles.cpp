// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/reach_tiles.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace weir {

namespace {

// Distance (cells) of a place from a tile along one axis.
float away(float place, int tile) {
  const auto lower = static_cast<float>(kTileSize * tile);
  return std::max({0.0f, lower - place, place - lower - kTileSize});
}

void add_ball(const Vec3f& centre, float radius, int dimensions, const TileLimits& limits, std::vector<Vec3i>& tiles) {
  Vec3i lower, upper;
  for (int axis = 0; axis < 3; ++axis) {
    const auto tile_at = [](float place) { return tile_of(static_cast<int>(std::floor(place))); };
    const bool flat = axis >= dimensions;
    lower[axis] = std::max(flat ? 0 : tile_at(centre[axis] - radius), limits.lower[axis]);
    upper[axis] = std::min(flat ? 0 : tile_at(centre[axis] + radius), limits.upper[axis]);
  }
  for (int z = lower.z; z <= upper.z; ++z) {
    for (int y = lower.y; y <= upper.y; ++y) {
      for (int x = lower.x; x <= upper.x; ++x) {
        const Vec3f d{away(centre.x, x), away(centre.y, y), dimensions == 2 ? 0 : away(centre.z, z)};
        if (length_squared(d) < radius * radius) tiles.push_back({x, y, z});
      }
    }
  }
}

}  // namespace

std::vector<Vec3i> tiles_within(std::span<const Reach> reach, const GridSpace& space, const TileLimits& limits) {
  constexpr size_t kMany = 1 << 16;  // then those that are there twice go, so that memory stays small
  const auto before = [](const Vec3i& a, const Vec3i& b) { return std::tie(a.z, a.y, a.x) < std::tie(b.z, b.y, b.x); };
  std::vector<Vec3i> tiles;
  size_t limit = kMany;
  const auto tidy = [&] {
    std::sort(tiles.begin(), tiles.end(), before);
    tiles.erase(std::unique(tiles.begin(), tiles.end()), tiles.end());
    limit = std::max(kMany, 2 * tiles.size());
  };
  // Farther out no tile can be, and whole numbers end.
  constexpr float kFarthest = 1e8f;
  for (const Reach& one : reach) {
    const auto radius = static_cast<float>(static_cast<double>(one.radius) / space.cell);
    for (const Vec3f& point : one.points) {
      const Vec3f centre = space.to_grid(point);
      if (std::max({std::abs(centre.x), std::abs(centre.y), std::abs(centre.z)}) < kFarthest) {
        add_ball(centre, radius, space.dimensions, limits, tiles);
      }
      if (tiles.size() > limit) tidy();
    }
  }
  tidy();
  return tiles;
}

std::vector<uint8_t> flag_tiles(const Tiles& tiles, std::span<const Vec3i> coordinates) {
  std::vector<uint8_t> flag(tiles.size() + 1, 0);
  for (const Vec3i& c : coordinates) flag[tiles.find(c)] = 1;
  flag.pop_back();
  return flag;
}

}  // namespace weir
