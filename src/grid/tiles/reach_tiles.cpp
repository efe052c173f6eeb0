// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/tiles/reach_tiles.h"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <map>
#include <tuple>

namespace weir::grid {

namespace {

// Distance (cells) of a point from a tile along one axis.
float away(float point, int tile) {
  const auto lower = static_cast<float>(kTileSize * tile);
  return std::max({0.0f, lower - point, point - lower - kTileSize});
}

// Calls visit(tile) for the tiles in a ball.
template <class Visit>
void for_ball(const Vec3f& centre, float radius, int dimensions, const TileLimits& limits, Visit&& visit) {
  Vec3i lower, upper;
  for (int axis = 0; axis < 3; ++axis) {
    const auto tile_at = [](float point) { return tile_of(static_cast<int>(std::floor(point))); };
    const bool flat = axis >= dimensions;
    lower[axis] = std::max(flat ? 0 : tile_at(centre[axis] - radius), limits.lower[axis]);
    upper[axis] = std::min(flat ? 0 : tile_at(centre[axis] + radius), limits.upper[axis]);
  }
  for (int z = lower.z; z <= upper.z; ++z) {
    for (int y = lower.y; y <= upper.y; ++y) {
      for (int x = lower.x; x <= upper.x; ++x) {
        const Vec3f d{away(centre.x, x), away(centre.y, y), dimensions == 2 ? 0 : away(centre.z, z)};
        if (length_squared(d) < radius * radius) visit(Vec3i{x, y, z});
      }
    }
  }
}

// A set of tiles: flags in boxes of 8 x 8 x 8 tiles, which are found by their coordinates. Most tiles come many times,
// mostly in the box of the one before.
class TileSet {
 public:
  void add(const Vec3i& tile) {
    const Vec3i box{tile.x >> 3, tile.y >> 3, tile.z >> 3};
    if (!last_ || box != last_box_) {
      last_ = &boxes_[std::tuple{box.z, box.y, box.x}];
      last_box_ = box;
    }
    last_->set(static_cast<size_t>((tile.x & 7) + 8 * ((tile.y & 7) + 8 * (tile.z & 7))));
  }
  std::vector<Vec3i> tiles() const {
    std::vector<Vec3i> result;
    for (const auto& [at, flags] : boxes_) {
      for (int i = 0; i < 512; ++i) {
        if (!flags[static_cast<size_t>(i)]) continue;
        result.push_back(
            {8 * std::get<2>(at) + (i & 7), 8 * std::get<1>(at) + (i >> 3 & 7), 8 * std::get<0>(at) + (i >> 6)});
      }
    }
    return result;
  }

 private:
  std::map<std::tuple<int, int, int>, std::bitset<512>> boxes_;
  std::bitset<512>* last_ = nullptr;
  Vec3i last_box_;
};

}  // namespace

std::vector<Vec3i> tiles_within(std::span<const Reach> reach, const GridSpace& space, const TileLimits& limits) {
  TileSet tiles;
  // Farther out no tile can be, and whole numbers end.
  constexpr float kFarthest = 1e8f;
  for (const Reach& one : reach) {
    const auto radius = static_cast<float>(static_cast<double>(one.radius) / space.cell);
    for (const Vec3f& point : one.points) {
      const Vec3f centre = space.to_grid(point);
      if (std::max({std::abs(centre.x), std::abs(centre.y), std::abs(centre.z)}) >= kFarthest) continue;
      for_ball(centre, radius, space.dimensions, limits, [&](const Vec3i& tile) { tiles.add(tile); });
    }
  }
  return tiles.tiles();
}

std::vector<uint8_t> flag_tiles(const Tiles& tiles, std::span<const Vec3i> coordinates) {
  std::vector<uint8_t> flag(tiles.size() + 1, 0);
  for (const Vec3i& c : coordinates) flag[tiles.find(c)] = 1;
  flag.pop_back();
  return flag;
}

}  // namespace weir::grid
