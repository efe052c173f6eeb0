// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/cells.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <set>

#include "sim/point_clouds.h"
#include "weir/base/parallel.h"

namespace weir {

namespace {

using Key = std::array<int32_t, 3>;
Key key(const Vec3i& c) { return {c.x, c.y, c.z}; }

// What is wrong with sorted cells, in words; empty when nothing is.
std::string fault(const Cells& cells, const std::vector<Vec3f>& points) {
  const std::span<const uint32_t> order = cells.order();
  if (order.size() != points.size()) return "the order has another length";
  if (std::set<uint32_t>(order.begin(), order.end()).size() != points.size()) return "the order is no permutation";
  for (const uint32_t i : order) {
    if (i >= points.size()) return "the order names points that are not there";
  }
  std::set<Key> seen;
  uint32_t at = 0;
  for (size_t cell = 0; cell < cells.size(); ++cell) {
    if (cells.begin(cell) != at || cells.end(cell) <= at) return "cells do not follow each other";
    if (!seen.insert(key(cells.coordinates(cell))).second) return "a cell comes twice";
    for (; at < cells.end(cell); ++at) {
      if (cells.coordinates_of(points[order[at]]) != cells.coordinates(cell)) return "a point is in another's cell";
      if (at > cells.begin(cell) && order[at] < order[at - 1]) return "points of a cell changed their order";
    }
  }
  return at == points.size() ? "" : "points are in no cell";
}

std::vector<Vec3f> any_cloud() {
  const auto kind = static_cast<Cloud>(*rc::gen::inRange(0, kClouds));
  return cloud(kind, *rc::gen::inRange<size_t>(0, 400), *rc::gen::arbitrary<uint64_t>());
}

// Coordinates of the cells of points, of those around, and of some where nothing is.
std::vector<Vec3i> coordinates_to_ask(const Cells& cells, const std::vector<Vec3f>& points) {
  std::vector<Vec3i> asked{{0, 0, 0}, {-1, 0, 1}, {100000, -3, 2}};
  for (size_t i = 0; i < points.size(); i += 1 + points.size() / 20) {
    const Vec3i c = cells.coordinates_of(points[i]);
    for (int k = 0; k < 27; ++k) asked.push_back(c + Vec3i{k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1});
  }
  return asked;
}

bool touch(const Vec3i& a, const Vec3i& b) {
  const Vec3i d = a - b;
  return std::abs(d.x) <= 1 && std::abs(d.y) <= 1 && std::abs(d.z) <= 1;
}

}  // namespace

TEST(Cells, SortGroupsCellsAndKeepsTheOrderWithin) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<Vec3f> points = any_cloud();
    Cells cells(0.25f * static_cast<float>(*rc::gen::inRange(1, 12)));
    cells.sort(points);
    RC_ASSERT(fault(cells, points) == "");
  }));
}

TEST(Cells, CoordinatesAreCountedFromTheOrigin) {
  const Cells cells(0.5f);
  EXPECT_EQ(cells.coordinates_of({0, 0.49f, 0.5f}), (Vec3i{0, 0, 1}));
  EXPECT_EQ(cells.coordinates_of({-0.01f, -0.5f, -0.51f}), (Vec3i{-1, -1, -2}));
  EXPECT_EQ(cells.coordinates_of({1e30f, -1e30f, 0}).z, 0);
  EXPECT_EQ(cells.coordinates_of({1e30f, 0, 0}), cells.coordinates_of({3e7f, 0, 0}));
}

TEST(Cells, FindsEveryCellAndNoOther) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<Vec3f> points = any_cloud();
    Cells cells(1);
    cells.sort(points);
    std::map<Key, uint32_t> truth;
    for (size_t cell = 0; cell < cells.size(); ++cell)
      truth[key(cells.coordinates(cell))] = static_cast<uint32_t>(cell);
    for (const Vec3i& c : coordinates_to_ask(cells, points)) {
      RC_ASSERT(cells.find(c) == (truth.contains(key(c)) ? truth[key(c)] : Cells::kNone));
    }
  }));
}

TEST(Cells, AroundIsWhatBruteForceFinds) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<Vec3f> points = any_cloud();
    Cells cells(1);
    const std::span<const uint32_t> order = cells.sort(points);
    cells.mark_reach();
    for (const Vec3i& c : coordinates_to_ask(cells, points)) {
      std::vector<uint32_t> found, expected;
      const Cells::Around around = cells.around(c);
      for (size_t r = 0; r < around.count; ++r) {
        const bool apart = r == 0 || around.range[r].begin > around.range[r - 1].end;
        RC_ASSERT(apart);  // those that touch are joined
        for (uint32_t i = around.range[r].begin; i < around.range[r].end; ++i) found.push_back(order[i]);
      }
      for (uint32_t i = 0; i < points.size(); ++i) {
        if (touch(cells.coordinates_of(points[i]), c)) expected.push_back(i);
      }
      std::sort(found.begin(), found.end());
      RC_ASSERT(found == expected);
      RC_ASSERT(cells.reaches(c) == !expected.empty());
    }
  }));
}

TEST(Cells, ContainingIsTheCellOfEverySlot) {
  for (int kind = 0; kind < kClouds; ++kind) {
    const std::vector<Vec3f> points = cloud(static_cast<Cloud>(kind), 3000, 5);
    Cells cells(1);
    cells.sort(points);
    for (uint32_t i = 0; i < points.size(); ++i) {
      const size_t cell = cells.containing(i);
      ASSERT_LT(cell, cells.size());
      EXPECT_LE(cells.begin(cell), i);
      EXPECT_LT(i, cells.end(cell));
    }
  }
}

TEST(Cells, NothingAndNearlyNothing) {
  Cells cells(1);
  EXPECT_EQ(cells.size(), 0u);
  EXPECT_EQ(cells.find({0, 0, 0}), Cells::kNone);
  EXPECT_FALSE(cells.reaches({0, 0, 0}));
  EXPECT_EQ(cells.around({0, 0, 0}).count, 0u);
  cells.sort(std::vector<Vec3f>{});
  cells.mark_reach();
  EXPECT_EQ(cells.size(), 0u);
  EXPECT_EQ(cells.find({0, 0, 0}), Cells::kNone);
  EXPECT_FALSE(cells.reaches({0, 0, 0}));
  EXPECT_EQ(cells.around({0, 0, 0}).count, 0u);
  const std::vector<Vec3f> one{{-7.5f, 3.2f, 0}};
  cells.sort(one);
  cells.mark_reach();
  EXPECT_EQ(fault(cells, one), "");
  EXPECT_EQ(cells.find({-8, 3, 0}), 0u);
  EXPECT_TRUE(cells.reaches({-9, 4, -1}));
  EXPECT_FALSE(cells.reaches({-10, 3, 0}));
}

TEST(Cells, PointsThatAreNoNumbersAreKeptSomewhere) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinite = std::numeric_limits<float>::infinity();
  std::vector<Vec3f> points = cloud(Cloud::filled, 500, 2);
  for (size_t i = 0; i < points.size(); i += 3) points[i] = {nan, 0, 0};
  for (size_t i = 1; i < points.size(); i += 9) points[i] = {infinite, -infinite, nan};
  Cells cells(1);
  cells.sort(points);
  cells.mark_reach();
  EXPECT_EQ(fault(cells, points), "");
  for (size_t cell = 0; cell < cells.size(); ++cell) {
    EXPECT_EQ(cells.find(cells.coordinates(cell)), cell);
    EXPECT_TRUE(cells.reaches(cells.coordinates(cell)));
    EXPECT_GT(cells.around(cells.coordinates(cell)).count, 0u);
  }
}

// More points than one block of the sort, so that threads have something to share.
TEST(Cells, SameForAnyNumberOfThreads) {
  for (const Cloud kind : {Cloud::filled, Cloud::flat, Cloud::sparse}) {
    const std::vector<Vec3f> points = cloud(kind, 60000, 11);
    const auto sorted = [&](int threads) {
      const ThreadLimit limit(threads);
      Cells cells(0.3f);
      cells.sort(points);
      EXPECT_EQ(fault(cells, points), "");
      return std::vector<uint32_t>(cells.order().begin(), cells.order().end());
    };
    EXPECT_EQ(sorted(1), sorted(2));
  }
}

// A table that is used again knows nothing of the points before.
TEST(Cells, SortingAgainForgets) {
  Cells cells(1);
  for (const size_t count : {1000, 3, 0, 700, 1}) {
    const std::vector<Vec3f> points = cloud(Cloud::sparse, count, count);
    cells.sort(points);
    cells.mark_reach();
    EXPECT_EQ(fault(cells, points), "");
    for (const Vec3f& p : cloud(Cloud::sparse, 1000, 1000)) {
      const Vec3i c = cells.coordinates_of(p);
      bool reached = false;
      for (const Vec3f& q : points) reached = reached || touch(cells.coordinates_of(q), c);
      ASSERT_EQ(cells.reaches(c), reached);
    }
  }
}

// The Morton curve: two points of neighbouring cells are mostly near each other in the order.
TEST(Cells, OrderIsLocal) {
  const std::vector<Vec3f> points = cloud(Cloud::filled, 20000, 3);
  Cells cells(0.25f);
  const std::span<const uint32_t> order = cells.sort(points);
  double step = 0;
  for (size_t i = 1; i < order.size(); ++i) {
    step += static_cast<double>(length(points[order[i]] - points[order[i - 1]]));
  }
  EXPECT_LT(step / static_cast<double>(order.size()), 2 * 0.25);
}

}  // namespace weir
