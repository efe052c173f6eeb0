// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/base/interrupt.h"

#include <gtest/gtest.h>

#include <csignal>
#include <thread>

namespace weir {

TEST(InterruptDeathTest, IsCaughtOnlyWhileSomebodyAsks) {
  {
    const CatchInterrupts catching;
    EXPECT_FALSE(interrupted());
    std::raise(SIGTERM);
    EXPECT_TRUE(interrupted());
  }
  EXPECT_FALSE(interrupted());  // forgotten
  EXPECT_EXIT(std::raise(SIGTERM), ::testing::KilledBySignal(SIGTERM), "");
}

TEST(InterruptDeathTest, TheSecondEndsTheProcess) {
  const auto twice = [] {
    const CatchInterrupts catching;
    std::raise(SIGTERM);
    std::raise(SIGTERM);
  };
  EXPECT_EXIT(twice(), ::testing::KilledBySignal(SIGTERM), "");
}

TEST(Interrupt, StandsUntilTheOutermostIsDone) {
  const CatchInterrupts outer;
  {
    const CatchInterrupts inner;
    std::raise(SIGTERM);
  }
  EXPECT_TRUE(interrupted());
}

TEST(Interrupt, ATokenStopsTheWorkOfItsThreadAlone) {
  std::stop_source outer, inner;
  const StopWith stopping(outer.get_token());
  {
    const StopWith inside(inner.get_token());
    EXPECT_FALSE(interrupted());
    inner.request_stop();
    EXPECT_TRUE(interrupted());
  }
  EXPECT_FALSE(interrupted());
  outer.request_stop();
  const StopWith inside(std::stop_token{});
  EXPECT_TRUE(interrupted());
  bool elsewhere = true;
  std::thread([&] { elsewhere = interrupted(); }).join();
  EXPECT_FALSE(elsewhere);
}

TEST(Interrupt, TheWishesOfOneThreadCanBeHandedToAnother) {
  std::stop_source source;
  const StopWith stopping(source.get_token());
  const StopWith* const wishes = StopWith::innermost();
  source.request_stop();
  bool inside = false, after = true;
  std::thread([&] {
    {
      const StopWith handed(wishes, {});
      inside = interrupted();
    }
    after = interrupted();
  }).join();
  EXPECT_TRUE(inside);
  EXPECT_FALSE(after);
  EXPECT_EQ(StopWith::innermost(), wishes);
}

TEST(Interrupt, WhatIsIgnoredStaysIgnored) {
  std::signal(SIGINT, SIG_IGN);
  {
    const CatchInterrupts catching;
    std::raise(SIGINT);
    EXPECT_FALSE(interrupted());
  }
  std::signal(SIGINT, SIG_DFL);
}

}  // namespace weir
