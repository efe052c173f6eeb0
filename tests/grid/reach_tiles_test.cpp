// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tiles that directors reach, against a look at every cell.

#include "grid/tiles/reach_tiles.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"

namespace weir::grid {

namespace {

TEST(ReachTiles, AreThoseWithACellInReach) {
  for (const int dimensions : {2, 3}) {
    const GridSpace space{{0.1, -0.2, 0}, 0.05, dimensions};
    const TileLimits limits{{-2, -2, dimensions == 2 ? 0 : -2}, {2, 2, dimensions == 2 ? 0 : 2}};
    const Random random(7);
    std::vector<Vec3f> points;
    for (uint64_t i = 0; i < 5; ++i) {
      points.push_back(random.unit_vec3(i) * 1.6f - Vec3f{0.8f, 0.8f, 0.8f});
      if (dimensions == 2) points.back().z = 0;
    }
    const Reach reach{points, 0.23f};
    const std::vector<Vec3i> found = tiles_within(std::span(&reach, 1), space, limits);
    const auto has = [&](const Vec3i& c) { return std::find(found.begin(), found.end(), c) != found.end(); };
    const int depth = dimensions == 2 ? 1 : kTileSize;
    size_t wanted = 0;
    for (int z = limits.lower.z; z <= limits.upper.z; ++z) {
      for (int y = -2; y <= 2; ++y) {
        for (int x = -2; x <= 2; ++x) {
          bool near = false;
          for (int n = 0; n < kTileSize * kTileSize * depth; ++n) {
            const Vec3i cell{kTileSize * x + n % 8, kTileSize * y + n / 8 % 8, depth * z + n / 64};
            const Vec3f middle = space.to_world(static_cast<Vec3f>(cell) + Vec3f{0.5f, 0.5f, 0.5f});
            for (const Vec3f& p : points) near = near || length(middle - p) < reach.radius;
          }
          wanted += near;
          if (near) {
            EXPECT_TRUE(has({x, y, z})) << x << " " << y << " " << z;
          }
        }
      }
    }
    EXPECT_GT(wanted, 3u);
    EXPECT_LE(found.size(), 2 * wanted);  // a ball that only touches a tile's edge reaches none of its middles
    const Tiles tiles({{0, 0, 0}, {9, 9, 0}}, dimensions);
    const std::vector<uint8_t> flag = flag_tiles(tiles, std::vector<Vec3i>{{9, 9, 0}, {5, 5, 0}});
    EXPECT_EQ(flag[tiles.find({9, 9, 0})], 1);
    EXPECT_EQ(flag[tiles.find({0, 0, 0})], 0);
  }
}

}  // namespace

}  // namespace weir::grid
