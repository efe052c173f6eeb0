// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Letters to polygons, by FreeType: glyph outlines in the font's own units, curves flattened, lines set and centred.

#include <fmt/format.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>

#include "geometry/shapes/fonts.h"
#include "geometry/shapes/outline.h"
#include "weir/base/error.h"
#include "weir/base/vec.h"

namespace weir {

namespace {

// A FreeType library with one open font.
class Font {
 public:
  explicit Font(const FontFile& file) {
    if (FT_Init_FreeType(&library_) != 0) throw RunError("FreeType, which reads fonts, could not be started");
    if (FT_New_Face(library_, file.path.c_str(), file.face, &face_) != 0 || !FT_IS_SCALABLE(face_)) {
      FT_Done_FreeType(library_);
      throw InputError(file.path.string(), "is not a font with outlines");
    }
  }
  ~Font() { FT_Done_FreeType(library_); }  // closes the face too
  Font(const Font&) = delete;
  Font& operator=(const Font&) = delete;

  FT_Face face() const { return face_; }
  // Loads a glyph in font units, unhinted: its outline is then in face()->glyph.
  bool load(FT_UInt glyph) const { return FT_Load_Glyph(face_, glyph, FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING) == 0; }

  double capital_height() const {
    const FT_UInt glyph = FT_Get_Char_Index(face_, 'H');
    if (glyph == 0 || !load(glyph) || face_->glyph->outline.n_points == 0) return face_->ascender;
    FT_BBox box;
    FT_Outline_Get_CBox(&face_->glyph->outline, &box);
    return static_cast<double>(box.yMax - box.yMin);
  }

 private:
  FT_Library library_ = nullptr;
  FT_Face face_ = nullptr;
};

// Gathers a glyph's curves as polygons, moved by `offset`. Tolerance and offset in font units.
struct Flattener {
  double tolerance = 1;
  Vec2d offset;
  std::vector<Loop> loops;
  Vec2d last;

  Vec2d point(const FT_Vector* v) const {
    return {static_cast<double>(v->x) + offset.x, static_cast<double>(v->y) + offset.y};
  }
  void begin(const Vec2d& p) {
    loops.push_back({p});
    last = p;
  }
  void line(const Vec2d& p) {
    loops.back().push_back(p);
    last = p;
  }
  // A curve whose second derivative is at most `bend` strays bend / (8 n^2) from n equal chords.
  int chords(double bend) const {
    return std::clamp(static_cast<int>(std::ceil(std::sqrt(bend / (8 * tolerance)))), 1, 64);
  }
  void cubic(const Vec2d& b, const Vec2d& c, const Vec2d& d) {
    const Vec2d a = last;
    const double bend = 6 * std::max(std::hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y),
                                     std::hypot(b.x - 2 * c.x + d.x, b.y - 2 * c.y + d.y));
    const int n = chords(bend);
    for (int i = 1; i <= n; ++i) {
      const double t = static_cast<double>(i) / n, u = 1 - t;
      const double wa = u * u * u, wb = 3 * u * u * t, wc = 3 * u * t * t, wd = t * t * t;
      line({wa * a.x + wb * b.x + wc * c.x + wd * d.x, wa * a.y + wb * b.y + wc * c.y + wd * d.y});
    }
  }
  void quadratic(const Vec2d& b, const Vec2d& c) {
    const Vec2d a = last;
    const int n = chords(2 * std::hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y));
    for (int i = 1; i <= n; ++i) {
      const double t = static_cast<double>(i) / n, u = 1 - t;
      line({u * u * a.x + 2 * u * t * b.x + t * t * c.x, u * u * a.y + 2 * u * t * b.y + t * t * c.y});
    }
  }
};

void flatten(FT_Outline& outline, Flattener& flattener) {
  FT_Outline_Funcs funcs{};
  funcs.move_to = [](const FT_Vector* to, void* user) {
    auto& f = *static_cast<Flattener*>(user);
    f.begin(f.point(to));
    return 0;
  };
  funcs.line_to = [](const FT_Vector* to, void* user) {
    auto& f = *static_cast<Flattener*>(user);
    f.line(f.point(to));
    return 0;
  };
  funcs.conic_to = [](const FT_Vector* control, const FT_Vector* to, void* user) {
    auto& f = *static_cast<Flattener*>(user);
    f.quadratic(f.point(control), f.point(to));
    return 0;
  };
  funcs.cubic_to = [](const FT_Vector* first, const FT_Vector* second, const FT_Vector* to, void* user) {
    auto& f = *static_cast<Flattener*>(user);
    f.cubic(f.point(first), f.point(second), f.point(to));
    return 0;
  };
  FT_Outline_Decompose(&outline, &funcs, &flattener);
}

// The next character of a UTF-8 text, which it is taken from.
char32_t take_character(std::string_view& text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const size_t bytes = byte(0) < 0x80 ? 1 : byte(0) >> 5 == 6 ? 2 : byte(0) >> 4 == 14 ? 3 : byte(0) >> 3 == 30 ? 4 : 0;
  if (bytes == 0 || bytes > text.size()) throw InputError("", "the text is not UTF-8");
  char32_t code = bytes == 1 ? byte(0) : byte(0) & (0xFFu >> (bytes + 1));
  for (size_t i = 1; i < bytes; ++i) {
    if (byte(i) >> 6 != 2) throw InputError("", "the text is not UTF-8");
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  text.remove_prefix(bytes);
  return code;
}

void centre_across(std::vector<Loop>& loops, bool also_up) {
  Box3d box;
  for (const Loop& loop : loops) {
    for (const Vec2d& p : loop) box.include(Vec3d{p.x, p.y, 0});
  }
  for (Loop& loop : loops) {
    for (Vec2d& p : loop) {
      p.x -= box.centre().x;
      if (also_up) p.y -= box.centre().y;
    }
  }
}

std::vector<Loop> line_loops(const Font& font, std::string_view line, double baseline, double tolerance,
                             const std::string& font_name) {
  Flattener flattener{.tolerance = tolerance, .offset = {0, baseline}, .loops = {}, .last = {}};
  FT_UInt before = 0;
  while (!line.empty()) {
    const std::string_view rest = line;
    const char32_t code = take_character(line);
    const FT_UInt glyph = FT_Get_Char_Index(font.face(), code);
    if (glyph == 0 || !font.load(glyph)) {
      throw InputError("", fmt::format("font '{}' has no character '{}' (U+{:04X})", font_name,
                                       rest.substr(0, rest.size() - line.size()), static_cast<uint32_t>(code)));
    }
    FT_Vector kerning{};
    if (before != 0 && FT_HAS_KERNING(font.face())) {
      FT_Get_Kerning(font.face(), before, glyph, FT_KERNING_UNSCALED, &kerning);
    }
    flattener.offset.x += static_cast<double>(kerning.x);
    flatten(font.face()->glyph->outline, flattener);
    flattener.offset.x += static_cast<double>(font.face()->glyph->advance.x);
    before = glyph;
  }
  centre_across(flattener.loops, false);
  return std::move(flattener.loops);
}

}  // namespace

Outline text_outline(const std::string& text, const std::string& font_name, double height, double tolerance) {
  const Font font(find_font(font_name));
  const double scale = height / font.capital_height();
  Outline outline;
  double baseline = 0;
  std::string_view rest = text;
  while (true) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    for (Loop& loop : line_loops(font, rest.substr(0, end), baseline, tolerance / scale, font_name)) {
      if (loop.size() > 2) outline.loops.push_back(std::move(loop));
    }
    if (end == rest.size()) break;
    rest.remove_prefix(end + 1);
    baseline -= font.face()->height;
  }
  if (outline.loops.empty()) throw InputError("", "the text has no visible letter");
  centre_across(outline.loops, true);
  const bool clockwise = signed_area(outline) < 0;  // TrueType fills what is on the right
  for (Loop& loop : outline.loops) {
    if (clockwise) std::reverse(loop.begin(), loop.end());
    for (Vec2d& p : loop) p = {p.x * scale, p.y * scale};
  }
  return outline;
}

}  // namespace weir
