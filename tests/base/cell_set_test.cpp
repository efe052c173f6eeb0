// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/cell_set.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace weir {

namespace {

Vec3i random_cell(const Random& random, uint64_t n) {
  const Vec3f v = random.unit_vec3(n) * 40;
  return {static_cast<int>(v.x) - 20, static_cast<int>(v.y) - 20, static_cast<int>(v.z) - 20};
}

TEST(CellSet, KeepsMembersOnceAndInOrder) {
  const Random random(3);
  CellSet set;
  std::vector<Vec3i> wanted;
  for (uint64_t n = 0; n < 5000; ++n) {
    const Vec3i cell = random_cell(random, n);
    const bool known = set.contains(cell);
    const int32_t number = set.add(cell);
    if (!known) wanted.push_back(cell);
    EXPECT_EQ(set[static_cast<size_t>(number)], cell);
  }
  EXPECT_EQ(std::vector<Vec3i>(set.members().begin(), set.members().end()), wanted);
}

TEST(CellSet, FindsWhatItWasMadeOf) {
  const CellSet set({{1, 2, 3}, {-1000000, 5, 0}, {0, 0, 0}});
  EXPECT_EQ(set.find({1, 2, 3}), 0);
  EXPECT_EQ(set.find({-1000000, 5, 0}), 1);
  EXPECT_EQ(set.find({0, 0, 0}), 2);
  EXPECT_EQ(set.find({3, 2, 1}), -1);
  EXPECT_EQ(CellSet(std::vector<Vec3i>()).find({}), -1);
}

TEST(CellSet, GrowsFromWhatItWasMadeOf) {
  CellSet set({{7, 7, 7}});
  for (int n = 0; n < 1000; ++n) EXPECT_EQ(set.add({n, 0, 0}), n + 1);
  EXPECT_EQ(set.find({7, 7, 7}), 0);
  EXPECT_EQ(set.size(), 1001u);
}

}  // namespace

}  // namespace weir
