// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Files that are sent, as a whole or the part that a "Range: bytes=0-99" asks for, as players of films do.

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace weir::studio {

// A file that is open for reading. It stays the same file when another takes its name.
class OpenFile {
 public:
  // InputError when it is not there, or no regular file.
  explicit OpenFile(const std::filesystem::path& file);
  ~OpenFile();
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  uint64_t size() const { return size_; }
  // Changes with its contents, as far as size and time tell.
  const std::string& tag() const { return tag_; }
  // Less than `count` only at its end; RunError when it cannot be read.
  std::string read(uint64_t from, size_t count) const;

 private:
  int descriptor_;
  uint64_t size_ = 0;
  std::string tag_;
};

struct ByteRange {
  uint64_t from = 0, count = 0;
};

// What a Range asks of a file of this size. `possible` is false for a range that begins behind its end; what is not
// understood, or asks for several ranges, is as if nothing had been asked.
struct AskedRange {
  std::optional<ByteRange> range = {};
  bool possible = true;
};
AskedRange parse_range(std::string_view header, uint64_t size);

// "image/png" by the end of the name; bytes without meaning otherwise. Nothing that a browser would run.
std::string type_of_file(const std::filesystem::path& file);

}  // namespace weir::studio
