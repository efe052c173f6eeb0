// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/simd.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "base/random.h"

namespace weir::sph {

namespace {

using Array = std::array<float, simd::kLanes>;

Array stored(simd::Lanes v) {
  Array a;
  hn::StoreU(v, simd::Tag(), a.data());
  return a;
}
simd::Lanes loaded(const Array& a) { return hn::LoadU(simd::Tag(), a.data()); }

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

}  // namespace weir::sph
