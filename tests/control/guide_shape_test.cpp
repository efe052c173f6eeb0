// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Guide shapes (Algorithms 1 and 2) against shapes whose guide is known exactly.

#include "control/guide/guide_shape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "control/guide/correspondence.h"
#include "control/guide/guide_field.h"
#include "grid/surface/level_set.h"
#include "grid/surface/redistance.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::guide {

namespace {

grid::Tiles box_of_tiles(const Vec3i& lower, const Vec3i& upper, int dimensions) {
  std::vector<Vec3i> coordinates;
  for (int z = dimensions == 2 ? 0 : lower.z; z <= (dimensions == 2 ? 0 : upper.z); ++z) {
    for (int y = lower.y; y <= upper.y; ++y) {
      for (int x = lower.x; x <= upper.x; ++x) coordinates.push_back({x, y, z});
    }
  }
  return grid::Tiles(std::move(coordinates), dimensions);
}

template <class Visit>
void for_cells(const grid::Tiles& tiles, Visit&& visit) {
  for (size_t t = 0; t < tiles.size(); ++t) {
    grid::visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
      Vec3f middle = static_cast<Vec3f>(tiles.first_cell(t) + Vec3i{x, y, z}) + Vec3f{0.5f, 0.5f, 0.5f};
      if (tiles.dimensions() == 2) middle.z = 0;
      visit(middle, i);
    });
  }
}

template <class Value>
std::vector<float> field_of(const grid::Tiles& tiles, Value&& value) {
  std::vector<float> field(tiles.field_size(), 100);
  for_cells(tiles, [&](const Vec3f& p, size_t i) { field[i] = value(p); });
  return field;
}

std::vector<float> no_solids(const grid::Tiles& tiles) { return std::vector<float>(tiles.field_size(), 100.0f); }

}  // namespace

// A large ball: Algorithm 1 takes `depth` off its radius, whatever is dilated and eroded on the way.
TEST(GuideShape, BallLosesItsDepth) {
  for (const int dimensions : {2, 3}) {
    const grid::Tiles tiles = box_of_tiles({-4, -4, -4}, {3, 3, 3}, dimensions);
    const Vec3f centre{0.3f, -0.2f, dimensions == 2 ? 0.0f : 0.4f};
    const float radius = 19.3f;
    const std::vector<float> ball = field_of(tiles, [&](const Vec3f& p) { return length(p - centre) - radius; });
    for (const float depth : {3.0f, 6.0f, 10.0f}) {
      const std::vector<float> guide = compute_guide(tiles, ball, no_solids(tiles), {depth, 2.5f, 5, 7.5f});
      double worst = 0;
      for_cells(tiles, [&](const Vec3f& p, size_t i) {
        const float exact = length(p - centre) - (radius - depth);
        if (std::abs(exact) > 2) return;
        worst = std::max(worst, std::abs(double{guide[i]} - double{exact}));
      });
      EXPECT_LT(worst, 0.13) << dimensions << "D, depth " << depth;
    }
  }
}

// A slit of air in deep liquid, open above: closes up to a width of twice alpha_d, and then the guide runs through
// below it as if it were not there.
TEST(GuideShape, GapOfKnownWidthCloses) {
  const grid::Tiles tiles = box_of_tiles({-4, -4, 0}, {3, 2, 0}, 2);
  const auto guide_below = [&](float width) {
    const auto liquid = [&](const Vec3f& p) {
      const float slit = std::min(0.5f * width - std::abs(p.x - 0.5f), p.y + 10);  // down to -10
      return std::max(p.y, slit);
    };
    std::vector<float> input = field_of(tiles, liquid);
    grid::redistance(tiles, 9, input);
    // Air under the tiles would be a surface too.
    const std::vector<float> floor = field_of(tiles, [](const Vec3f& p) { return p.y + 30; });
    const std::vector<float> guide = compute_guide(tiles, input, floor, {4, 2.5f, 5, 7.5f});
    return guide[tiles.cell({0, -9, 0})];
  };
  EXPECT_LT(guide_below(3), -2);
  EXPECT_LT(guide_below(4.5f), -2);
  EXPECT_GT(guide_below(6.5f), 1);
  EXPECT_GT(guide_below(9), 1);
}

// A bubble deep in liquid. Dilating fills it up to a radius of alpha_d; what then has a radius below alpha_a is closed:
// up to alpha_d + alpha_a in all.
TEST(GuideShape, AirPocketOfKnownRadiusCloses) {
  for (const int dimensions : {2, 3}) {
    const grid::Tiles tiles = box_of_tiles({-4, -4, -4}, {3, 3, 3}, dimensions);
    const auto guide_in_bubble = [&](float radius) {
      const std::vector<float> input = field_of(tiles, [&](const Vec3f& p) {
        return std::max(length(p) - 30, radius - length(p - Vec3f{0.5f, 0.5f, 0}));
      });
      const std::vector<float> guide = compute_guide(tiles, input, no_solids(tiles), {4, 1, 3, 6});
      return guide[tiles.cell({0, 0, 0})];
    };
    EXPECT_LT(guide_in_bubble(2), -3) << dimensions;
    EXPECT_LT(guide_in_bubble(3.6f), -3) << dimensions;
    EXPECT_GT(guide_in_bubble(4.6f), 3) << dimensions;
  }
}

// A container that counts: the guide goes down to its walls, and does not enter them; the tiles behind the walls are
// missing.
TEST(GuideShape, CountedSolidsHaveNoShell) {
  const grid::Tiles tiles = box_of_tiles({0, 0, 0}, {3, 3, 0}, 2);
  const auto walls = [](const Vec3f& p) { return std::min({p.x - 0.2f, 31.7f - p.x, p.y - 0.4f}); };
  const std::vector<float> solids = field_of(tiles, walls);
  const std::vector<float> input = field_of(tiles, [&](const Vec3f& p) { return std::max(p.y - 20.3f, -walls(p)); });
  const std::vector<float> guide = compute_guide(tiles, input, solids, {5, 2.5f, 5, 7.5f});
  // It reaches the walls, also in corners and where the tiles end; beyond these it goes on.
  double worst = 0;
  for_cells(tiles, [&](const Vec3f& p, size_t i) {
    const float top = p.y - 15.3f;
    EXPECT_TRUE(walls(p) < 0.2f || top > -0.2f || guide[i] < 0) << p.x << " " << p.y;
    if (walls(p) > 4 && std::abs(top) < 1.5f) worst = std::max(worst, std::abs(double{guide[i]} - double{top}));
  });
  EXPECT_LT(worst, 0.03);
  EXPECT_NEAR(guide[tiles.cell({16, 14, 0})], 14.5f - 15.3f, 0.03);
  EXPECT_LT(guide[tiles.cell({2, 3, 0})], -1.5f);
}

// Without the walls among the solids they have a shell like the surface.
TEST(GuideShape, OtherSolidsKeepTheirShell) {
  const grid::Tiles tiles = box_of_tiles({-1, -1, 0}, {4, 3, 0}, 2);
  const auto walls = [](const Vec3f& p) { return std::min({p.x, 32 - p.x, p.y}); };
  const std::vector<float> input = field_of(tiles, [&](const Vec3f& p) { return std::max(p.y - 20, -walls(p)); });
  const std::vector<float> guide = compute_guide(tiles, input, no_solids(tiles), {5, 2.5f, 5, 7.5f});
  EXPECT_GT(guide[tiles.cell({16, 3, 0})], 1);
  EXPECT_GT(guide[tiles.cell({3, 10, 0})], 1);
  EXPECT_LT(guide[tiles.cell({16, 10, 0})], -3);
}

// The guide of a still pool, half of it in the guide of the step before, stays where it was; where the liquid is
// shallower than the preliminary guide thinks, it goes down: alpha_e is kept.
TEST(GuideShape, FinalGuideKeepsTheDepthOfTheLiquid) {
  const grid::Tiles tiles = box_of_tiles({0, 0, 0}, {7, 4, 0}, 2);
  const auto walls = [](const Vec3f& p) { return std::min({p.x, 64 - p.x, p.y}); };
  const std::vector<float> solids = field_of(tiles, walls);
  const float depth = 5;
  const auto surface = [](const Vec3f& p) { return p.x < 32 ? 24.0f : 18.0f; };  // a step down
  const std::vector<float> before = field_of(tiles, [&](const Vec3f& p) { return p.y - 12.6f; });
  const std::vector<float> preliminary = field_of(tiles, [&](const Vec3f& p) { return p.y - 19; });
  const std::vector<float> liquid =
      field_of(tiles, [&](const Vec3f& p) { return std::clamp(std::max(p.y - surface(p), 12.6f - p.y), -1.0f, 1.0f); });
  FinalGuide found;
  compute_final_guide(tiles, preliminary, before, liquid, solids, {depth, 2.5f, 5, 7.5f}, found);
  const auto height = [&](int x) {
    for (int y = 30; y > 0; --y) {
      const float above = found.guide[tiles.cell({x, y, 0})], below = found.guide[tiles.cell({x, y - 1, 0})];
      if (above >= 0 && below < 0) return static_cast<float>(y) - 0.5f + below / (below - above);
    }
    return 0.0f;
  };
  EXPECT_NEAR(height(10), 19, 0.1);  // the preliminary guide holds
  EXPECT_NEAR(height(50), 13, 0.1);  // 18 less the depth
  EXPECT_NEAR(found.bulk[tiles.cell({50, 18, 0})], 0.5, 0.05);
  EXPECT_LT(found.closed[tiles.cell({50, 12, 0})], -4);
}

TEST(GuideShape, SameForAnyNumberOfThreads) {
  const grid::Tiles tiles = box_of_tiles({-2, -2, -2}, {2, 2, 2}, 3);
  const std::vector<float> input =
      field_of(tiles, [](const Vec3f& p) { return length(p) - 12 + 2 * std::sin(0.9f * p.x) * std::cos(0.7f * p.y); });
  const auto make = [&](int threads) {
    const ThreadLimit limit(threads);
    return compute_guide(tiles, input, no_solids(tiles), {3, 2.5f, 5, 7.5f});
  };
  EXPECT_EQ(make(1), make(2));
}

// Two level surfaces: they are as far apart as their heights.
TEST(SurfaceDistance, OfLevelSurfaces) {
  const grid::Tiles tiles = box_of_tiles({0, 0, 0}, {3, 3, 3}, 3);
  for (const float apart : {0.0f, 0.4f, 2.3f, -1.7f}) {
    const std::vector<float> a = field_of(tiles, [](const Vec3f& p) { return p.y - 15.2f; });
    const std::vector<float> b = field_of(tiles, [&](const Vec3f& p) { return p.y - 15.2f - apart; });
    const Correspondence found = correspondence(tiles, a, b, no_solids(tiles));
    EXPECT_NEAR(found.distance, std::abs(apart), 1e-4);
    EXPECT_NEAR(found.outside, -apart, 1e-4);
  }
}

TEST(GuideField, BetweenTwoMomentsOnTheTilesOfBoth) {
  const grid::GridSpace space{{0, 0, 0}, 0.5, 2};
  const auto make = [&](int first, float shift, float speed) {
    GuideField field{space, box_of_tiles({first, 0, 0}, {first + 1, 0, 0}, 2), {}, {}, {}};
    field.distance = field.input = field_of(field.tiles, [&](const Vec3f& p) { return p.y - shift; });
    for (auto& face : field.velocity.face) face.assign(field.tiles.field_size(), speed);
    return field;
  };
  const GuideField a = make(0, 4, 1), b = make(1, 6, 3), half = between(a, b, 0.5f);
  EXPECT_EQ(half.tiles.size(), 3u);
  const GuideLookup lookup(half.space, half.tiles);
  const Vec3f both{5.9f, 2.6f, 0}, only_b{10, 2.6f, 0};  // m
  EXPECT_NEAR(lookup.value(half.distance, both), 5.2f - 5, 1e-5);
  EXPECT_NEAR(lookup.velocity(half.velocity, 0, both), 2, 1e-5);
  EXPECT_NEAR(lookup.velocity(half.velocity, 0, only_b), 3, 1e-5);  // not half of nothing
  EXPECT_GT(lookup.value(half.distance, only_b), 1);                // but there is no shape in a
}

}  // namespace weir::guide
