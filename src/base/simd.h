// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Vectors of floats as wide as the machine has them, by Google Highway, and the one access pattern of every pass over
// neighbours: what belongs to several particles is picked up by index. A particle's quadruple is loaded whole and
// quadruples are then turned into four vectors, since gathers are slow on some CPUs.

#pragma once

#include <hwy/highway.h>

#include <cstdint>

#include "base/vec.h"

namespace weir {

// Mostly a point and one number that goes with it.
struct alignas(16) Float4 {
  float x = 0, y = 0, z = 0, w = 0;
};
inline Float4 float4(const Vec3f& v, float w = 0) { return {v.x, v.y, v.z, w}; }
inline Vec3f xyz(const Float4& q) { return {q.x, q.y, q.z}; }

namespace hn = hwy::HWY_NAMESPACE;

namespace simd {

// Eight at most: lists of neighbours are filled up to whole vectors, and with sixteen a fifth of the work would be on
// what fills them.
using Tag = hn::CappedTag<float, 8>;
using Lanes = hn::Vec<Tag>;
using IndexTag = hn::Rebind<uint32_t, Tag>;
inline constexpr size_t kLanes = hn::MaxLanes(Tag());

inline Lanes zero() { return hn::Zero(Tag()); }
inline Lanes set(float value) { return hn::Set(Tag(), value); }
// The first `count` lanes alone: an array's last vector may not be full. The others are zero.
inline Lanes load(const float* from, size_t count) { return hn::MaskedLoad(hn::FirstN(Tag(), count), Tag(), from); }
inline void store(Lanes v, float* to, size_t count) { hn::BlendedStore(v, hn::FirstN(Tag(), count), Tag(), to); }
inline float sum(Lanes v) { return hn::GetLane(hn::SumOfLanes(Tag(), v)); }

namespace detail {

template <class D>
HWY_INLINE hn::Vec<D> load_blocks(D d, const Float4* from, const uint32_t* index) {
  if constexpr (hn::MaxLanes(D()) == 4) {
    return hn::Load(d, &from[index[0]].x);
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, load_blocks(half, from, index + hn::MaxLanes(half)), load_blocks(half, from, index));
  }
}

// The sum of a vector's quadruples.
template <class D>
HWY_INLINE Float4 add_blocks(D d, hn::Vec<D> v) {
  if constexpr (hn::MaxLanes(D()) == 4) {
    Float4 sum;
    hn::Store(v, d, &sum.x);
    return sum;
  } else {
    const hn::Half<D> half;
    return add_blocks(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  }
}

}  // namespace detail

// 1 / sqrt(x): the machine's estimate where it is good to 4e-4; elsewhere it is coarser and gets one step of Newton.
// Sums over neighbours stay symmetric whatever it is.
HWY_INLINE Lanes inverse_root(Lanes x) {
  const Lanes estimate = hn::ApproximateReciprocalSqrt(x);
  if constexpr (HWY_ARCH_X86) return estimate;
  const Lanes half = hn::Mul(set(0.5f), hn::Mul(x, estimate));
  return hn::Mul(estimate, hn::NegMulAdd(half, estimate, set(1.5f)));
}

// 1 / x, as good.
HWY_INLINE Lanes inverse(Lanes x) {
  const Lanes estimate = hn::ApproximateReciprocal(x);
  if constexpr (HWY_ARCH_X86) return estimate;
  return hn::Mul(estimate, hn::NegMulAdd(x, estimate, set(2)));
}

// The sums of the lanes of three vectors, with a few shuffles for all of them.
HWY_INLINE Vec3f sums(Lanes x, Lanes y, Lanes z) {
  const Tag d;
  const hn::Repartition<double, Tag> pairs;
  const Lanes xy = hn::Add(hn::InterleaveLower(d, x, y), hn::InterleaveUpper(d, x, y));
  const Lanes z0 = hn::Add(hn::InterleaveLower(d, z, zero()), hn::InterleaveUpper(d, z, zero()));
  const Lanes even = hn::BitCast(d, hn::InterleaveLower(pairs, hn::BitCast(pairs, xy), hn::BitCast(pairs, z0)));
  const Lanes odd = hn::BitCast(d, hn::InterleaveUpper(pairs, hn::BitCast(pairs, xy), hn::BitCast(pairs, z0)));
  const Float4 all = detail::add_blocks(d, hn::Add(even, odd));
  return {all.x, all.y, all.z};
}

struct Quad {
  Lanes x, y, z, w;
};

// The quadruples of kLanes particles.
HWY_INLINE Quad pick(const Float4* from, const uint32_t* index) {
  const Tag d;
  const hn::Repartition<double, Tag> pairs;
  const Lanes a = detail::load_blocks(d, from, index), b = detail::load_blocks(d, from, index + 1);
  const Lanes c = detail::load_blocks(d, from, index + 2), e = detail::load_blocks(d, from, index + 3);
  const auto ab_low = hn::BitCast(pairs, hn::InterleaveLower(d, a, b));
  const auto ab_high = hn::BitCast(pairs, hn::InterleaveUpper(d, a, b));
  const auto ce_low = hn::BitCast(pairs, hn::InterleaveLower(d, c, e));
  const auto ce_high = hn::BitCast(pairs, hn::InterleaveUpper(d, c, e));
  return {hn::BitCast(d, hn::InterleaveLower(pairs, ab_low, ce_low)),
          hn::BitCast(d, hn::InterleaveUpper(pairs, ab_low, ce_low)),
          hn::BitCast(d, hn::InterleaveLower(pairs, ab_high, ce_high)),
          hn::BitCast(d, hn::InterleaveUpper(pairs, ab_high, ce_high))};
}

}  // namespace simd

}  // namespace weir
