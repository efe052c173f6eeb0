// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Cells that a guide holds, asked bit by bit and tile by tile, against a guide whose inside is known.

#include "control/guide/held_cells.h"

#include <gtest/gtest.h>

#include <numbers>

#include "base/random.h"
#include "grid/tiles/visit_cells.h"

namespace weir::guide {
namespace {

constexpr double kCoarse = 0.5;
constexpr float kRadius = 5.3f;  // m

// A ball around the origin on a coarse grid, with a fine one whose cells do not fit into the coarse ones.
struct Ball {
  explicit Ball(int dimensions) : coarse{{-8, -8, dimensions == 2 ? 0.0 : -8}, kCoarse, dimensions} {
    fine = {{-8.1, -7.9, dimensions == 2 ? 0 : -8.03}, 0.21, dimensions};
    std::vector<Vec3i> all;
    for (int n = 0; n < 64; ++n) all.push_back({n & 3, n >> 2 & 3, dimensions == 2 ? 0 : n >> 4});
    tiles = grid::Tiles(std::move(all), dimensions);
    distance.assign(tiles.field_size(), kGuideBand);
    for (size_t t = 0; t < tiles.size(); ++t) {
      grid::visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
        const auto cell = static_cast<Vec3f>(tiles.first_cell(t) + Vec3i{x, y, z});
        const float d =
            (length(coarse.to_world(cell + Vec3f{0.5f, 0.5f, 0.5f})) - kRadius) / static_cast<float>(kCoarse);
        distance[i] = std::clamp(d, -kGuideBand, kGuideBand);
      });
    }
    held = HeldCells(fine, coarse, tiles, distance, std::vector<float>(tiles.field_size(), 8.0f));
  }
  Vec3f middle(const Vec3i& cell) const { return fine.to_world(static_cast<Vec3f>(cell) + Vec3f{0.5f, 0.5f, 0.5f}); }

  grid::GridSpace coarse, fine;
  grid::Tiles tiles;
  std::vector<float> distance;
  HeldCells held;
};

TEST(HeldCells, AreThoseWhoseMiddleIsInside) {
  for (const int dimensions : {2, 3}) {
    const Ball ball(dimensions);
    for (int z = dimensions == 2 ? 0 : -5; z < (dimensions == 2 ? 1 : 85); z += 3) {
      for (int y = -5; y < 85; ++y) {
        for (int x = -5; x < 85; ++x) {
          const float away = length(ball.middle({x, y, z})) - kRadius;
          if (std::abs(away) < 0.02f) continue;  // straight lines between the values cut the ball a little
          ASSERT_EQ(ball.held.holds(Vec3i{x, y, z}), away < 0) << x << ' ' << y << ' ' << z;
          ASSERT_EQ(ball.held.holds(ball.middle({x, y, z})), away < 0);
        }
      }
    }
    const double r = double{kRadius}, pi = std::numbers::pi;
    const double exact = dimensions == 2 ? pi * r * r : 4.0 / 3 * pi * r * r * r;
    EXPECT_NEAR(ball.held.volume(), exact, 0.01 * exact);
  }
}

TEST(HeldCells, TilesKnowWhatTheirCellsAre) {
  const Ball ball(3);
  std::vector<Vec3i> all;
  for (int n = 0; n < 12 * 12 * 12; ++n) all.push_back(Vec3i{n % 12, n / 12 % 12, n / 144} - Vec3i{1, 1, 1});
  const grid::Tiles tiles(std::move(all), 3);
  const std::vector<grid::CellBits> held = ball.held.on(tiles);
  const Box3d everywhere{{-1e3, -1e3, -1e3}, {1e3, 1e3, 1e3}}, half{{-1e3, -1e3, -1e3}, {1e3, 0.3, 1e3}};
  int surrounded = 0, surrounded_or_outside = 0;
  for (size_t t = 0; t < tiles.size(); ++t) {
    const Vec3i first = tiles.first_cell(t);
    int inside = 0;
    grid::visit_cells(tiles, t, [&](int x, int y, int z, size_t) {
      const bool is_held = grid::row_bits(held[t], y, z) >> x & 1;
      EXPECT_EQ(is_held, ball.held.holds(first + Vec3i{x, y, z}));
      inside += is_held;
    });
    EXPECT_EQ(ball.held.tile(tiles.coordinate(t)) == HeldCells::Tile::none, inside == 0);
    EXPECT_EQ(ball.held.tile(tiles.coordinate(t)) == HeldCells::Tile::all, inside == 512);
    // The tile with one layer of cells more.
    bool all_held = true, all_gone = true;
    for (int n = 0; n < 1000; ++n) {
      const Vec3i cell = first + Vec3i{n % 10, n / 10 % 10, n / 100} - Vec3i{1, 1, 1};
      all_held = all_held && ball.held.holds(cell);
      all_gone = all_gone && (ball.held.holds(cell) || ball.middle(cell).y > 0.3f);
    }
    EXPECT_EQ(ball.held.surrounds(tiles.coordinate(t), everywhere), all_held);
    EXPECT_EQ(ball.held.surrounds(tiles.coordinate(t), half), all_gone);
    surrounded += all_held, surrounded_or_outside += all_gone;
  }
  EXPECT_GT(surrounded, 10);
  EXPECT_GT(surrounded_or_outside, 3 * surrounded);
}

TEST(HeldCells, WhatIsAroundThem) {
  for (const int dimensions : {2, 3}) {
    const Ball ball(dimensions);
    for (const int reach : {1, 3, 7}) {
      for (const Vec3i tile : {Vec3i{4, 4, 4}, {6, 2, 1}, {0, 0, 0}, {8, 1, 0}, {9, 9, 9}}) {
        const Vec3i own{tile.x, tile.y, dimensions == 2 ? 0 : tile.z};
        const grid::CellBits around = ball.held.bits_around(own, reach);
        for (int n = 0; n < (dimensions == 2 ? 64 : 512); n += 7) {
          const Vec3i in{n & 7, n >> 3 & 7, n >> 6}, cell = own * grid::kTileSize + in;
          const int deep = dimensions == 2 ? 0 : reach;
          bool any = false;
          for (int z = -deep; z <= deep; ++z) {
            for (int y = -reach; y <= reach; ++y) {
              for (int x = -reach; x <= reach; ++x) any = any || ball.held.holds(cell + Vec3i{x, y, z});
            }
          }
          ASSERT_EQ(grid::row_bits(around, in.y, in.z) >> in.x & 1, any ? 1u : 0u)
              << reach << ' ' << cell.x << ' ' << cell.y;
        }
      }
    }
  }
}

TEST(HeldCells, FlagPointsInThem) {
  for (const int dimensions : {2, 3}) {
    const Ball ball(dimensions);
    const Random random(7, 1);
    std::vector<Vec3f> points;
    for (uint64_t i = 0; i < 5000; ++i) {
      const auto at = [&](uint32_t n) { return random.unit(i, n) * 3 - 1; };
      points.push_back({at(0), at(1), dimensions == 2 ? 0.0f : at(2)});
    }
    std::vector<uint8_t> flags(points.size(), 0);
    flags[3] = flags[4] = 1;
    size_t fresh = 0;
    const size_t count = ball.held.flag(points, flags);
    for (size_t i = 0; i < points.size(); ++i) {
      const bool before = i == 3 || i == 4;
      ASSERT_EQ(flags[i] != 0, before || ball.held.holds(points[i])) << i;
      fresh += ball.held.holds(points[i]) && !before;
    }
    EXPECT_EQ(count, fresh);
    EXPECT_GT(count, 50u);
  }
}

}  // namespace
}  // namespace weir::guide
