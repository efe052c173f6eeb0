// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/base/parallel.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstring>
#include <numeric>

#include "base/random.h"

namespace weir {

TEST(Parallel, VisitsEveryItemOnce) {
  for (const size_t count : {size_t{0}, size_t{1}, kBlockSize, kBlockSize + 1, size_t{100003}}) {
    std::vector<int> visits(count, 0);
    parallel_for(count, [&](size_t i) { ++visits[i]; });
    EXPECT_EQ(std::accumulate(visits.begin(), visits.end(), size_t{0}), count);
    EXPECT_TRUE(std::all_of(visits.begin(), visits.end(), [](int v) { return v == 1; }));
  }
}

TEST(Parallel, FloatSumsDoNotDependOnThreads) {
  const Random random(7);
  const auto sum = [&](int threads) {
    const ThreadLimit limit(threads);
    return parallel_sum<float>(1000000, [&](size_t i) { return random.unit(i) * (i % 3 ? 1e-3f : 1e3f); });
  };
  const float one = sum(1);
  for (const int threads : {2, 3, 8}) {
    const float many = sum(threads);
    EXPECT_EQ(std::memcmp(&one, &many, sizeof one), 0);
  }
}

TEST(Parallel, SumsAndMaximaAreRight) {
  EXPECT_TRUE(rc::check([](const std::vector<int>& values) {
    const auto value = [&](size_t i) { return values[i]; };
    RC_ASSERT(parallel_sum<long>(values.size(), value) == std::accumulate(values.begin(), values.end(), 0L));
    int best = -2000000000;
    for (const int v : values) best = std::max(best, v);
    RC_ASSERT(parallel_max<int>(values.size(), -2000000000, value) == best);
  }));
}

TEST(Parallel, ExceptionsReachTheCaller) {
  EXPECT_THROW(parallel_for(100000,
                            [](size_t i) {
                              if (i == 77777) throw std::runtime_error("77777");
                            }),
               std::runtime_error);
}

}  // namespace weir
