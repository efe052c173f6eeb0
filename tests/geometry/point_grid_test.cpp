// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/sampling/point_grid.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/random.h"
#include "weir/base/parallel.h"

namespace weir {

namespace {

// Clouds of different kinds: a filled box, a flat one, clusters far apart, points on a lattice (many equal distances).
std::vector<Vec3f> cloud(int kind, size_t count, uint64_t seed) {
  const Random random(seed);
  std::vector<Vec3f> points(count);
  for (size_t i = 0; i < count; ++i) {
    Vec3f p = random.unit_vec3(i);
    if (kind == 1) p.z = 0;
    if (kind == 2) p = p * 0.1f + random.direction(random.below(3, i, 1), 2) * 1e4f;
    if (kind == 3) p = Vec3f{std::floor(p.x * 8), std::floor(p.y * 8), std::floor(p.z * 8)} / 8.0f;
    points[i] = p - Vec3f{0.5f, 0.5f, 0.5f};
  }
  return points;
}

}  // namespace

TEST(PointGrid, FindsWhatBruteForceFinds) {
  EXPECT_TRUE(rc::check([] {
    const int kind = *rc::gen::inRange(0, 4);
    const auto count = *rc::gen::inRange<size_t>(0, 300);
    const float radius = 0.02f * static_cast<float>(*rc::gen::inRange(1, 60));
    const std::vector<Vec3f> points = cloud(kind, count, *rc::gen::arbitrary<uint64_t>());
    const PointGrid grid(points, radius);
    for (size_t i = 0; i < count; ++i) {
      std::vector<size_t> found, expected;
      grid.visit(points[i], [&](size_t other, float distance_squared) {
        RC_ASSERT(distance_squared == length_squared(points[other] - points[i]));
        found.push_back(other);
      });
      for (size_t k = 0; k < count; ++k) {
        if (length_squared(points[k] - points[i]) <= radius * radius) expected.push_back(k);
      }
      std::sort(found.begin(), found.end());
      RC_ASSERT(found == expected);  // nothing missed, nothing twice
    }
  }));
}

TEST(PointGrid, QueriesBetweenAndFarFromThePoints) {
  const std::vector<Vec3f> points = cloud(0, 1000, 4);
  const PointGrid grid(points, 0.1f);
  for (const Vec3f& p : {Vec3f{0.51f, 0, 0}, Vec3f{-0.55f, -0.55f, 0.2f}, Vec3f{1e30f, 0, 0}, Vec3f{-300, 2, 1e9f}}) {
    size_t found = 0, expected = 0;
    grid.visit(p, [&](size_t, float) { ++found; });
    for (const Vec3f& q : points) expected += length_squared(p - q) <= 0.1f * 0.1f;
    EXPECT_EQ(found, expected);
  }
}

TEST(PointGrid, OrderOfVisitsDoesNotDependOnThreads) {
  const std::vector<Vec3f> points = cloud(2, 50000, 9);
  const auto visits = [&](int threads) {
    const ThreadLimit limit(threads);
    const PointGrid grid(points, 0.01f);
    std::vector<size_t> order;
    for (size_t i = 0; i < points.size(); i += 7) grid.visit(points[i], [&](size_t k, float) { order.push_back(k); });
    return order;
  };
  EXPECT_EQ(visits(1), visits(2));
}

TEST(NearestDistances, MatchBruteForce) {
  EXPECT_TRUE(rc::check([] {
    const int kind = *rc::gen::inRange(0, 4);
    const auto count = *rc::gen::inRange<size_t>(0, 300);
    std::vector<Vec3f> points = cloud(kind, count, *rc::gen::arbitrary<uint64_t>());
    if (count > 20) points[3] = {1e6f, 0, 0};  // a straggler must not spoil the search for the others
    const std::vector<float> nearest = nearest_distances(points);
    for (size_t i = 0; i < count; ++i) {
      float expected = std::numeric_limits<float>::infinity();
      for (size_t k = 0; k < count; ++k) {
        if (k != i) expected = std::min(expected, length_squared(points[k] - points[i]));
      }
      RC_ASSERT(nearest[i] == std::sqrt(expected));
    }
  }));
}

TEST(NearestDistances, OfPointsAtOnePositionAreZero) {
  EXPECT_EQ(nearest_distances(std::vector<Vec3f>(5, {1, 2, 3})), std::vector<float>(5, 0.0f));
  EXPECT_EQ(nearest_distances(std::vector<Vec3f>{{1, 2, 3}})[0], std::numeric_limits<float>::infinity());
}

}  // namespace weir
