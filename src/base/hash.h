// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A 64-bit checksum of bytes, to notice damaged files and changed inputs. Not for secrets.

#pragma once

#include <algorithm>
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

// The same for bytes that come in pieces, `size` of them in all.
class ByteHash {
 public:
  explicit ByteHash(size_t size, uint64_t seed = 0) : hash_(mix_bits(seed ^ (size * 0x9E3779B97F4A7C15u))) {}

  void add(std::string_view bytes) {
    if (waiting_ > 0) bytes.remove_prefix(fill_word(bytes));
    if (waiting_ == sizeof word_) end_word();
    for (; bytes.size() >= sizeof word_; bytes.remove_prefix(sizeof word_)) {
      std::memcpy(&word_, bytes.data(), sizeof word_);
      end_word();
    }
    if (!bytes.empty()) fill_word(bytes);
  }
  uint64_t value() {
    if (waiting_ > 0) end_word();
    return mix_bits(hash_);
  }

 private:
  size_t fill_word(std::string_view bytes) {
    const size_t count = std::min(bytes.size(), sizeof word_ - waiting_);
    if (count > 0) std::memcpy(reinterpret_cast<char*>(&word_) + waiting_, bytes.data(), count);
    waiting_ += count;
    return count;
  }
  void end_word() {
    hash_ = mix_bits(hash_ ^ word_) + 0x9E3779B97F4A7C15u;
    word_ = waiting_ = 0;
  }

  uint64_t hash_, word_ = 0;
  size_t waiting_ = 0;  // bytes of the word that are there
};

inline uint64_t hash_bytes(std::string_view bytes, uint64_t seed = 0) {
  ByteHash hash(bytes.size(), seed);
  hash.add(bytes);
  return hash.value();
}

}  // namespace weir
