// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/pass_timer.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace weir {

namespace {

using Times = std::vector<std::pair<std::string, double>>;

void wait() { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }

Times take(PassTimer& timer) {
  Times times;
  timer.append_to(times);
  return times;
}

TEST(PassTimer, TellsPassesInTheOrderInWhichTheyFirstOccurred) {
  PassTimer timer;
  for (int step = 0; step < 2; ++step) {
    timer.begin("sort");
    timer.begin("motion");
    timer.end();
  }
  const Times times = take(timer);
  ASSERT_EQ(times.size(), 2u);
  EXPECT_EQ(times[0].first, "sort_ms");
  EXPECT_EQ(times[1].first, "motion_ms");
}

TEST(PassTimer, CountsOnlyWhatIsBetweenBeginAndEnd) {
  const Stopwatch whole;
  PassTimer timer;
  wait();
  timer.begin("sort");
  timer.begin("motion");
  wait();
  timer.begin("sort");
  timer.end();
  wait();
  const Times times = take(timer);
  EXPECT_GE(times[1].second, 2);
  EXPECT_LE(times[0].second + times[1].second, whole.milliseconds() - 4);
}

TEST(PassTimer, StartsAgainAtZeroAndKeepsTheNames) {
  PassTimer timer;
  timer.begin("sort");
  wait();
  timer.end();
  take(timer);
  const Times times = take(timer);
  ASSERT_EQ(times.size(), 1u);
  EXPECT_EQ(times[0].first, "sort_ms");
  EXPECT_EQ(times[0].second, 0);
}

TEST(PassTimer, AppendsToWhatIsThere) {
  PassTimer timer;
  timer.begin("sort");
  timer.end();
  Times measures{{"tiles", 3}};
  timer.append_to(measures);
  EXPECT_EQ(measures.front().first, "tiles");
  EXPECT_EQ(measures.back().first, "sort_ms");
}

}  // namespace

}  // namespace weir
