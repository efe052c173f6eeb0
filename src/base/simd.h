// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Eight numbers as one value, in which both the passes over particles and those over rows of cells are written:
//
//   const simd::Lanes x = simd::load(from), least = simd::min(x, simd::set(limit));
//   simd::store(x > 0 ? simd::mul_add(x, least, least) : simd::zero(), to);
//   const float total = simd::sum(x);
//
// These are the compiler's own vectors: they have the operators of numbers, comparisons give masks and ?: chooses lane
// by lane. They are eight wide on every machine, so results do not depend on its width: lists of neighbours are filled
// up to whole vectors, and with sixteen a fifth of the work would be on what fills them. This file adds what the
// language has no word for, in the instructions of AVX2 and AVX-512 where there are any.
//
// a * b + c may be rounded once or twice, as the compiler finds it faster; mul_add() is rounded once wherever the
// machine can do it.

#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__AVX2__) && defined(__FMA__)
#define WEIR_AVX2 1
#include <immintrin.h>
#if defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512DQ__)
#define WEIR_AVX512 1
#endif
#endif

// For functions of vectors: what is not inlined hands them over in memory.
#define WEIR_INLINE inline __attribute__((always_inline))

namespace weir::simd {

inline constexpr size_t kLanes = 8;
using Lanes = float __attribute__((vector_size(32)));
using Whole = int32_t __attribute__((vector_size(32)));
using Indices = uint32_t __attribute__((vector_size(32)));
using Mask = Whole;                                   // -1 where true, 0 where not
using Four = float __attribute__((vector_size(16)));  // half of Lanes

template <class Vector = Lanes, class T>
WEIR_INLINE Vector load(const T* from) {
  Vector v;
  std::memcpy(&v, from, sizeof v);
  return v;
}
template <class Vector, class T>
WEIR_INLINE void store(Vector v, T* to) {
  std::memcpy(to, &v, sizeof v);
}

WEIR_INLINE Lanes zero() { return Lanes{}; }
WEIR_INLINE Lanes set(float v) { return Lanes{v, v, v, v, v, v, v, v}; }
WEIR_INLINE Four set4(float v) { return Four{v, v, v, v}; }

// The first `count` lanes; all of them where it is more than those.
WEIR_INLINE Mask first(size_t count) {
  const auto n = static_cast<int32_t>(count < kLanes ? count : kLanes);
  return Whole{0, 1, 2, 3, 4, 5, 6, 7} < n;
}

// The first `count` lanes alone: an array's last vector may not be full. The others are zero, or not stored.
WEIR_INLINE Lanes load(const float* from, size_t count) {
#if WEIR_AVX512
  return _mm256_maskz_loadu_ps(static_cast<__mmask8>((1u << count) - 1), from);
#elif WEIR_AVX2
  return _mm256_maskload_ps(from, std::bit_cast<__m256i>(first(count)));
#else
  Lanes v{};
  std::memcpy(&v, from, count * sizeof(float));
  return v;
#endif
}
WEIR_INLINE void store(Lanes v, float* to, size_t count) {
#if WEIR_AVX512
  _mm256_mask_storeu_ps(to, static_cast<__mmask8>((1u << count) - 1), v);
#elif WEIR_AVX2
  _mm256_maskstore_ps(to, std::bit_cast<__m256i>(first(count)), v);
#else
  std::memcpy(to, &v, count * sizeof(float));
#endif
}

// a b + c
template <class Vector>
WEIR_INLINE Vector mul_add(Vector a, Vector b, Vector c) {
#if WEIR_AVX2
  if constexpr (sizeof(Vector) == 16) return _mm_fmadd_ps(a, b, c);
  if constexpr (sizeof(Vector) == 32) return _mm256_fmadd_ps(a, b, c);
#endif
#if WEIR_AVX512
  if constexpr (sizeof(Vector) == 64) return _mm512_fmadd_ps(a, b, c);
#endif
  return a * b + c;
}
// a b - c
template <class Vector>
WEIR_INLINE Vector mul_sub(Vector a, Vector b, Vector c) {
#if WEIR_AVX2
  if constexpr (sizeof(Vector) == 16) return _mm_fmsub_ps(a, b, c);
  if constexpr (sizeof(Vector) == 32) return _mm256_fmsub_ps(a, b, c);
#endif
  return a * b - c;
}
// c - a b
template <class Vector>
WEIR_INLINE Vector neg_mul_add(Vector a, Vector b, Vector c) {
#if WEIR_AVX2
  if constexpr (sizeof(Vector) == 16) return _mm_fnmadd_ps(a, b, c);
  if constexpr (sizeof(Vector) == 32) return _mm256_fnmadd_ps(a, b, c);
#endif
  return c - a * b;
}

template <class Vector>
WEIR_INLINE Vector min(Vector a, Vector b) {
  return a < b ? a : b;
}
template <class Vector>
WEIR_INLINE Vector max(Vector a, Vector b) {
  return a > b ? a : b;
}
WEIR_INLINE Lanes abs(Lanes v) { return std::bit_cast<Lanes>(std::bit_cast<Whole>(v) & 0x7fffffff); }

WEIR_INLINE Lanes sqrt(Lanes v) {
#if WEIR_AVX2
  return _mm256_sqrt_ps(v);
#else
  for (size_t i = 0; i < kLanes; ++i) v[i] = std::sqrt(v[i]);
  return v;
#endif
}
WEIR_INLINE Lanes floor(Lanes v) {
#if WEIR_AVX2
  return _mm256_floor_ps(v);
#else
  for (size_t i = 0; i < kLanes; ++i) v[i] = std::floor(v[i]);
  return v;
#endif
}
// Cut off after the whole part.
WEIR_INLINE Whole to_whole(Lanes v) { return __builtin_convertvector(v, Whole); }
template <class Vector>
WEIR_INLINE Lanes to_float(Vector v) {
  return __builtin_convertvector(v, Lanes);
}

// 1 / sqrt(v), on x86 the machine's estimate, which is good to 4e-4. Sums over neighbours stay symmetric with it.
WEIR_INLINE Lanes inverse_root(Lanes v) {
#if WEIR_AVX2
  return _mm256_rsqrt_ps(v);
#else
  return 1 / sqrt(v);
#endif
}
// 1 / v, as good.
WEIR_INLINE Lanes inverse(Lanes v) {
#if WEIR_AVX2
  return _mm256_rcp_ps(v);
#else
  return 1 / v;
#endif
}
// 1 / v where it is above zero, else 0; exact.
WEIR_INLINE Lanes inverse_or_zero(Lanes v) { return v > 0 ? 1 / (v > 0 ? v : set(1)) : zero(); }

WEIR_INLINE Four low_half(Lanes v) { return __builtin_shufflevector(v, v, 0, 1, 2, 3); }
WEIR_INLINE Four high_half(Lanes v) {
#if WEIR_AVX2
  return _mm256_extractf128_ps(v, 1);
#else
  return __builtin_shufflevector(v, v, 4, 5, 6, 7);
#endif
}
WEIR_INLINE Lanes joined(Four low, Four high) {
#if WEIR_AVX2
  return _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);  // with `high` straight from memory
#else
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#endif
}

// Halves first, then halves of those.
WEIR_INLINE float sum(Lanes v) {
  const Four four = low_half(v) + high_half(v), two = four + __builtin_shufflevector(four, four, 2, 3, 0, 1);
  return (two + __builtin_shufflevector(two, two, 1, 0, 3, 2))[0];
}
WEIR_INLINE float greatest(Lanes v) {
  const Four four = max(low_half(v), high_half(v));
  const Four two = max(four, Four(__builtin_shufflevector(four, four, 2, 3, 0, 1)));
  return max(two, Four(__builtin_shufflevector(two, two, 1, 0, 3, 2)))[0];
}
WEIR_INLINE float least(Lanes v) { return -greatest(-v); }

// A bit for each lane.
WEIR_INLINE uint32_t bits_of(Mask mask) {
#if WEIR_AVX2
  return static_cast<uint32_t>(_mm256_movemask_ps(std::bit_cast<__m256>(mask)));
#else
  uint32_t bits = 0;
  for (size_t i = 0; i < kLanes; ++i) bits |= (mask[i] & 1u) << i;
  return bits;
#endif
}
WEIR_INLINE Mask mask_of(uint32_t bits) {
  constexpr Whole kBit{1, 2, 4, 8, 16, 32, 64, 128};
  return ((Whole{} + static_cast<int32_t>(bits)) & kBit) != 0;
}

WEIR_INLINE bool all(Mask mask) { return bits_of(mask) == 255; }
WEIR_INLINE bool none(Mask mask) { return bits_of(mask) == 0; }

// What lies at eight indices.
WEIR_INLINE Lanes gather(const float* from, Indices index) {
#if WEIR_AVX2
  return _mm256_i32gather_ps(from, std::bit_cast<__m256i>(index), 4);
#else
  Lanes v;
  for (size_t i = 0; i < kLanes; ++i) v[i] = from[index[i]];
  return v;
#endif
}
WEIR_INLINE Indices gather(const uint32_t* from, Indices index) {
  return std::bit_cast<Indices>(gather(reinterpret_cast<const float*>(from), index));
}

}  // namespace weir::simd
