// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A 64-bit checksum of bytes, to notice damaged files and changed inputs. Not for secrets.

#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace weir {

constexpr uint64_t mix_bits(uint64_t x) {  // the finaliser of SplitMix64 (Steele et al. 2014)
  x ^= x >> 30;
  x *= 0xBF58476D1CE4E5B9u;
  x ^= x >> 27;
  x *= 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

inline uint64_t hash_bytes(std::string_view bytes, uint64_t seed = 0) {
  uint64_t hash = mix_bits(seed ^ (bytes.size() * 0x9E3779B97F4A7C15u));
  while (!bytes.empty()) {
    uint64_t word = 0;
    const size_t count = bytes.size() < 8 ? bytes.size() : 8;
    std::memcpy(&word, bytes.data(), count);
    hash = mix_bits(hash ^ word) + 0x9E3779B97F4A7C15u;
    bytes.remove_prefix(count);
  }
  return mix_bits(hash);
}

}  // namespace weir
