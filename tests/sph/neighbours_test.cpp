// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/neighbours.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/point_clouds.h"
#include "sph/nearby.h"
#include "weir/base/error.h"

namespace weir::sph {

namespace {

constexpr float kSupport = 1;

std::vector<Float4> sorted(const std::vector<Vec3f>& points, Cells& cells) {
  std::vector<Float4> position;
  for (const uint32_t i : cells.sort(points)) position.push_back(float4(points[i], 77));
  return position;
}

// 1 well within the support, 0 well outside, -1 where rounding decides.
int within(const Float4& a, const Float4& b) {
  const double r2 = length_squared(static_cast<Vec3d>(xyz(a)) - static_cast<Vec3d>(xyz(b)));
  return r2 < kSupport * (1 - 1e-6) ? 1 : r2 > kSupport * (1 + 1e-6) ? 0 : -1;
}

// What is wrong with the lists, in words; empty when nothing is.
std::string fault(const Neighbours& lists, const std::vector<Float4>& position) {
  if (lists.size() != position.size()) return "another number of lists";
  for (uint32_t i = 0; i < position.size(); ++i) {
    const std::span<const uint32_t> all = lists.of(i);
    if (all.size() != (lists.count(i) + simd::kLanes - 1) / simd::kLanes * simd::kLanes) return "not filled up";
    for (const uint32_t j : all.subspan(lists.count(i))) {
      if (j != i) return "filled with another";
    }
    std::vector<uint8_t> listed(position.size(), 0);
    for (const uint32_t j : all.first(lists.count(i))) {
      if (j >= position.size() || j == i) return "lists itself or nobody";
      if (listed[j]++) return "lists one twice";
    }
    for (uint32_t j = 0; j < position.size(); ++j) {
      const int expected = within(position[i], position[j]);
      if (j != i && expected >= 0 && expected != listed[j]) return expected ? "misses one" : "lists one too far";
    }
  }
  return "";
}

std::string fault_of_cloud(const std::vector<Vec3f>& points) {
  Cells cells(kSupport);
  const std::vector<Float4> position = sorted(points, cells);
  Neighbours lists;
  lists.find(position, cells, kSupport);
  return fault(lists, position);
}

}  // namespace

TEST(Neighbours, AreWhatBruteForceFinds) {
  EXPECT_TRUE(rc::check([] {
    const auto kind = static_cast<Cloud>(*rc::gen::inRange(0, kClouds));
    const auto count = *rc::gen::inRange<size_t>(0, 300);
    RC_ASSERT(fault_of_cloud(cloud(kind, count, *rc::gen::arbitrary<uint64_t>())) == "");
  }));
}

// Some at the seam of two blocks, one more and one less than whole blocks.
TEST(Neighbours, BlocksHaveNoSeams) {
  const size_t b = Neighbours::kBlock;
  for (const size_t count : {b - 1, b, b + 1, 2 * b, 3 * b + 5}) {
    for (const Cloud kind : {Cloud::filled, Cloud::flat, Cloud::sparse}) {
      EXPECT_EQ(fault_of_cloud(cloud(kind, count, count)), "") << count;
    }
  }
}

// All in one cell: lists far longer than usual.
TEST(Neighbours, CrowdsAreListedWhole) {
  std::vector<Vec3f> points = cloud(Cloud::filled, 1500, 4);
  for (Vec3f& p : points) p *= 0.05f;
  EXPECT_EQ(fault_of_cloud(points), "");
}

// Lists of a block have 16 bits for those around it. More are refused, not mixed up, and leave nothing behind.
TEST(Neighbours, TooManyAroundABlockAreRefused) {
  const std::vector<Vec3f> points((1 << 16) + 1, Vec3f{0.5f, 0.5f, 0.5f});
  Cells cells(kSupport);
  const std::vector<Float4> position = sorted(points, cells);
  Neighbours lists;
  EXPECT_THROW(lists.find(position, cells, kSupport), RunError);
  EXPECT_EQ(fault_of_cloud(cloud(Cloud::filled, 700, 5)), "");
}

// What a pass picks up around a block is what the lists name.
TEST(Neighbours, CopiesOfThoseAroundABlockAreInTheListsOrder) {
  Cells cells(kSupport);
  const std::vector<Float4> position = sorted(cloud(Cloud::filled, 3 * Neighbours::kBlock + 7, 6), cells);
  Neighbours lists;
  lists.find(position, cells, kSupport);
  size_t listed = 0;
  for (size_t i = 0; i < position.size(); ++i) {
    const Nearby near(lists, i);
    const Float4* copy = near.copy<0>(std::span<const Float4>(position));
    const std::span<const uint32_t> expected = lists.of(i);
    ASSERT_EQ(near.of(i).size(), expected.size());
    for (size_t k = 0; k < expected.size(); ++k) {
      ASSERT_EQ(xyz(copy[near.of(i)[k]]), xyz(position[expected[k]]));
      ++listed;
    }
  }
  EXPECT_GT(listed, position.size());
}

TEST(Neighbours, PointsAtTheSamePositionAreNeighbours) {
  const std::vector<Vec3f> points(40, Vec3f{0.3f, -0.2f, 5});
  Cells cells(kSupport);
  const std::vector<Float4> position = sorted(points, cells);
  Neighbours lists;
  lists.find(position, cells, kSupport);
  EXPECT_EQ(fault(lists, position), "");
  for (size_t i = 0; i < points.size(); ++i) EXPECT_EQ(lists.count(i), 39u);
}

TEST(Neighbours, ExactlyOneSupportAwayIsNoNeighbour) {
  const std::vector<Vec3f> points{{0, 0, 0}, {1, 0, 0}, {0, std::nextafter(1.0f, 0.0f), 0}};
  Cells cells(kSupport);
  const std::vector<Float4> position = sorted(points, cells);
  Neighbours lists;
  lists.find(position, cells, kSupport);
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(lists.count(i), position[i].x == 1 ? 0u : 1u);
}

TEST(Neighbours, ASmallerSupportThanTheCells) {
  const std::vector<Vec3f> points = cloud(Cloud::filled, 700, 8);
  Cells cells(1.7f);
  const std::vector<Float4> position = sorted(points, cells);
  Neighbours lists;
  lists.find(position, cells, kSupport);
  EXPECT_EQ(fault(lists, position), "");
}

TEST(Neighbours, GrowAndShrink) {
  Cells cells(kSupport);
  Neighbours lists;
  for (const size_t count : {10, 2000, 3, 0, 1, 600, 513, 511}) {
    const std::vector<Float4> position = sorted(cloud(Cloud::filled, count, count), cells);
    lists.find(position, cells, kSupport);
    EXPECT_EQ(fault(lists, position), "") << count;
  }
}

TEST(Neighbours, WhatIsNoNumberHasNone) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  std::vector<Vec3f> points = cloud(Cloud::filled, 600, 6);
  for (size_t i = 0; i < points.size(); i += 50) points[i].y = nan;
  Cells cells(kSupport);
  const std::vector<Float4> position = sorted(points, cells);
  Neighbours lists;
  lists.find(position, cells, kSupport);
  for (uint32_t i = 0; i < position.size(); ++i) {
    EXPECT_TRUE(!std::isnan(position[i].y) || lists.count(i) == 0);
    for (const uint32_t j : lists.of(i).first(lists.count(i))) EXPECT_FALSE(std::isnan(position[j].y));
  }
}

TEST(Neighbours, SameForAnyNumberOfThreads) {
  const std::vector<Vec3f> points = cloud(Cloud::flat, 20000, 12);
  Cells cells(kSupport);
  const std::vector<Float4> position = sorted(points, cells);
  const auto found = [&](int threads) {
    const ThreadLimit limit(threads);
    Neighbours lists;
    lists.find(position, cells, 0.3f);
    std::vector<std::vector<uint32_t>> all;
    for (size_t i = 0; i < lists.size(); ++i) all.emplace_back(lists.of(i).begin(), lists.of(i).end());
    return all;
  };
  EXPECT_EQ(found(1), found(2));
}

TEST(Neighbours, ForEachParticleVisitsEachOnce) {
  std::vector<int> visits(3 * Neighbours::kBlock + 7, 0);
  for_each_particle(visits.size(), [&](size_t i) { ++visits[i]; });
  EXPECT_EQ(visits, std::vector<int>(visits.size(), 1));
}

}  // namespace weir::sph
