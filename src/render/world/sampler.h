// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The random numbers of light paths: a pure function of (frame, pixel, sample, draw), spread evenly over the samples
// of a pixel and over neighbouring pixels, so that what noise is left is fine-grained. Two dimensions of Sobol's
// sequence, scrambled anew for every draw (Burley 2020, "Practical hash-based Owen scrambling", with the hash of Laine
// and Karras 2011), pixels taken along a Z-shaped curve (Ahmed and Wonka 2020, "Screen-space blue-noise diffusion").

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace weir::render {

namespace detail {

constexpr uint32_t reversed_bits(uint32_t x) {
  x = ((x >> 1) & 0x55555555u) | ((x & 0x55555555u) << 1);
  x = ((x >> 2) & 0x33333333u) | ((x & 0x33333333u) << 2);
  x = ((x >> 4) & 0x0F0F0F0Fu) | ((x & 0x0F0F0F0Fu) << 4);
  return (x << 24) | ((x & 0xFF00u) << 8) | ((x >> 8) & 0xFF00u) | (x >> 24);
}

// Every bit is flipped or not by the bits below it.
constexpr uint32_t permuted_upward(uint32_t x, uint32_t seed) {
  x += seed;
  x ^= x * 0x6C50B47Cu;
  x ^= x * 0xB82F1E52u;
  x ^= x * 0xC7AFE638u;
  return x ^ (x * 0x8D22F6E6u);
}

// The matrix of Sobol's second dimension times a byte, for each of the four bytes of an index.
constexpr std::array<std::array<uint32_t, 256>, 4> second_dimension() {
  std::array<std::array<uint32_t, 256>, 4> table{};
  uint32_t column = 1u << 31;
  for (int bit = 0; bit < 32; ++bit, column ^= column >> 1) {
    for (uint32_t byte = 0; byte < 256; ++byte) {
      if (byte >> (bit % 8) & 1u) table[static_cast<size_t>(bit / 8)][byte] ^= column;
    }
  }
  return table;
}
inline constexpr auto kSecondDimension = second_dimension();

constexpr uint32_t spread_bits(uint32_t x) {  // a 0 between any two of the lower 16 bits
  x &= 0xFFFFu;
  x = (x | (x << 8)) & 0x00FF00FFu;
  x = (x | (x << 4)) & 0x0F0F0F0Fu;
  x = (x | (x << 2)) & 0x33333333u;
  return (x | (x << 1)) & 0x55555555u;
}

constexpr uint32_t mixed(uint32_t x) {  // every bit of the result depends on every bit of x
  x ^= x >> 16;
  x *= 0x7FEB352Du;
  x ^= x >> 15;
  x *= 0x846CA68Bu;
  return x ^ (x >> 16);
}

}  // namespace detail

class Sampler {
 public:
  // `samples`: how many a pixel has.
  Sampler(uint32_t frame, int x, int y, int sample, int samples)
      : seed_(detail::mixed(frame * 0x9E3779B9u + 0x51ED270Bu)) {
    const uint32_t curve = detail::spread_bits(static_cast<uint32_t>(x)) | detail::spread_bits(static_cast<uint32_t>(y))
                                                                               << 1;
    const uint32_t index = curve * std::bit_ceil(static_cast<uint32_t>(samples)) + static_cast<uint32_t>(sample);
    reversed_index_ = detail::reversed_bits(index);
  }

  // Two values in [0, 1), spread evenly over the unit square.
  struct Pair {
    float u, v;
  };
  Pair pair() {
    const uint32_t draw = detail::mixed(seed_ + 0x632BE5ABu * ++draws_);
    const uint32_t i = detail::reversed_bits(detail::permuted_upward(reversed_index_, draw));
    uint32_t second = 0;
    for (uint32_t byte = 0; byte < 4; ++byte) second ^= detail::kSecondDimension[byte][i >> (8 * byte) & 255u];
    // Sobol's first dimension is the index with its bits reversed; scrambling reverses them once more.
    return {unit(detail::reversed_bits(detail::permuted_upward(i, draw ^ 0x5851F42Du))),
            unit(detail::reversed_bits(detail::permuted_upward(detail::reversed_bits(second), draw ^ 0x14057B7Eu)))};
  }
  float one() { return pair().u; }

 private:
  static float unit(uint32_t bits) { return static_cast<float>(bits >> 8) * 0x1p-24f; }

  uint32_t seed_, reversed_index_ = 0, draws_ = 0;
};

}  // namespace weir::render
