// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/sampling/cell_rows.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <tuple>

#include "base/random.h"

namespace weir {

namespace {

using Cell = CellRows::Cell;

// Cells close together, strewn thinly, and in clusters farther apart than a row is long.
std::vector<Cell> cells_of(int kind, size_t count, uint64_t seed) {
  const Random random(seed);
  std::vector<Cell> cells(count);
  for (size_t i = 0; i < count; ++i) {
    const auto coordinate = [&](uint32_t axis) {
      const auto below = [&](uint64_t limit, uint32_t use) {
        return static_cast<int64_t>(random.below(limit, i, 2 * axis + use));
      };
      if (kind == 0) return below(6, 0) - 3;
      if (kind == 1) return below(1000, 0) - 500;
      return below(4, 0) + (below(2, 1) == 0 ? -7 : (int64_t{1} << 21) * 5 - 9);
    };
    cells[i] = {coordinate(0), coordinate(1), coordinate(2)};
  }
  return cells;
}

CellRows rows_of(const std::vector<Cell>& cells) {
  CellRows rows;
  rows.build(cells.size(), [&](size_t i) { return cells[i]; });
  return rows;
}

bool holds(const Cell& lower, const Cell& upper, const Cell& c) {
  return min(lower, c) == lower && max(upper, c) == upper;
}

TEST(CellRows, FindTheCellsOfABoxInTheirOrder) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<Cell> cells =
        cells_of(*rc::gen::inRange(0, 3), *rc::gen::inRange<size_t>(0, 300), *rc::gen::arbitrary<uint64_t>());
    const CellRows rows = rows_of(cells);
    const Cell around = cells.empty() ? Cell{} : cells[*rc::gen::inRange<size_t>(0, cells.size())];
    const Cell lower = around - Cell{*rc::gen::inRange<int64_t>(-2, 3), 1, *rc::gen::inRange<int64_t>(-1, 3)};
    const Cell upper = lower + Cell{*rc::gen::inRange<int64_t>(0, 9), *rc::gen::inRange<int64_t>(0, 3), 2};
    std::vector<uint32_t> found, expected;
    rows.visit_box(lower, upper, [&](size_t begin, size_t end) {
      RC_ASSERT(begin < end);
      for (size_t i = begin; i < end; ++i) {
        if (holds(lower, upper, cells[rows.order()[i]])) found.push_back(rows.order()[i]);
      }
    });
    for (uint32_t i = 0; i < cells.size(); ++i) {
      if (holds(lower, upper, cells[i])) expected.push_back(i);
    }
    std::stable_sort(expected.begin(), expected.end(), [&](uint32_t a, uint32_t b) {
      const Cell &p = cells[a], &q = cells[b];
      return std::tie(p.z, p.y, p.x) < std::tie(q.z, q.y, q.x);
    });
    RC_ASSERT(found == expected);
  }));
}

TEST(CellRows, FindSingleCells) {
  for (const int kind : {0, 1}) {
    const std::vector<Cell> cells = cells_of(kind, 500, 7);
    const CellRows rows = rows_of(cells);
    size_t points = 0;
    for (size_t cell = 0; cell < rows.size(); ++cell) {
      for (size_t i = rows.begin(cell); i < rows.end(cell); ++i, ++points) {
        ASSERT_EQ(rows.find(cells[rows.order()[i]]), cell);
      }
    }
    EXPECT_EQ(points, cells.size());
    EXPECT_EQ(rows.find({2000, 0, 0}), CellRows::kNone);
    EXPECT_EQ(rows.find({0, -2000, 0}), CellRows::kNone);
  }
  EXPECT_EQ(CellRows().find({0, 0, 0}), CellRows::kNone);
  EXPECT_EQ(rows_of({}).find({0, 0, 0}), CellRows::kNone);
}

TEST(CellRows, PointsBeyondAllBoundsAreInTheLastCells) {
  EXPECT_EQ(CellRows::cell_at({-0.5, 1.5, 0}), (Cell{-1, 1, 0}));
  const int64_t last = int64_t{1} << 52;
  EXPECT_EQ(CellRows::cell_at({1e300, -1e300, std::nan("")}), (Cell{last, -last, -last}));
}

}  // namespace

}  // namespace weir
