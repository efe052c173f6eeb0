// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "surface/march.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "geometry/mesh/cube_cases.h"
#include "surface_fixture.h"

namespace weir::surface {

namespace {

// Inside or outside by chance; what has no block is outside.
BlockGrid random_grid(uint64_t seed, float share_inside) {
  const Random random(seed);
  uint64_t i = 0;
  return sampled_around_origin([&](const Vec3f&) {
    ++i;
    return random.unit(i) < share_inside ? 0.1f + random.unit(i, 1) : -0.1f - random.unit(i, 2);
  });
}

}  // namespace

TEST(March, EveryCaseCutsEveryChangedEdgeAndNoOther) {
  for (int inside = 0; inside < 256; ++inside) {
    std::array<bool, 12> used{};
    for (const auto& t : cube_cases()[static_cast<size_t>(inside)].triangles) {
      for (const uint8_t edge : t) used[edge] = true;
    }
    for (int edge = 0; edge < 12; ++edge) {
      const int from = edge_corner(edge), to = from | 1 << edge / 4;
      EXPECT_EQ(used[static_cast<size_t>(edge)], (inside >> from & 1) != (inside >> to & 1)) << inside;
    }
  }
}

// Noise holds every case beside every other.
RC_GTEST_PROP(March, NoiseGivesAClosedMesh, (uint64_t seed)) {
  const Mesh mesh = march(random_grid(seed, 0.1f + 0.8f * Random(seed, 1).unit(0)));
  RC_ASSERT(mesh.validate().empty());
  RC_ASSERT(open_edges(mesh) == 0u);
  RC_ASSERT(volume(mesh) > 0);
}

TEST(March, ARegionWithoutBlocksCanBeInside) {
  const auto ball = [](const Vec3f& p) { return 6.5f - length(p - Vec3f{3.5f, 3.5f, 3.5f}); };
  BlockGrid grid = sampled_around_origin(ball);
  const size_t middle = find_block(grid.block, {0, 0, 0});  // all of it is in the ball
  grid.block.erase(grid.block.begin() + static_cast<std::ptrdiff_t>(middle));
  const auto first = grid.value.begin() + static_cast<std::ptrdiff_t>(middle * kBlockSamples);
  grid.value.erase(first, first + kBlockSamples);
  grid.is_inside = [](const Vec3i& block) { return block == Vec3i{0, 0, 0}; };
  const Mesh mesh = march(grid);
  EXPECT_EQ(open_edges(mesh), 0u);
  EXPECT_NEAR(volume(mesh), 4 * kPi / 3 * 6.5 * 6.5 * 6.5, 0.02 * 1150);  // a little is cut off by flat triangles
  for (const Vec3f& p : mesh.positions) EXPECT_NEAR(ball(p), 0, 0.1f);
}

}  // namespace weir::surface
