// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/crash_guard.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace weir::cache {

namespace {

constexpr GuardLimits kLimits{1, size_t{1} << 28};

}  // namespace

TEST(CrashGuard, WhatComesToItsEndPassesAndChangesNothingHere) {
  int value = 1;
  EXPECT_EQ(failure_under_guard([&] { value = 2; }, kLimits), "");
  EXPECT_EQ(value, 1);
}

TEST(CrashGuard, WhatIsThrownIsTold) {
  EXPECT_EQ(failure_under_guard([] { throw std::runtime_error("no good"); }, kLimits), "no good");
}

TEST(CrashGuard, CrashesAndEndlessLoopsAreSurvived) {
  EXPECT_NE(failure_under_guard([] { raise(SIGSEGV); }, kLimits), "");
  EXPECT_NE(failure_under_guard([] { std::abort(); }, kLimits), "");
  EXPECT_NE(failure_under_guard([] { std::_Exit(0); }, kLimits), "");
  volatile bool forever = true;
  EXPECT_NE(failure_under_guard(
                [&] {
                  while (forever) {
                  }
                },
                kLimits),
            "");
}

// The address sanitizer does not let allocations fail.
#if !defined(__SANITIZE_ADDRESS__)
TEST(CrashGuard, AbsurdAmountsOfMemoryAreRefused) {
  EXPECT_NE(failure_under_guard([] { std::vector<char> huge(size_t{1} << 30, 'x'); }, kLimits), "");
  EXPECT_EQ(failure_under_guard([] { std::vector<char> fair(size_t{1} << 26, 'x'); }, kLimits), "");
}
#endif

}  // namespace weir::cache
