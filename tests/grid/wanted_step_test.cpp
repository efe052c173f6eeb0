// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/wanted_step.h"

#include <gtest/gtest.h>

namespace weir::grid {

namespace {

TEST(WantedStep, EndsWhereTheWayDoes) {
  for (const double speed : {0.0, 0.3, 5.0}) {
    for (const double acceleration : {0.0, 9.8, 200.0}) {
      if (speed == 0 && acceleration == 0) continue;
      const double way = 0.02, step = wanted_step(way, speed, acceleration, {1e3, 0.1});
      EXPECT_NEAR(speed * step + acceleration * step * step, way, 1e-9);
    }
  }
}

TEST(WantedStep, IsNeitherLongerThanAFrameNorNothing) {
  EXPECT_EQ(wanted_step(0.1, 0, 0, {0.04, 0.1}), 0.04);
  EXPECT_EQ(wanted_step(0.1, 1e12, 0, {0.04, 0.1}), 1e-5);
  EXPECT_EQ(wanted_step(0.1, 1e12, 0, {1e-6, 0.1}), 1e-6);
}

}  // namespace

}  // namespace weir::grid
