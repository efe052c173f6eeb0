// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// PLY files (Turk 1994), ASCII and binary of either byte order, for the readers of meshes and of particles. The header
// lists elements and the properties of each; then come the values of every element in that order:
//
//   PlyReader ply(bytes, "drop.ply");
//   for (const PlyElement& element : ply.elements()) {
//     if (element.name != "vertex") {
//       ply.skip(element);
//       continue;
//     }
//     for (uint64_t i = 0; i < element.count; ++i) {
//       for (const PlyProperty& property : element.properties) use(ply.next(property.type));  // where none is a list
//     }
//   }

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/mesh/text_scanner.h"

namespace weir {

enum class PlyType : uint8_t { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::float32;
  std::optional<PlyType> length_type;  // of a list
};

struct PlyElement {
  std::string name;
  uint64_t count = 0;                   // never more than the bytes of the file can hold
  std::vector<PlyProperty> properties;  // never empty

  // Whether there is such a property that is no list.
  bool has(std::string_view property) const;
};

class PlyReader {
 public:
  // Reads the header; `bytes` must live as long as this does. There is an element "vertex", with x, y and z. InputError
  // at `location` when that is not so, and from the functions below when the file is damaged or cut short.
  PlyReader(std::string_view bytes, std::string location);

  const std::vector<PlyElement>& elements() const { return elements_; }

  // The next number; a double holds every value of every type of PLY.
  double next(PlyType type) { return encoding_ == Encoding::ascii ? next_word() : next_binary(type); }
  // How many values of a list follow: never more than the rest of the file can hold.
  uint64_t next_length(const PlyProperty& list);
  void skip(const PlyProperty& property);
  void skip(const PlyElement& element);
  [[noreturn]] void damaged(const std::string& how) const;

 private:
  enum class Encoding { ascii, little_endian, big_endian };

  void read_header(std::string_view bytes);
  void read_format(const std::vector<std::string_view>& words);
  void read_element(const std::vector<std::string_view>& words);
  void read_property(const std::vector<std::string_view>& words);
  void check_elements() const;
  size_t least_size(PlyType type) const;
  double next_word();
  double next_binary(PlyType type);
  template <class T>
  double take();

  std::string location_;
  TextScanner text_;  // what was not read yet
  std::optional<Encoding> encoding_;
  std::vector<PlyElement> elements_;
};

}  // namespace weir
