// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/tiles/tiles.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "grid/tiles/halo.h"
#include "poisson_problem.h"

namespace weir::grid {

namespace {

RC_GTEST_PROP(Tiles, AreFoundWhereTheyArePut, ()) {
  const int dimensions = *rc::gen::element(2, 3);
  const auto coordinate =
      rc::gen::map(rc::gen::tuple(rc::gen::inRange(-9, 9), rc::gen::inRange(-9, 9), rc::gen::inRange(-9, 9)),
                   [=](const std::tuple<int, int, int>& c) {
                     return Vec3i{std::get<0>(c), std::get<1>(c), dimensions == 2 ? 0 : std::get<2>(c)};
                   });
  const auto wanted = *rc::gen::container<std::vector<Vec3i>>(coordinate);
  const Tiles tiles(wanted, dimensions);
  for (const Vec3i& c : wanted) {
    const size_t t = tiles.find(c);
    RC_ASSERT(t < tiles.size());
    RC_ASSERT(tiles.coordinate(t) == c);
  }
  for (size_t t = 0; t < tiles.size(); ++t) {
    RC_ASSERT(std::find(wanted.begin(), wanted.end(), tiles.coordinate(t)) != wanted.end());
    for (int i = 0; i < 27; ++i) {
      const Vec3i way{i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
      RC_ASSERT(tiles.neighbour(t, way.x, way.y, way.z) == tiles.find(tiles.coordinate(t) + way));
    }
  }
  RC_ASSERT(tiles.find({100, 0, 0}) == tiles.blank());
}

TEST(Tiles, CellsAreInTheirSlots) {
  const Tiles tiles({{0, 0, 0}, {-1, 0, 0}}, 3);
  EXPECT_EQ(tiles.cell({-1, 2, 3}), tiles.find({-1, 0, 0}) * 512 + 7 + 8 * (2 + 8 * 3));
  EXPECT_EQ(tiles.cell({5, 0, 1}), tiles.find({0, 0, 0}) * 512 + 5 + 64);
  EXPECT_GE(tiles.cell({0, 8, 0}), tiles.cells());
  const Tiles flat({{0, -1, 0}}, 2);
  EXPECT_EQ(flat.cell({3, -1, 0}), 3u + 8 * 7);
  EXPECT_GE(flat.cell({3, -1, 1}), flat.cells());
}

TEST(Halo, HoldsWhatIsBesideATile) {
  for (const int dimensions : {2, 3}) {
    const Tiles tiles = tiles_around({-8, -8, -8}, {15, 15, 15}, dimensions);
    std::vector<float> field(tiles.field_size(), -1);
    const auto value = [](const Vec3i& c) { return static_cast<float>(c.x + 100 * c.y + 10000 * c.z); };
    for_each_cell(tiles, [&](const Vec3i& c) { field[tiles.cell(c)] = value(c); });
    Halo halo;
    halo.load(tiles, tiles.find({0, 0, 0}), field);
    for (int i = 0; i < kTileSize; ++i) {
      EXPECT_EQ(halo.row(i, 0)[-1], value({-1, i, 0}));
      EXPECT_EQ(halo.row(i, 0)[8], value({8, i, 0}));
      EXPECT_EQ(halo.row(-1, 0)[i], value({i, -1, 0}));
      EXPECT_EQ(halo.row(8, 0)[i], value({i, 8, 0}));
      EXPECT_EQ(halo.row(3, -1)[i], dimensions == 2 ? -1 : value({i, 3, -1}));
      EXPECT_EQ(halo.row(3, tiles.depth())[i], dimensions == 2 ? -1 : value({i, 3, 8}));
    }
  }
}

}  // namespace

}  // namespace weir::grid
