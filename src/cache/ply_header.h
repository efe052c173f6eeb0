// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The header of a PLY file (Turk 1994): which elements follow, how many of each, with which properties of which types.

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

enum class PlyFormat { ascii, little_endian, big_endian };
enum class PlyType : uint8_t { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

constexpr size_t size_of(PlyType type) {
  constexpr size_t sizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
  return sizes[static_cast<size_t>(type)];
}

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::float32;
  bool is_list = false;
  PlyType count_type = PlyType::uint8;  // of a list
};

struct PlyElement {
  std::string name;
  uint64_t count = 0;
  std::vector<PlyProperty> properties;
};

struct PlyHeader {
  PlyFormat format = PlyFormat::ascii;
  std::vector<PlyElement> elements;
  size_t size = 0;  // bytes; the data follow
};

// InputError naming the file when the bytes do not begin with a sound header.
PlyHeader read_ply_header(std::string_view bytes, const std::filesystem::path& file);

}  // namespace weir
