// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/library/integer_coding.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>

#include "base/random.h"
#include "control/templates/library/bytes.h"

namespace weir::templates {

TEST(IntegerCoding, ComesBackWhateverItIs) {
  EXPECT_TRUE(rc::check("any list", [](const std::vector<int64_t>& values) {
    RC_ASSERT(unpack_integers(pack_integers(values), values.size()) == values);
  }));
  EXPECT_TRUE(rc::check("small numbers and few large ones", [](const std::vector<int8_t>& small, int64_t large) {
    std::vector<int64_t> values(small.begin(), small.end());
    values.push_back(large);
    RC_ASSERT(unpack_integers(pack_integers(values), values.size()) == values);
  }));
  const std::vector<int64_t> ends{std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max(), 0, -1, 1};
  EXPECT_EQ(unpack_integers(pack_integers(ends), ends.size()), ends);
}

TEST(IntegerCoding, NothingNewCostsNothing) {
  EXPECT_EQ(pack_integers({}), "");
  EXPECT_LT(pack_integers(std::vector<int64_t>(100'000, 42)).size(), 20u);
  std::vector<int64_t> counted(100'000);
  for (size_t i = 0; i < counted.size(); ++i) counted[i] = static_cast<int64_t>(i) * 3;
  EXPECT_LT(pack_integers(counted).size(), 60u);
}

// Shannon's bound, computed from the distribution the numbers are drawn from.
TEST(IntegerCoding, IsCloseToTheEntropy) {
  for (const double scale : {0.5, 3.0, 40.0, 5000.0}) {
    const Random random(3);
    std::vector<int64_t> values(40'000);
    for (size_t i = 0; i < values.size(); ++i) {
      const double u = random.unit(i) - 0.5;
      values[i] = std::lround(-scale * std::copysign(1.0, u) * std::log(1 - 2 * std::abs(u) + 1e-12));
    }
    double entropy = 0;  // bits a number, of a Laplace distribution rounded to whole numbers
    for (int64_t k = -100'000; k <= 100'000; ++k) {
      const double a = std::exp(-(std::abs(static_cast<double>(k)) - 0.5) / scale),
                   b = std::exp(-(std::abs(static_cast<double>(k)) + 0.5) / scale);
      const double p = k == 0 ? 1 - std::exp(-0.5 / scale) : 0.5 * (a - b);
      if (p > 1e-15) entropy -= p * std::log2(p);
    }
    const double bits = 8.0 * static_cast<double>(pack_integers(values).size()) / static_cast<double>(values.size());
    EXPECT_LT(bits, entropy + 0.15) << scale;
    EXPECT_GT(bits, entropy - 0.05) << scale;
  }
}

TEST(IntegerCoding, DamageIsNoticedOrHarmless) {
  const Random random(5);
  std::vector<int64_t> values(500);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int64_t>(random.below(200, i)) - 100;
  const std::string packed = pack_integers(values);
  for (size_t length = 0; length < packed.size(); ++length) {
    EXPECT_THROW(unpack_integers(packed.substr(0, length), values.size()), Damaged) << length;
  }
  for (uint64_t n = 0; n < 20'000; ++n) {
    std::string damaged = packed;
    damaged[random.below(damaged.size(), n, 1)] = static_cast<char>(random.below(256, n, 2));
    try {
      EXPECT_EQ(unpack_integers(damaged, values.size()).size(), values.size());
    } catch (const Damaged&) {
    }
  }
}

}  // namespace weir::templates
