// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Vectors as wide as the machine has them, for looking through many candidates and keeping a few. Nothing is summed in
// them, so results do not depend on their width. Which lanes are meant is told by the bits of a number:
//
//   const uint32_t near = simd::bits_below(distance, limit);
//   simd::store_chosen(index, near, to);
//   to += std::popcount(near);

#pragma once

#include "base/simd.h"

namespace weir::simd {

#if WEIR_AVX512
inline constexpr size_t kWide = 16;
#else
inline constexpr size_t kWide = 8;
#endif
using Wide = float __attribute__((vector_size(4 * kWide)));
using WideIndices = uint32_t __attribute__((vector_size(4 * kWide)));

WEIR_INLINE Wide set_wide(float v) {
  Wide all;
  for (size_t i = 0; i < kWide; ++i) all[i] = v;
  return all;
}
// first, first + 1, ...
WEIR_INLINE WideIndices count_from(uint32_t first) {
  WideIndices all;
  for (uint32_t i = 0; i < kWide; ++i) all[i] = i;
  return all + first;
}

// Bits of the first `count` lanes.
WEIR_INLINE uint32_t first_bits(size_t count) {
  return static_cast<uint32_t>((uint64_t{1} << (count < kWide ? count : kWide)) - 1);
}
WEIR_INLINE uint32_t bits_below(Wide v, Wide limit) {
#if WEIR_AVX512
  return _mm512_cmp_ps_mask(v, limit, _CMP_LT_OQ);
#else
  return bits_of(v < limit);
#endif
}
WEIR_INLINE uint32_t bits_equal(WideIndices a, uint32_t b) {
#if WEIR_AVX512
  return _mm512_cmpeq_epi32_mask(std::bit_cast<__m512i>(a), _mm512_set1_epi32(static_cast<int>(b)));
#else
  return bits_of(a == b);
#endif
}

namespace detail {

// For each choice of eight lanes: the lanes that are chosen, a byte each.
consteval std::array<uint64_t, 256> chosen_lanes() {
  std::array<uint64_t, 256> table{};
  for (uint64_t bits = 0; bits < 256; ++bits) {
    for (uint64_t lane = 0, shift = 0; lane < 8; ++lane) {
      if (bits >> lane & 1) table[bits] |= lane << shift, shift += 8;
    }
  }
  return table;
}

}  // namespace detail

// The chosen lanes one after the other. All of a vector is written; what follows the chosen ones has no meaning.
template <class Vector, class T>
WEIR_INLINE void store_chosen(Vector v, uint32_t bits, T* to) {
#if WEIR_AVX512
  // Not with the instruction that stores as well: on some machines it takes ten times as long.
  const __m512i chosen = _mm512_maskz_compress_epi32(static_cast<__mmask16>(bits), std::bit_cast<__m512i>(v));
  std::memcpy(to, &chosen, sizeof chosen);
#elif WEIR_AVX2
  static constexpr std::array<uint64_t, 256> kChosen = detail::chosen_lanes();
  const __m256i lanes = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<int64_t>(kChosen[bits])));
  const __m256i chosen = _mm256_permutevar8x32_epi32(std::bit_cast<__m256i>(v), lanes);
  std::memcpy(to, &chosen, sizeof chosen);
#else
  for (size_t i = 0, n = 0; i < kWide; ++i) {
    to[n] = v[i];
    n += bits >> i & 1;
  }
#endif
}

}  // namespace weir::simd
