// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/shapes/fonts.h"

#include <fmt/format.h>
#include <ft2build.h>
#include FT_FREETYPE_H

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "weir/base/error.h"

namespace weir {

namespace {

namespace fs = std::filesystem;

struct Installed {
  std::string name;
  FontFile file;
};

std::string lower_case(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

bool is_font_file(const fs::path& path) {
  static constexpr std::array kEndings{".ttf", ".otf", ".ttc", ".otc", ".pfb"};
  return std::find(kEndings.begin(), kEndings.end(), lower_case(path.extension().string())) != kEndings.end();
}

std::vector<fs::path> font_folders() {
  std::vector<fs::path> folders{"/usr/share/fonts", "/usr/local/share/fonts"};
  if (const char* home = std::getenv("HOME")) {
    folders.push_back(fs::path(home) / ".fonts");
    folders.push_back(fs::path(home) / ".local/share/fonts");
  }
  return folders;
}

// Sorted, so that of two fonts of one name the same is taken on every run.
std::vector<fs::path> font_files() {
  std::vector<fs::path> files;
  for (const fs::path& folder : font_folders()) {
    std::error_code ignored;  // a folder that is missing or closed to us holds no fonts for us
    for (auto it = fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, ignored);
         it != fs::recursive_directory_iterator(); it.increment(ignored)) {
      if (is_font_file(it->path())) files.push_back(it->path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string name_of(const FT_FaceRec& face) {
  const std::string family = face.family_name ? face.family_name : "", style = face.style_name ? face.style_name : "";
  for (const char* plain : {"", "regular", "book", "roman", "normal"}) {
    if (lower_case(style) == plain) return family;
  }
  return family + " " + style;
}

std::vector<Installed> installed_fonts() {
  std::vector<Installed> fonts;
  FT_Library library = nullptr;
  if (FT_Init_FreeType(&library) != 0) throw RunError("FreeType, which reads fonts, could not be started");
  for (const fs::path& path : font_files()) {
    long faces = 1;
    for (long index = 0; index < faces; ++index) {
      FT_Face face = nullptr;
      if (FT_New_Face(library, path.c_str(), index, &face) != 0) break;  // damaged: not a font we can offer
      faces = face->num_faces;
      if (FT_IS_SCALABLE(face)) fonts.push_back({name_of(*face), {path, index}});
      FT_Done_Face(face);
    }
  }
  FT_Done_FreeType(library);
  return fonts;
}

// Number of letters to insert, remove or replace to make a into b (Levenshtein).
size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0]++;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

std::string nearest_names(const std::vector<Installed>& fonts, const std::string& wanted) {
  std::vector<std::pair<size_t, std::string>> names;
  for (const Installed& font : fonts) names.emplace_back(edit_distance(lower_case(font.name), wanted), font.name);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::string list;
  for (size_t i = 0; i < std::min<size_t>(3, names.size()); ++i) {
    list += fmt::format("{}'{}'", i == 0 ? "" : ", ", names[i].second);
  }
  return list;
}

}  // namespace

FontFile find_font(const std::string& name) {
  if (is_font_file(name) || name.find('/') != std::string::npos) {
    std::error_code ignored;
    if (!fs::is_regular_file(name, ignored))
      throw InputError(name, "does not exist or is not a file; a font is needed");
    return {name, 0};
  }
  std::string wanted = lower_case(name);
  for (const char* plain : {" regular", " book", " roman", " normal"}) {
    if (wanted.ends_with(plain)) wanted.resize(wanted.size() - std::string(plain).size());
  }
  const std::vector<Installed> fonts = installed_fonts();
  for (const Installed& font : fonts) {
    if (lower_case(font.name) == wanted) return font.file;
  }
  if (fonts.empty()) throw InputError("", fmt::format("font '{}' is not installed, nor is any other font", name));
  throw InputError("",
                   fmt::format("font '{}' is not installed; the nearest are {}", name, nearest_names(fonts, wanted)));
}

}  // namespace weir
