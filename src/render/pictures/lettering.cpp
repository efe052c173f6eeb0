// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/pictures/lettering.h"

#include <ft2build.h>
#include FT_FREETYPE_H

#include <algorithm>
#include <string>

#include "geometry/shapes/fonts.h"
#include "weir/base/error.h"

namespace weir::render {

namespace {

// The next character, which is taken from the text; bytes that are not UTF-8 count as one unknown character each.
char32_t take_character(std::string_view& text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  size_t bytes = byte(0) < 0x80 ? 1 : byte(0) >> 5 == 6 ? 2 : byte(0) >> 4 == 14 ? 3 : byte(0) >> 3 == 30 ? 4 : 0;
  if (bytes > text.size()) bytes = 0;
  for (size_t i = 1; i < bytes; ++i) {
    if (byte(i) >> 6 != 2) bytes = 0;
  }
  constexpr char32_t kUnknown = 0xFFFD;
  char32_t code = bytes == 0 ? kUnknown : bytes == 1 ? byte(0) : byte(0) & (0xFFu >> (bytes + 1));
  for (size_t i = 1; i < bytes; ++i) code = code << 6 | (byte(i) & 0x3Fu);
  text.remove_prefix(std::max<size_t>(bytes, 1));
  return code;
}

}  // namespace

struct Lettering::Face {
  FT_Library library = nullptr;
  FT_Face face = nullptr;

  explicit Face(int size) {
    const FontFile file = find_font("DejaVu Sans");
    if (FT_Init_FreeType(&library) != 0) throw RunError("FreeType, which reads fonts, could not be started");
    if (FT_New_Face(library, file.path.c_str(), file.face, &face) != 0 ||
        FT_Set_Pixel_Sizes(face, 0, static_cast<FT_UInt>(size)) != 0) {
      FT_Done_FreeType(library);
      throw InputError(file.path.string(), "is not a font that can be used for labels");
    }
  }
  ~Face() { FT_Done_FreeType(library); }  // closes the face too
  Face(const Face&) = delete;
  Face& operator=(const Face&) = delete;

  // Calls visit(glyph slot, pen x) for every character that can be drawn; returns where the pen is at the end.
  template <class Visit>
  int walk(std::string_view text, FT_Int32 flags, const Visit& visit) const {
    int pen = 0;
    while (!text.empty()) {
      if (FT_Load_Char(face, take_character(text), flags) != 0) continue;
      visit(*face->glyph, pen);
      pen += static_cast<int>((face->glyph->advance.x + 32) / 64);
    }
    return pen;
  }
};

Lettering::Lettering(int size) : size_(size), face_(std::make_unique<Face>(size)) {}
Lettering::~Lettering() = default;

int Lettering::width(std::string_view text) const {
  return face_->walk(text, FT_LOAD_DEFAULT, [](const FT_GlyphSlotRec&, int) {});
}

void Lettering::draw(Image& image, int x, int baseline, std::string_view text, const Vec3f& colour) const {
  face_->walk(text, FT_LOAD_RENDER, [&](const FT_GlyphSlotRec& glyph, int pen) {
    const FT_Bitmap& ink = glyph.bitmap;
    for (int row = 0; row < static_cast<int>(ink.rows); ++row) {
      for (int column = 0; column < static_cast<int>(ink.width); ++column) {
        const int px = x + pen + glyph.bitmap_left + column, py = baseline - glyph.bitmap_top + row;
        if (px < 0 || py < 0 || px >= image.width || py >= image.height) continue;
        const float share = static_cast<float>(ink.buffer[row * ink.pitch + column]) / 255;
        image.at(px, py) = lerp(image.at(px, py), colour, share);
      }
    }
  });
}

std::string Lettering::shortened(std::string_view text, int room) const {
  if (width(text) <= room) return std::string(text);
  std::string_view rest = text;
  std::string fitting;
  while (!rest.empty()) {
    const std::string_view before = rest;
    take_character(rest);
    const std::string longer = fitting + std::string(before.substr(0, before.size() - rest.size()));
    if (width(longer + "...") > room) break;
    fitting = longer;
  }
  return fitting.empty() ? std::string() : fitting + "...";
}

}  // namespace weir::render
