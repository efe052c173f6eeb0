// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/simd.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <vector>

#include "base/float4.h"
#include "base/random.h"
#include "base/simd_wide.h"

namespace weir::simd {

namespace {

using Array = std::array<float, simd::kLanes>;

Array stored(simd::Lanes v) {
  Array a;
  simd::store(v, a.data());
  return a;
}
simd::Lanes loaded(const Array& a) { return simd::load(a.data()); }

}  // namespace

TEST(Simd, PickTurnsQuadruplesIntoVectors) {
  std::vector<Float4> quads(100);
  for (size_t i = 0; i < quads.size(); ++i) {
    const auto f = static_cast<float>(i);
    quads[i] = {f, f + 1000, f + 2000, f + 3000};
  }
  const Random random(1);
  for (uint64_t round = 0; round < 200; ++round) {
    std::array<uint32_t, simd::kLanes> index;
    for (size_t k = 0; k < simd::kLanes; ++k) {
      index[k] = static_cast<uint32_t>(random.below(quads.size(), round * simd::kLanes + k));
    }
    const simd::Quad picked = simd::pick(quads.data(), index.data());
    const Array x = stored(picked.x), y = stored(picked.y), z = stored(picked.z), w = stored(picked.w);
    for (size_t k = 0; k < simd::kLanes; ++k) {
      const Float4& q = quads[index[k]];
      EXPECT_EQ(x[k], q.x);
      EXPECT_EQ(y[k], q.y);
      EXPECT_EQ(z[k], q.z);
      EXPECT_EQ(w[k], q.w);
    }
  }
}

// Whole numbers add up without rounding, whatever the order.
TEST(Simd, SumsOfLanesAreExactForWholeNumbers) {
  const Random random(2);
  for (uint64_t round = 0; round < 200; ++round) {
    Array a, b, c;
    Vec3f expected;
    for (size_t k = 0; k < simd::kLanes; ++k) {
      const Vec3f v = random.unit_vec3(round * simd::kLanes + k) * 2001 - Vec3f{1000, 1000, 1000};
      a[k] = std::floor(v.x), b[k] = std::floor(v.y), c[k] = std::floor(v.z);
      expected += Vec3f{a[k], b[k], c[k]};
    }
    EXPECT_EQ(simd::sums(loaded(a), loaded(b), loaded(c)), expected);
    EXPECT_EQ(simd::sum(loaded(a)), expected.x);
  }
}

// One lane at a time: nothing is counted twice, nothing ends in another's sum.
TEST(Simd, EveryLaneCountsOnce) {
  for (size_t k = 0; k < simd::kLanes; ++k) {
    Array one{};
    one[k] = 3;
    EXPECT_EQ(simd::sum(loaded(one)), 3);
    EXPECT_EQ(simd::sums(loaded(one), simd::zero(), simd::zero()), (Vec3f{3, 0, 0}));
    EXPECT_EQ(simd::sums(simd::zero(), loaded(one), simd::zero()), (Vec3f{0, 3, 0}));
    EXPECT_EQ(simd::sums(simd::zero(), simd::zero(), loaded(one)), (Vec3f{0, 0, 3}));
  }
}

TEST(Simd, InverseRootIsGoodToItsBound) {
  for (int exponent = -80; exponent <= 80; ++exponent) {
    Array x;
    for (size_t k = 0; k < simd::kLanes; ++k) {
      x[k] = std::ldexp(1 + 0.06f * static_cast<float>(k), exponent);
    }
    const Array root = stored(simd::inverse_root(loaded(x)));
    for (size_t k = 0; k < simd::kLanes; ++k) {
      EXPECT_NEAR(root[k] * std::sqrt(static_cast<double>(x[k])), 1, 4e-4) << x[k];
    }
  }
}

TEST(Simd, Float4GoesThereAndBack) {
  const Float4 q = float4({1, 2, 3}, 4);
  EXPECT_EQ(xyz(q), (Vec3f{1, 2, 3}));
  EXPECT_EQ(q.w, 4);
  EXPECT_EQ(float4({1, 2, 3}).w, 0);
}

TEST(Simd, LoadsAndStoresTheFirstLanesAlone) {
  const Array from{1, 2, 3, 4, 5, 6, 7, 8};
  for (size_t count = 0; count <= kLanes; ++count) {
    const Array some = stored(load(from.data(), count));
    Array to{};
    to.fill(-1);
    store(loaded(from), to.data(), count);
    const Mask first_ones = first(count);
    for (size_t k = 0; k < kLanes; ++k) {
      EXPECT_EQ(some[k], k < count ? from[k] : 0);
      EXPECT_EQ(to[k], k < count ? from[k] : -1);
      EXPECT_EQ(first_ones[k], k < count ? -1 : 0);
    }
  }
  EXPECT_TRUE(all(first(1000)));
}

TEST(Simd, MasksAreBits) {
  for (uint32_t bits = 0; bits < 256; ++bits) {
    const Mask mask = mask_of(bits);
    EXPECT_EQ(bits_of(mask), bits);
    EXPECT_EQ(all(mask), bits == 255);
    EXPECT_EQ(none(mask), bits == 0);
  }
}

TEST(Simd, FindsTheGreatestAndTheLeast) {
  for (size_t k = 0; k < kLanes; ++k) {
    Array a{3, -1, 2, 0, 1, 2, -2, 1};
    a[k] = 9;
    EXPECT_EQ(greatest(loaded(a)), 9);
    a[k] = -9;
    EXPECT_EQ(least(loaded(a)), -9);
  }
}

// On every machine.
TEST(Simd, SumsInAFixedOrder) {
  const Random random(5);
  for (uint64_t round = 0; round < 200; ++round) {
    Array a;
    for (size_t k = 0; k < kLanes; ++k) a[k] = random.unit(round * kLanes + k);
    const float wanted = ((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7]));
    EXPECT_EQ(sum(loaded(a)), wanted);
    EXPECT_EQ(sums(loaded(a), zero(), loaded(a)).z, ((a[0] + a[2]) + (a[1] + a[3])) + ((a[4] + a[6]) + (a[5] + a[7])));
  }
}

TEST(Simd, LoadsPointsAndStoresPairs) {
  std::array<Vec3f, kLanes> points;
  for (size_t k = 0; k < kLanes; ++k) {
    const auto f = static_cast<float>(k);
    points[k] = {f, f + 100, f + 200};
  }
  Lanes x, y, z;
  load_points(points.data(), x, y, z);
  struct Pair {
    uint32_t index;
    float weight;
  };
  std::array<Pair, kLanes> pairs;
  store_pairs(Indices{9, 8, 7, 6, 5, 4, 3, 2}, y, pairs.data());
  for (size_t k = 0; k < kLanes; ++k) {
    EXPECT_EQ((Vec3f{x[k], y[k], z[k]}), points[k]);
    EXPECT_EQ(pairs[k].index, 9 - k);
    EXPECT_EQ(pairs[k].weight, points[k].y);
  }
}

TEST(Simd, KeepsTheChosenLanesInOrder) {
  const Random random(6);
  for (uint64_t round = 0; round < 1000; ++round) {
    const auto bits = static_cast<uint32_t>(random.below(size_t{1} << kWide, round));
    std::array<uint32_t, kWide> to;
    store_chosen(count_from(7), bits, to.data());
    size_t n = 0;
    for (uint32_t k = 0; k < kWide; ++k) {
      if (bits >> k & 1) {
        EXPECT_EQ(to[n++], 7 + k);
      }
    }
    EXPECT_EQ(n, static_cast<size_t>(std::popcount(bits)));
  }
  EXPECT_EQ(bits_equal(count_from(7), 9), 4u);
  EXPECT_EQ(first_bits(3), 7u);
  EXPECT_EQ(first_bits(1000), first_bits(kWide));
  Wide some = set_wide(2);
  some[1] = 1;
  EXPECT_EQ(bits_below(some, set_wide(2)), 2u);
}

}  // namespace weir::simd
