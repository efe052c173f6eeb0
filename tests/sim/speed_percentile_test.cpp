// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/speed_percentile.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace weir {

namespace {

Speeds speeds_of(const std::vector<float>& speed) {
  return find_speeds(speed.size(), [&](size_t i) { return speed[i] * speed[i]; });
}

TEST(SpeedPercentile, OfNothingOrAtRestIsNone) {
  EXPECT_EQ(speeds_of({}).percentile, 0);
  EXPECT_EQ(speeds_of({0, 0, 0}).percentile, 0);
  EXPECT_EQ(speeds_of({0, 0, 0}).fastest, 0);
}

TEST(SpeedPercentile, OfFewParticlesIsTheFastest) {
  std::vector<float> speed(999, 1.0f);
  speed[17] = 50;
  EXPECT_NEAR(speeds_of(speed).percentile, 50, 1e-5);
}

TEST(SpeedPercentile, OneInAThousandMayBeFaster) {
  std::vector<float> speed(20000);
  std::iota(speed.begin(), speed.end(), 1.0f);
  std::shuffle(speed.begin(), speed.end(), std::mt19937(5));
  const Speeds speeds = speeds_of(speed);
  EXPECT_NEAR(speeds.fastest, 20000, 1e-2);
  EXPECT_GE(speeds.percentile, 19980);
  EXPECT_LE(speeds.percentile, 19980 + 200);
  for (size_t k = 0; k < 20; ++k) speed[k * 900] = 1e6f;
  EXPECT_LE(speeds_of(speed).percentile, 19980 + 1e4);
  speed[19999] = 1e6f;
  EXPECT_NEAR(speeds_of(speed).percentile, 1e6, 1);
}

}  // namespace

}  // namespace weir
