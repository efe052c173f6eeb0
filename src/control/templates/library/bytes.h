// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers to bytes and back, for the files of templates. A reader never looks past its end: what does not fit together
// is Damaged, which whoever knows the file's name turns into an InputError.

#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace weir::templates {

class Damaged : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Small numbers of either sign to small numbers without one: 0, -1, 1, -2, 2... to 0, 1, 2, 3, 4...
constexpr uint64_t zigzag(int64_t v) { return (static_cast<uint64_t>(v) << 1) ^ static_cast<uint64_t>(v >> 63); }
constexpr int64_t unzigzag(uint64_t u) { return static_cast<int64_t>((u >> 1) ^ (~(u & 1) + 1)); }

// Seven bits a byte, the low ones first; the high bit says that more follow.
inline void put_varint(std::string& to, uint64_t value) {
  for (; value >= 128; value >>= 7) to.push_back(static_cast<char>(value | 128));
  to.push_back(static_cast<char>(value));
}
inline void put_text(std::string& to, std::string_view text) {
  put_varint(to, text.size());
  to += text;
}
// As it lies in memory; Weir runs on little-endian machines only.
template <class T>
requires std::is_trivially_copyable_v<T>
void put_plain(std::string& to, const T& value) { to.append(reinterpret_cast<const char*>(&value), sizeof(T)); }

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  size_t left() const { return rest_.size(); }
  std::string_view take(uint64_t count) {
    if (count > rest_.size()) throw Damaged("it is cut short");
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  uint64_t varint() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(take(1)[0]);
      value |= static_cast<uint64_t>(byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw Damaged("a number does not end");
  }
  std::string_view text() { return take(varint()); }
  template <class T>
  requires std::is_trivially_copyable_v<T> T plain() {
    T value;
    std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
    return value;
  }

 private:
  std::string_view rest_;
};

}  // namespace weir::templates
