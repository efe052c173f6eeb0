// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/key_groups.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <numeric>

#include "base/random.h"

namespace weir {

namespace {

// The order and the beginnings of groups that a stable sort gives.
struct Sorted {
  std::vector<uint32_t> order, begin;
  bool operator==(const Sorted&) const = default;
};

Sorted expected(const std::vector<uint64_t>& keys) {
  Sorted result;
  result.order.resize(keys.size());
  std::iota(result.order.begin(), result.order.end(), 0u);
  std::stable_sort(result.order.begin(), result.order.end(), [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
  for (uint32_t i = 0; i < keys.size(); ++i) {
    if (i == 0 || keys[result.order[i]] != keys[result.order[i - 1]]) result.begin.push_back(i);
  }
  return result;
}

Sorted found(const KeyGroups& groups) {
  Sorted result{{groups.order().begin(), groups.order().end()}, {}};
  for (size_t g = 0; g < groups.size(); ++g) result.begin.push_back(groups.begin(g));
  return result;
}

TEST(KeyGroups, AreWhatAStableSortGives) {
  KeyGroups groups;  // the same again and again, so that nothing may stay of what was there before
  EXPECT_TRUE(rc::check([&] {
    const int bits = *rc::gen::inRange(0, 65);
    const auto count = *rc::gen::inRange<size_t>(0, 300);
    const uint64_t mask = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
    auto keys = *rc::gen::container<std::vector<uint64_t>>(count, rc::gen::arbitrary<uint64_t>());
    for (size_t i = 0; i < count; ++i) keys[i] = (i % 3 == 2 ? keys[i - 1] : keys[i]) & mask;
    groups.sort(count, bits, [&](size_t i) { return keys[i]; });
    RC_ASSERT(found(groups) == expected(keys));
    for (uint32_t slot = 0; slot < count; ++slot) {
      const size_t group = groups.containing(slot);
      RC_ASSERT(groups.begin(group) <= slot && slot < groups.end(group));
    }
  }));
}

TEST(KeyGroups, OfManyBlocks) {
  const Random random(3);
  std::vector<uint64_t> keys(100'000);
  for (size_t i = 0; i < keys.size(); ++i) keys[i] = random.below(5000, i);
  KeyGroups groups;
  groups.sort(keys.size(), 13, [&](size_t i) { return keys[i]; });
  EXPECT_TRUE(found(groups) == expected(keys));
}

TEST(KeyGroups, KnowTheirSlotsWithoutTheOrder) {
  KeyGroups groups;
  EXPECT_EQ(groups.size(), 0u);
  groups.sort(4, 2, [](size_t i) { return i / 2; });
  groups.forget_order();
  EXPECT_TRUE(groups.order().empty());
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups.end(0), 2u);
  EXPECT_EQ(groups.end(1), 4u);
}

}  // namespace

}  // namespace weir
