// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// PLY (Turk 1994), ASCII and binary of either byte order. The header lists elements and the properties of each; of
// these the vertices' x, y, z and the faces' list vertex_indices (or vertex_index) are used, all others passed over.

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "base/error.h"
#include "geometry/mesh_readers.h"
#include "geometry/text_scanner.h"

namespace weir {

namespace {

enum class Type { int8, uint8, int16, uint16, int32, uint32, float32, float64 };
constexpr std::array<size_t, 8> kBytes{1, 1, 2, 2, 4, 4, 4, 8};
constexpr std::array<std::array<std::string_view, 2>, 8> kNames{{{"char", "int8"},
                                                                 {"uchar", "uint8"},
                                                                 {"short", "int16"},
                                                                 {"ushort", "uint16"},
                                                                 {"int", "int32"},
                                                                 {"uint", "uint32"},
                                                                 {"float", "float32"},
                                                                 {"double", "float64"}}};

struct Property {
  std::string_view name;
  Type type = Type::float32;
  std::optional<Type> count;  // a list, headed by its length of this type
};

struct Element {
  std::string_view name;
  uint64_t count = 0;
  std::vector<Property> properties;
};

enum class Encoding { ascii, little_endian, big_endian };

Type type_named(std::string_view word) {
  for (size_t i = 0; i < kNames.size(); ++i) {
    if (word == kNames[i][0] || word == kNames[i][1]) return static_cast<Type>(i);
  }
  throw InputError("", fmt::format("its header names the unknown type '{}'", word));
}

struct Header {
  Encoding encoding = Encoding::ascii;
  std::vector<Element> elements;
};

void parse_line(std::string_view line, Header& header) {
  TextScanner words(line);
  const std::string_view kind = words.word();
  if (kind == "format") {
    const std::string_view name = words.word();
    if (name == "binary_little_endian")
      header.encoding = Encoding::little_endian;
    else if (name == "binary_big_endian")
      header.encoding = Encoding::big_endian;
    else if (name != "ascii")
      throw InputError("", fmt::format("its header names the unknown format '{}'", name));
  } else if (kind == "element") {
    const std::string_view name = words.word(), digits = words.word();
    const std::optional<uint64_t> count = number<uint64_t>(digits);
    if (!count) throw InputError("", fmt::format("its header has '{}' where a count is needed", digits));
    header.elements.push_back({name, *count, {}});
  } else if (kind == "property") {
    if (header.elements.empty()) throw InputError("", "its header has a property of no element");
    Property property;
    std::string_view word = words.word();
    if (word == "list") {
      property.count = type_named(words.word());
      if (*property.count >= Type::float32) throw InputError("", "its header has a list whose length is not whole");
      word = words.word();
    }
    property.type = type_named(word);
    property.name = words.word();
    header.elements.back().properties.push_back(property);
  } else if (kind != "comment" && kind != "obj_info" && !kind.empty()) {
    throw InputError("", fmt::format("its header has the unknown line '{}'", line.substr(0, 60)));
  }
}

Header read_header(TextScanner& text) {
  if (text.line() != "ply") throw InputError("", "is not a PLY file");
  Header header;
  while (true) {
    if (text.at_end()) throw InputError("", "is cut short inside its header");
    const std::string_view line = text.line();
    if (line == "end_header") return header;
    parse_line(line, header);
  }
}

// The values after the header, one by one, whatever their encoding.
class Values {
 public:
  Values(std::string_view bytes, Encoding encoding) : text_(bytes), bytes_(bytes), encoding_(encoding) {}

  double next(Type type) {
    if (encoding_ != Encoding::ascii) return next_binary(type);
    const std::string_view word = text_.word();
    if (word.empty()) cut_short();
    const std::optional<double> value = number<double>(word);
    if (!value) throw InputError("", fmt::format("has '{}' where a number is needed", word.substr(0, 60)));
    return *value;
  }

  [[noreturn]] static void cut_short() {
    throw InputError("", "is cut short: it holds less than its header announces");
  }

 private:
  double next_binary(Type type) {
    const size_t size = kBytes[static_cast<size_t>(type)];
    if (bytes_.size() < size) cut_short();
    std::array<char, 8> raw{};
    for (size_t i = 0; i < size; ++i) raw[i] = bytes_[encoding_ == Encoding::little_endian ? i : size - 1 - i];
    bytes_.remove_prefix(size);
    switch (type) {
      case Type::int8:
        return as<int8_t>(raw);
      case Type::uint8:
        return as<uint8_t>(raw);
      case Type::int16:
        return as<int16_t>(raw);
      case Type::uint16:
        return as<uint16_t>(raw);
      case Type::int32:
        return as<int32_t>(raw);
      case Type::uint32:
        return as<uint32_t>(raw);
      case Type::float32:
        return static_cast<double>(as<float>(raw));
      case Type::float64:
        return as<double>(raw);
    }
    return 0;
  }
  template <class T>
  static T as(const std::array<char, 8>& raw) {
    static_assert(std::endian::native == std::endian::little);
    T value;
    std::memcpy(&value, raw.data(), sizeof(T));
    return value;
  }

  TextScanner text_;
  std::string_view bytes_;
  Encoding encoding_;
};

void read_vertex(Values& values, const Element& element, Polygons& polygons) {
  Vec3f p;
  for (const Property& property : element.properties) {
    if (property.count) throw InputError("", "its vertices have a property that is a list");
    const auto value = static_cast<float>(values.next(property.type));
    if (property.name == "x") p.x = value;
    if (property.name == "y") p.y = value;
    if (property.name == "z") p.z = value;
  }
  polygons.positions.push_back(p);
}

// Any element that is not a vertex; only a face's corners are kept.
void read_face(Values& values, const Element& element, size_t vertices, std::vector<int32_t>& face) {
  const bool is_face = element.name == "face";
  face.clear();
  for (const Property& property : element.properties) {
    const double count = property.count ? values.next(*property.count) : 1;
    const bool wanted =
        is_face && property.count && (property.name == "vertex_indices" || property.name == "vertex_index");
    for (double i = 0; i < count; ++i) {
      const double value = values.next(property.type);
      if (!wanted) continue;
      if (!(value >= 0 && value < static_cast<double>(vertices)) || value != std::floor(value)) {
        throw InputError("", fmt::format("a face refers to vertex {}, but there are {} vertices", value, vertices));
      }
      face.push_back(static_cast<int32_t>(value));
    }
  }
}

void check_counts(const Header& header, size_t bytes_left) {
  bool has_vertices = false;
  for (const Element& element : header.elements) {
    if (element.properties.empty() && element.count > 0)
      throw InputError("", "its header has an element without properties");
    // Every element takes a byte or more, so a larger count is a damaged one: never loop or allocate by it.
    if (element.count > bytes_left) Values::cut_short();
    if (element.name != "vertex") continue;
    has_vertices = true;
    for (const std::string_view axis : {"x", "y", "z"}) {
      bool found = false;
      for (const Property& property : element.properties) found |= property.name == axis;
      if (!found) throw InputError("", fmt::format("its vertices have no {}", axis));
    }
  }
  if (!has_vertices) throw InputError("", "has no vertices");
}

}  // namespace

Polygons read_ply(std::string_view bytes) {
  TextScanner text(bytes);
  const Header header = read_header(text);
  check_counts(header, text.rest().size());
  Values values(text.rest(), header.encoding);
  Polygons polygons;
  std::vector<int32_t> face;
  for (const Element& element : header.elements) {
    for (uint64_t i = 0; i < element.count; ++i) {
      if (element.name == "vertex") {
        read_vertex(values, element, polygons);
      } else {
        read_face(values, element, polygons.positions.size(), face);
        polygons.add_face(face);
      }
    }
  }
  return polygons;
}

}  // namespace weir
