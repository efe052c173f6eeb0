// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Counter-based random numbers: a value is a pure function of (seed, stream, index), so particles can be jittered in
// any order, on any thread, and a resumed run draws the same numbers as an unbroken one.
//
//   Random random(scene.seed, kStreamSampling);
//   Vec3f jitter = random.unit_vec3(index);
//
// Philox4x32-10, Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3".

#pragma once

#include <array>
#include <cstdint>

#include "weir/base/vec.h"

namespace weir {

constexpr std::array<uint32_t, 4> philox4x32(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = uint64_t{0xD2511F53u} * counter[0];
    const uint64_t b = uint64_t{0xCD9E8D57u} * counter[2];
    counter = {static_cast<uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<uint32_t>(b),
               static_cast<uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<uint32_t>(a)};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  return counter;
}

class Random {
 public:
  // `stream` tells uses of one seed apart (sampling, emission, ...), so that they do not see the same numbers.
  constexpr explicit Random(uint64_t seed, uint32_t stream = 0) : seed_(seed), stream_(stream) {}

  constexpr std::array<uint32_t, 4> bits(uint64_t index, uint32_t draw = 0) const {
    return philox4x32({static_cast<uint32_t>(index), static_cast<uint32_t>(index >> 32), draw, stream_},
                      {static_cast<uint32_t>(seed_), static_cast<uint32_t>(seed_ >> 32)});
  }
  // Uniform in [0, 1).
  constexpr float unit(uint64_t index, uint32_t draw = 0) const { return to_unit(bits(index, draw)[0]); }
  // Three independent values, uniform in [0, 1).
  constexpr Vec3f unit_vec3(uint64_t index, uint32_t draw = 0) const {
    const auto b = bits(index, draw);
    return {to_unit(b[0]), to_unit(b[1]), to_unit(b[2])};
  }
  // Uniform in {0, ..., count - 1}. The bias of count / 2^64 is not measurable.
  constexpr uint64_t below(uint64_t count, uint64_t index, uint32_t draw = 0) const {
    const auto b = bits(index, draw);
    const uint64_t value = uint64_t{b[0]} << 32 | b[1];
    return static_cast<uint64_t>((static_cast<unsigned __int128>(value) * count) >> 64);
  }
  // Uniform on the unit sphere.
  Vec3f direction(uint64_t index, uint32_t draw = 0) const {
    const auto b = bits(index, draw);
    const float z = 2 * to_unit(b[0]) - 1, angle = static_cast<float>(2 * kPi) * to_unit(b[1]);
    const float r = std::sqrt(std::max(0.0f, 1 - z * z));
    return {r * std::cos(angle), r * std::sin(angle), z};
  }

 private:
  // 24 bits: every float in the result is below 1.
  static constexpr float to_unit(uint32_t b) { return static_cast<float>(b >> 8) * 0x1p-24f; }

  uint64_t seed_;
  uint32_t stream_;
};

}  // namespace weir
