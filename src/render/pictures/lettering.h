// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Small text on pictures, in DejaVu Sans, smoothed by FreeType.

#pragma once

#include <memory>
#include <string_view>

#include "weir/render/pictures/image.h"

namespace weir::render {

class Lettering {
 public:
  // `size`: pixels from line to line, about. InputError when the font is not installed.
  explicit Lettering(int size);
  ~Lettering();
  Lettering(const Lettering&) = delete;
  Lettering& operator=(const Lettering&) = delete;

  int size() const { return size_; }
  // Pixels across. Text is UTF-8; what is not, and what the font lacks, shows as a box.
  int width(std::string_view text) const;
  // The text's left end at x, its baseline (the lower edge of an "H") above row `baseline`. What lies outside the
  // picture is left out.
  void draw(Image& image, int x, int baseline, std::string_view text, const Vec3f& colour) const;
  // As much of the text as fits into `room` pixels, with dots where something was left out.
  std::string shortened(std::string_view text, int room) const;

 private:
  struct Face;
  int size_;
  std::unique_ptr<Face> face_;
};

}  // namespace weir::render
