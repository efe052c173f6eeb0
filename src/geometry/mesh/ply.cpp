// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/mesh/ply.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "weir/base/error.h"

namespace weir {

static_assert(std::endian::native == std::endian::little);

namespace {

// A header of more is no header: the file is something else that happens to begin like one.
constexpr size_t kLongestHeader = 1 << 20;

constexpr size_t kLongestQuote = 40;

size_t size_of(PlyType type) {
  constexpr size_t sizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
  return sizes[static_cast<size_t>(type)];
}

std::vector<std::string_view> words_of(std::string_view line) {
  TextScanner text(line);
  std::vector<std::string_view> words;
  for (std::string_view word = text.word(); !word.empty(); word = text.word()) words.push_back(word);
  return words;
}

// Both the names of 1994 and the ones with sizes are in use.
std::optional<PlyType> type_named(std::string_view name) {
  constexpr std::string_view names[][2] = {{"char", "int8"},     {"uchar", "uint8"},   {"short", "int16"},
                                           {"ushort", "uint16"}, {"int", "int32"},     {"uint", "uint32"},
                                           {"float", "float32"}, {"double", "float64"}};
  for (size_t i = 0; i < std::size(names); ++i) {
    if (name == names[i][0] || name == names[i][1]) return static_cast<PlyType>(i);
  }
  return std::nullopt;
}

}  // namespace

bool PlyElement::has(std::string_view property) const {
  return std::any_of(properties.begin(), properties.end(),
                     [&](const PlyProperty& p) { return p.name == property && !p.length_type; });
}

PlyReader::PlyReader(std::string_view bytes, std::string location) : location_(std::move(location)), text_(bytes) {
  read_header(bytes.substr(0, kLongestHeader));
  check_elements();
}

void PlyReader::damaged(const std::string& how) const { throw InputError(location_, "is damaged: " + how); }

// ---- the header

void PlyReader::read_header(std::string_view bytes) {
  TextScanner header(bytes);
  if (header.line() != "ply") throw InputError(location_, "is not a PLY file");
  while (true) {
    if (header.rest().find('\n') == std::string_view::npos) damaged("its header does not end");
    const std::vector<std::string_view> words = words_of(header.line());
    if (words.empty() || words[0] == "comment" || words[0] == "obj_info") continue;
    if (words[0] == "end_header") break;
    if (words[0] == "format") {
      read_format(words);
    } else if (words[0] == "element") {
      read_element(words);
    } else if (words[0] == "property") {
      read_property(words);
    } else {
      damaged(fmt::format("its header has a line that begins with '{}'", words[0].substr(0, kLongestQuote)));
    }
  }
  if (!encoding_) damaged("its header has no format");
  // They take no bytes, however many there are.
  std::erase_if(elements_, [](const PlyElement& element) { return element.properties.empty(); });
  text_.drop(bytes.size() - header.rest().size());
}

void PlyReader::read_format(const std::vector<std::string_view>& words) {
  const std::string_view name = words.size() == 3 ? words[1] : std::string_view();
  if (name == "ascii") {
    encoding_ = Encoding::ascii;
  } else if (name == "binary_little_endian") {
    encoding_ = Encoding::little_endian;
  } else if (name == "binary_big_endian") {
    encoding_ = Encoding::big_endian;
  } else {
    damaged("its format is none that is known");
  }
}

void PlyReader::read_element(const std::vector<std::string_view>& words) {
  if (words.size() != 3) damaged("an element in its header has no name or number");
  const std::optional<uint64_t> count = number<uint64_t>(words[2]);
  if (!count) damaged(fmt::format("the number of '{}' in its header is not one", words[1].substr(0, kLongestQuote)));
  elements_.push_back({std::string(words[1]), *count, {}});
}

void PlyReader::read_property(const std::vector<std::string_view>& words) {
  const bool is_list = words.size() == 5 && words[1] == "list";
  if (elements_.empty() || (!is_list && words.size() != 3)) damaged("a property in its header makes no sense");
  const std::optional<PlyType> type = type_named(words[words.size() - 2]);
  const std::optional<PlyType> length_type = is_list ? type_named(words[2]) : std::nullopt;
  if (!type || (is_list && (!length_type || *length_type >= PlyType::float32))) {
    damaged("a property in its header has a type that is not known");
  }
  elements_.back().properties.push_back({std::string(words.back()), *type, length_type});
}

void PlyReader::check_elements() const {
  bool has_vertices = false;
  for (const PlyElement& element : elements_) {
    size_t least = 0;
    for (const PlyProperty& p : element.properties) least += least_size(p.length_type.value_or(p.type));
    // A larger count is a damaged one: nobody must loop or allocate by it.
    if (element.count > text_.rest().size() / least) damaged("it is cut short");
    if (element.name != "vertex") continue;
    has_vertices = true;
    for (const char* axis : {"x", "y", "z"}) {
      if (!element.has(axis)) damaged(fmt::format("its vertices have no {}", axis));
    }
  }
  if (!has_vertices) throw InputError(location_, "has no vertices: there is no element called vertex in it");
}

// ---- the values

// The fewest bytes that a value takes.
size_t PlyReader::least_size(PlyType type) const { return encoding_ == Encoding::ascii ? 1 : size_of(type); }

uint64_t PlyReader::next_length(const PlyProperty& list) {
  const double length = next(*list.length_type);
  const size_t most = text_.rest().size() / least_size(list.type);
  if (!(length >= 0 && length <= static_cast<double>(most))) {
    damaged("a list in it is cut short");
  }
  return static_cast<uint64_t>(length);
}

void PlyReader::skip(const PlyProperty& property) {
  const uint64_t count = property.length_type ? next_length(property) : 1;
  for (uint64_t i = 0; i < count; ++i) next(property.type);
}

void PlyReader::skip(const PlyElement& element) {
  for (uint64_t i = 0; i < element.count; ++i) {
    for (const PlyProperty& property : element.properties) skip(property);
  }
}

double PlyReader::next_word() {
  const std::string_view word = text_.word();
  if (word.empty()) damaged("it is cut short");
  const std::optional<double> value = number<double>(word);
  if (!value) damaged(fmt::format("'{}' is not a number", word.substr(0, kLongestQuote)));
  return *value;
}

template <class T>
double PlyReader::take() {
  if (text_.rest().size() < sizeof(T)) damaged("it is cut short");
  char bytes[sizeof(T)];
  std::memcpy(bytes, text_.rest().data(), sizeof(T));
  text_.drop(sizeof(T));
  if (encoding_ == Encoding::big_endian) std::reverse(bytes, bytes + sizeof(T));
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return static_cast<double>(value);
}

double PlyReader::next_binary(PlyType type) {
  switch (type) {
    case PlyType::int8:
      return take<int8_t>();
    case PlyType::uint8:
      return take<uint8_t>();
    case PlyType::int16:
      return take<int16_t>();
    case PlyType::uint16:
      return take<uint16_t>();
    case PlyType::int32:
      return take<int32_t>();
    case PlyType::uint32:
      return take<uint32_t>();
    case PlyType::float32:
      return take<float>();
    case PlyType::float64:
      break;
  }
  return take<double>();
}

}  // namespace weir
