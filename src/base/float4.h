// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The access pattern of every pass over neighbours: what belongs to several particles is picked up by index. A
// particle's quadruple is loaded whole, and eight quadruples are then turned into four vectors.

#pragma once

#include "base/simd.h"
#include "weir/base/vec.h"

namespace weir {

// Mostly a point and one number that goes with it.
struct alignas(16) Float4 {
  float x = 0, y = 0, z = 0, w = 0;
};
inline Float4 float4(const Vec3f& v, float w = 0) { return {v.x, v.y, v.z, w}; }
inline Vec3f xyz(const Float4& q) { return {q.x, q.y, q.z}; }

namespace simd {

struct Quad {
  Lanes x, y, z, w;
};

// What four(n) loads, the four numbers of lane n, as the four vectors of all lanes.
template <class LoadFour>
WEIR_INLINE Quad turned(LoadFour&& four) {
  const auto lanes = [&](int n) __attribute__((always_inline)) { return joined(four(n), four(n + 4)); };
  const Lanes a = lanes(0), b = lanes(1), c = lanes(2), d = lanes(3);
  const Lanes ab_low = __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
  const Lanes cd_low = __builtin_shufflevector(c, d, 0, 8, 1, 9, 4, 12, 5, 13);
  const Lanes ab_high = __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
  const Lanes cd_high = __builtin_shufflevector(c, d, 2, 10, 3, 11, 6, 14, 7, 15);
  return {__builtin_shufflevector(ab_low, cd_low, 0, 1, 8, 9, 4, 5, 12, 13),
          __builtin_shufflevector(ab_low, cd_low, 2, 3, 10, 11, 6, 7, 14, 15),
          __builtin_shufflevector(ab_high, cd_high, 0, 1, 8, 9, 4, 5, 12, 13),
          __builtin_shufflevector(ab_high, cd_high, 2, 3, 10, 11, 6, 7, 14, 15)};
}

// The quadruples of eight particles.
template <class Index>
WEIR_INLINE Quad pick(const Float4* from, const Index* index) {
  return turned([&](int n) __attribute__((always_inline)) { return load<Four>(&from[index[n]].x); });
}

WEIR_INLINE Indices load_indices(const uint16_t* from) {
  using Short = uint16_t __attribute__((vector_size(16)));
  return __builtin_convertvector(load<Short>(from), Indices);
}

// The sums of the lanes of three vectors, with a few shuffles for all of them.
WEIR_INLINE Vec3f sums(Lanes x, Lanes y, Lanes z) {
  const Lanes xy = __builtin_shufflevector(x, y, 0, 8, 1, 9, 4, 12, 5, 13) +
                   __builtin_shufflevector(x, y, 2, 10, 3, 11, 6, 14, 7, 15);
  const Lanes z0 = __builtin_shufflevector(z, zero(), 0, 8, 1, 9, 4, 12, 5, 13) +
                   __builtin_shufflevector(z, zero(), 2, 10, 3, 11, 6, 14, 7, 15);
  const Lanes all = __builtin_shufflevector(xy, z0, 0, 1, 8, 9, 4, 5, 12, 13) +
                    __builtin_shufflevector(xy, z0, 2, 3, 10, 11, 6, 7, 14, 15);
  const Four four = low_half(all) + high_half(all);
  return {four[0], four[1], four[2]};
}

// Eight points as the vectors of their coordinates.
WEIR_INLINE void load_points(const Vec3f* from, Lanes& x, Lanes& y, Lanes& z) {
  const Lanes a = load(&from->x), b = load(&from->x + kLanes), c = load(&from->x + 2 * kLanes);
  x = __builtin_shufflevector(__builtin_shufflevector(a, b, 0, 3, 6, 9, 12, 15, 0, 0), c, 0, 1, 2, 3, 4, 5, 10, 13);
  y = __builtin_shufflevector(__builtin_shufflevector(a, b, 1, 4, 7, 10, 13, 0, 0, 0), c, 0, 1, 2, 3, 4, 8, 11, 14);
  z = __builtin_shufflevector(__builtin_shufflevector(a, b, 2, 5, 8, 11, 14, 0, 0, 0), c, 0, 1, 2, 3, 4, 9, 12, 15);
}

// first[0], second[0], first[1], ... Eight pairs of two numbers of 32 bits.
template <class Pair>
WEIR_INLINE void store_pairs(Indices first, Lanes second, Pair* to) {
  static_assert(sizeof(Pair) == 8);
  const Lanes a = std::bit_cast<Lanes>(first);
  store(__builtin_shufflevector(a, second, 0, 8, 1, 9, 2, 10, 3, 11), to);
  store(__builtin_shufflevector(a, second, 4, 12, 5, 13, 6, 14, 7, 15), to + kLanes / 2);
}

}  // namespace simd

}  // namespace weir
