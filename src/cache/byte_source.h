// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The bytes of a file one after the other, unpacked on the way when the file is gzip'd. Never reads past the end and
// never holds more than a small window of unpacked bytes, however much the file claims.

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace weir::cache {

class ByteSource {
 public:
  // InputError when there is no such file. gzip is recognised by its first bytes, not by the file's name.
  explicit ByteSource(const std::filesystem::path& file);
  ~ByteSource();
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  size_t file_size() const { return bytes_.size(); }  // as it lies on disk
  void take(void* to, size_t count);
  void skip(uint64_t count);
  // A number of 2 or 4 bytes, the high byte first.
  template <class T>
  T take_big_endian() {
    std::array<unsigned char, sizeof(T)> bytes;
    take(bytes.data(), bytes.size());
    uint32_t value = 0;
    for (const unsigned char byte : bytes) value = value << 8 | byte;
    if constexpr (sizeof(T) == 4) return std::bit_cast<T>(value);
    return static_cast<T>(value);
  }
  // Reads what is left, so that the checksum at the end of a gzip'd file is looked at.
  void finish();
  // InputError: the file is damaged in this way.
  [[noreturn]] void damaged(const std::string& how) const;

 private:
  struct Gzip;
  // Makes at least one more byte available, or says that there is none.
  bool refill();

  std::string name_, bytes_;
  std::unique_ptr<Gzip> gzip_;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
};

// gzip'd, always to the same bytes.
std::string gzip(const std::string& bytes);

}  // namespace weir::cache
