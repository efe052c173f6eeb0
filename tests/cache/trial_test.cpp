// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/trial.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace weir::cache {

static constexpr TrialLimits kLimits{1, size_t{1} << 28};

TEST(Trial, WhatComesToItsEndPassesAndChangesNothingHere) {
  int value = 1;
  EXPECT_EQ(failure_in_trial([&] { value = 2; }, kLimits), "");
  EXPECT_EQ(value, 1);
}

TEST(Trial, WhatIsThrownIsTold) {
  EXPECT_EQ(failure_in_trial([] { throw std::runtime_error("no good"); }, kLimits), "no good");
}

TEST(Trial, CrashesAndEndlessLoopsAreSurvived) {
  EXPECT_NE(failure_in_trial([] { raise(SIGSEGV); }, kLimits), "");
  EXPECT_NE(failure_in_trial([] { std::abort(); }, kLimits), "");
  EXPECT_NE(failure_in_trial([] { std::_Exit(0); }, kLimits), "");
  volatile bool forever = true;
  EXPECT_NE(failure_in_trial(
                [&] {
                  while (forever) {
                  }
                },
                kLimits),
            "");
}

// The address sanitizer does not let allocations fail.
#if !defined(__SANITIZE_ADDRESS__)
TEST(Trial, AbsurdAmountsOfMemoryAreRefused) {
  EXPECT_NE(failure_in_trial([] { std::vector<char> huge(size_t{1} << 30, 'x'); }, kLimits), "");
  EXPECT_EQ(failure_in_trial([] { std::vector<char> fair(size_t{1} << 26, 'x'); }, kLimits), "");
}
#endif

}  // namespace weir::cache
