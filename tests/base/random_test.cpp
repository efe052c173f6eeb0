// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/random.h"

#include <gtest/gtest.h>

namespace weir {

// Known answers published with Random123 (Salmon et al. 2011).
TEST(Random, PhiloxKnownAnswers) {
  using Four = std::array<uint32_t, 4>;
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}), (Four{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox4x32({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}), (Four{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Four{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, MomentsAreUniform) {
  const Random random(42);
  constexpr int kCount = 200000;
  double mean = 0, square = 0;
  Vec3d direction{};
  for (uint64_t i = 0; i < kCount; ++i) {
    const double u = random.unit(i);
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    mean += u / kCount;
    square += u * u / kCount;
    direction += static_cast<Vec3d>(random.direction(i, 1)) / double{kCount};
  }
  EXPECT_NEAR(mean, 0.5, 4 * std::sqrt(1.0 / 12 / kCount));
  EXPECT_NEAR(square, 1.0 / 3, 4 * std::sqrt(4.0 / 45 / kCount));
  EXPECT_LT(length(direction), 4 * std::sqrt(1.0 / kCount));
}

TEST(Random, BelowHitsEveryValue) {
  const Random random(1);
  std::array<int, 7> hits{};
  for (uint64_t i = 0; i < 7000; ++i) ++hits[random.below(7, i)];
  for (const int h : hits) EXPECT_NEAR(h, 1000, 150);
}

TEST(Random, StreamsDiffer) { EXPECT_NE(Random(5, 0).bits(9), Random(5, 1).bits(9)); }

}  // namespace weir
