// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// STL, binary (80 bytes of anything, a count, 50 bytes a triangle) and ASCII. Binary files may begin with "solid" too,
// so a file whose size fits its count is binary whatever it begins with.

#include <fmt/format.h>

#include <cstring>

#include "geometry/mesh/mesh_readers.h"
#include "geometry/mesh/text_scanner.h"
#include "weir/base/error.h"

namespace weir {

namespace {

constexpr size_t kHeader = 80, kTriangle = 50, kNormal = 12;
constexpr uint64_t kMostTriangles = 0x7fffffff / 3;

void add_triangle(Polygons& polygons) {
  const auto end = static_cast<int32_t>(polygons.positions.size());
  polygons.add_face({end - 3, end - 2, end - 1});
}

Polygons read_binary(std::string_view bytes, uint32_t count) {
  Polygons polygons;
  polygons.positions.reserve(size_t{3} * count);
  for (size_t i = 0; i < count; ++i) {
    const char* at = bytes.data() + kHeader + 4 + i * kTriangle + kNormal;
    for (size_t corner = 0; corner < 3; ++corner) {
      Vec3f p;
      std::memcpy(&p, at + corner * sizeof(Vec3f), sizeof(Vec3f));
      polygons.positions.push_back(p);
    }
    add_triangle(polygons);
  }
  return polygons;
}

Polygons read_ascii(std::string_view bytes) {
  Polygons polygons;
  TextScanner text(bytes);
  size_t corners = 0;
  bool ended = false;
  text.line();  // solid, then a name that may hold any word
  for (std::string_view word = text.word(); !word.empty(); word = text.word()) {
    if (word == "vertex") {
      Vec3f p;
      for (int axis = 0; axis < 3; ++axis) {
        const std::string_view digits = text.word();
        const std::optional<double> value = number<double>(digits);
        if (!value) throw InputError("", fmt::format("the coordinate '{}' is not a number", digits));
        p[axis] = static_cast<float>(*value);
      }
      polygons.positions.push_back(p);
      ++corners;
    } else if (word == "endloop") {
      if (corners != 3) throw InputError("", fmt::format("a triangle has {} corners", corners));
      add_triangle(polygons);
      corners = 0;
    } else if (word == "solid" || word == "endsolid") {
      ended = word == "endsolid";
      text.line();
    }
  }
  if (!ended) throw InputError("", "is cut short: it does not end with 'endsolid'");
  return polygons;
}

}  // namespace

Polygons read_stl(std::string_view bytes) {
  uint32_t count = 0;
  const bool has_count = bytes.size() >= kHeader + 4;
  if (has_count) std::memcpy(&count, bytes.data() + kHeader, 4);
  const uint64_t needed = kHeader + 4 + uint64_t{count} * kTriangle;
  const bool is_text = bytes.starts_with("solid");
  if (is_text && (!has_count || bytes.size() != needed)) return read_ascii(bytes);
  if (!has_count) throw InputError("", "is not an STL file");
  if (bytes.size() < needed || count > kMostTriangles) {
    throw InputError("", fmt::format("is cut short or not an STL file: {} triangles take {} bytes, but it has {}",
                                     count, needed, bytes.size()));
  }
  return read_binary(bytes, count);
}

}  // namespace weir
