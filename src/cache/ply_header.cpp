// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/ply_header.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "base/error.h"

namespace weir {

namespace {

// A header of more is no header: the file is something else that happens to begin like one.
constexpr size_t kLongestHeader = 1 << 20;

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    const size_t begin = line.find_first_not_of(" \t\r");
    if (begin == line.npos) return words;
    line.remove_prefix(begin);
    const size_t length = std::min(line.find_first_of(" \t\r"), line.size());
    words.push_back(line.substr(0, length));
    line.remove_prefix(length);
  }
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

class HeaderReader {
 public:
  HeaderReader(std::string_view bytes, const std::filesystem::path& file) : bytes_(bytes), file_(file) {}

  PlyHeader read() {
    if (next_line() != std::vector<std::string_view>{"ply"}) damaged("it does not begin as a PLY file");
    while (true) {
      const std::vector<std::string_view> words = next_line();
      if (words.empty() || words[0] == "comment" || words[0] == "obj_info") continue;
      if (words[0] == "end_header") break;
      if (words[0] == "format") {
        read_format(words);
      } else if (words[0] == "element") {
        read_element(words);
      } else if (words[0] == "property") {
        read_property(words);
      } else {
        damaged(fmt::format("its header has a line that begins with '{}'", words[0].substr(0, 40)));
      }
    }
    if (!have_format_) damaged("its header has no format");
    header_.size = position_;
    return std::move(header_);
  }

 private:
  [[noreturn]] void damaged(const std::string& how) const { throw InputError(file_.string(), "is damaged: " + how); }

  std::vector<std::string_view> next_line() {
    const size_t end = bytes_.substr(0, kLongestHeader).find('\n', position_);
    if (end == bytes_.npos) damaged(position_ == 0 ? "it does not begin as a PLY file" : "its header does not end");
    const std::string_view line = bytes_.substr(position_, end - position_);
    position_ = end + 1;
    return words_of(line);
  }

  void read_format(const std::vector<std::string_view>& words) {
    if (words.size() == 3 && words[1] == "ascii") {
      header_.format = PlyFormat::ascii;
    } else if (words.size() == 3 && words[1] == "binary_little_endian") {
      header_.format = PlyFormat::little_endian;
    } else if (words.size() == 3 && words[1] == "binary_big_endian") {
      header_.format = PlyFormat::big_endian;
    } else {
      damaged("its format is none that is known");
    }
    have_format_ = true;
  }

  void read_element(const std::vector<std::string_view>& words) {
    PlyElement element;
    if (words.size() != 3) damaged("an element in its header has no name or number");
    element.name = words[1];
    const char* end = words[2].data() + words[2].size();
    const auto result = std::from_chars(words[2].data(), end, element.count);
    if (result.ec != std::errc() || result.ptr != end) {
      damaged(fmt::format("the number of '{}' in its header is not one", element.name.substr(0, 40)));
    }
    header_.elements.push_back(std::move(element));
  }

  void read_property(const std::vector<std::string_view>& words) {
    const bool is_list = words.size() == 5 && words[1] == "list";
    if (header_.elements.empty() || (!is_list && words.size() != 3)) damaged("a property in its header makes no sense");
    const std::optional<PlyType> type = type_named(words[words.size() - 2]);
    const std::optional<PlyType> count_type = is_list ? type_named(words[2]) : PlyType::uint8;
    const auto is_float = [](PlyType t) { return t == PlyType::float32 || t == PlyType::float64; };
    if (!type || !count_type || is_float(*count_type)) damaged("a property in its header has a type that is not known");
    header_.elements.back().properties.push_back({std::string(words.back()), *type, is_list, *count_type});
  }

  std::string_view bytes_;
  const std::filesystem::path& file_;
  PlyHeader header_;
  size_t position_ = 0;
  bool have_format_ = false;
};

}  // namespace

PlyHeader read_ply_header(std::string_view bytes, const std::filesystem::path& file) {
  return HeaderReader(bytes, file).read();
}

}  // namespace weir
