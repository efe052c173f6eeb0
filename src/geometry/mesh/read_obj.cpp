// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Wavefront OBJ: the lines `v x y z` and `f a b c ...`; normals, texture coordinates, groups, materials, lines and
// curves are passed over. Corner indices count from 1; negative ones count back from the last vertex so far.

#include <fmt/format.h>

#include <string>

#include "geometry/mesh/mesh_readers.h"
#include "geometry/mesh/text_scanner.h"
#include "weir/base/error.h"

namespace weir {

namespace {

class ObjReader {
 public:
  ObjReader(std::string_view bytes, const Vec3d& origin) : text_(bytes), origin_(origin) {}

  Polygons run() {
    while (!text_.at_end()) {
      const std::string_view line = whole_line();
      TextScanner words(line);
      const std::string_view kind = words.word();
      if (kind == "v") vertex(words);
      if (kind == "f" || kind == "fo") face(words);
    }
    return std::move(polygons_);
  }

 private:
  // A backslash at its end joins a line to the next.
  std::string_view whole_line() {
    std::string_view line = text_.line();
    ++line_;
    if (line.empty() || line.back() != '\\') return line;
    joined_.clear();
    while (!line.empty() && line.back() == '\\') {
      joined_.append(line.substr(0, line.size() - 1)).push_back(' ');
      line = text_.line();
      ++line_;
    }
    joined_.append(line);
    return joined_;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError("", fmt::format("line {}: {}", line_, what));
  }

  void vertex(TextScanner& words) {
    Vec3f p;
    for (int axis = 0; axis < 3; ++axis) {
      const std::string_view word = words.word();
      const std::optional<double> value = number<double>(word);
      if (!value)
        fail(word.empty() ? "a vertex has fewer than three coordinates"
                          : fmt::format("the coordinate '{}' is not a number", word));
      p[axis] = static_cast<float>(origin_[axis] == 0 ? *value : *value - origin_[axis]);
    }
    polygons_.positions.push_back(p);
  }

  void face(TextScanner& words) {
    face_.clear();
    for (std::string_view word = words.word(); !word.empty() && word[0] != '#'; word = words.word()) {
      face_.push_back(corner(word.substr(0, word.find('/'))));
    }
    if (face_.size() < 3) fail(fmt::format("a face has {} corners; it needs three or more", face_.size()));
    polygons_.add_face(face_);
  }

  int32_t corner(std::string_view word) const {
    const std::optional<int32_t> index = number<int32_t>(word);
    if (!index) fail(fmt::format("the face corner '{}' is not a number", word));
    const auto count = static_cast<int64_t>(polygons_.positions.size());
    const int64_t vertex = *index < 0 ? count + *index : *index - int64_t{1};
    if (vertex < 0 || vertex >= count) {
      fail(fmt::format("a face refers to vertex {}, but there are {} vertices so far", *index, count));
    }
    return static_cast<int32_t>(vertex);
  }

  TextScanner text_;
  Vec3d origin_;
  size_t line_ = 0;
  std::string joined_;
  std::vector<int32_t> face_;
  Polygons polygons_;
};

}  // namespace

Polygons read_obj(std::string_view bytes, const Vec3d& origin) { return ObjReader(bytes, origin).run(); }

}  // namespace weir
