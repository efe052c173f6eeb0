// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/reorder.h"

#include "sim/remove_flagged.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <numeric>

#include "base/random.h"

namespace weir {

namespace {

std::vector<uint32_t> shuffled(size_t count, uint64_t seed) {
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  const Random random(seed);
  for (size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(i, i)]);
  return order;
}

}  // namespace

TEST(Reorder, PutsEveryTypeIntoTheOrder) {
  EXPECT_TRUE(rc::check([] {
    const auto count = *rc::gen::inRange<size_t>(0, 500);
    const std::vector<uint32_t> order = shuffled(count, *rc::gen::arbitrary<uint64_t>());
    std::vector<Vec3f> points(count);
    std::vector<uint64_t> ids(count);
    std::vector<float> numbers(count);
    std::vector<uint8_t> flags(count);
    for (size_t i = 0; i < count; ++i) {
      points[i] = {static_cast<float>(i), 1, 2};
      ids[i] = i, numbers[i] = static_cast<float>(i), flags[i] = static_cast<uint8_t>(i);
    }
    Reorder reorder;
    reorder.apply(order, points);
    reorder.apply(order, ids);
    reorder.apply(order, numbers);
    reorder.apply(order, flags);
    for (size_t i = 0; i < count; ++i) {
      RC_ASSERT(points[i].x == static_cast<float>(order[i]));
      RC_ASSERT(ids[i] == order[i]);
      RC_ASSERT(numbers[i] == static_cast<float>(order[i]));
      RC_ASSERT(flags[i] == static_cast<uint8_t>(order[i]));
    }
  }));
}

// One buffer a type serves arrays of different lengths, one after the other.
TEST(Reorder, BuffersAreUsedAgain) {
  Reorder reorder;
  for (const size_t count : {5, 20000, 0, 3, 9000}) {
    const std::vector<uint32_t> order = shuffled(count, count);
    std::vector<float> a(count), b(count);
    for (size_t i = 0; i < count; ++i) a[i] = static_cast<float>(i), b[i] = -static_cast<float>(i);
    reorder.apply(order, a);
    reorder.apply(order, b);
    ASSERT_EQ(a.size(), count);
    for (size_t i = 0; i < count; ++i) {
      ASSERT_EQ(a[i], static_cast<float>(order[i]));
      ASSERT_EQ(b[i], -static_cast<float>(order[i]));
    }
  }
}

TEST(RemoveFlagged, KeepsTheRestInItsOrder) {
  EXPECT_TRUE(rc::check([] {
    auto array = *rc::gen::arbitrary<std::vector<uint64_t>>();
    const auto flags = *rc::gen::container<std::vector<uint8_t>>(array.size(), rc::gen::inRange<uint8_t>(0, 2));
    std::vector<uint64_t> expected;
    for (size_t i = 0; i < array.size(); ++i) {
      if (!flags[i]) expected.push_back(array[i]);
    }
    remove_flagged(flags, array);
    RC_ASSERT(array == expected);
  }));
}

}  // namespace weir
