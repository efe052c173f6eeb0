// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/pictures/sheet.h"

#include <algorithm>
#include <cmath>

#include "render/flat/colours.h"
#include "render/flat/draw.h"

namespace weir::render {

namespace {

constexpr int kWidest = 1920;  // pixels of a sheet
constexpr int kGap = 8;
constexpr int kLetters = 13;
constexpr int kCaption = kLetters + 6;
constexpr int kHead = kSideBySideHead;

Vec3f paper() { return colour_of(0xffffff); }
Vec3f ink() { return colour_of(0x333b42); }

}  // namespace

ContactSheet::ContactSheet(const std::string& title, size_t pictures, int width, int height, const Legend& legend)
    : letters_(kLetters) {
  const int count = static_cast<int>(std::max<size_t>(pictures, 1));
  // About as many rows as columns: wide pictures make a wide sheet, which suits screens.
  columns_ = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count))));
  const int rows = (count + columns_ - 1) / columns_;
  cell_width_ = std::max(1, std::min(width, (kWidest - kGap) / columns_ - kGap));
  cell_height_ = std::max(1, static_cast<int>(std::lround(static_cast<double>(height) * cell_width_ / width)));
  sheet_ = Image(columns_ * (cell_width_ + kGap) + kGap, kHead + rows * (cell_height_ + kCaption) + kGap / 2, paper());
  const int legend_room = legend_width(legend, letters_), room = sheet_.width - 2 * kGap;
  const bool with_legend = legend_room < room;
  letters_.draw(sheet_, kGap, kHead - 10, letters_.shortened(title, room - (with_legend ? legend_room : 0)), ink());
  if (with_legend) {
    draw_legend(sheet_, sheet_.width - kGap - legend_room, (kHead - legend_height(letters_)) / 2, legend, letters_);
  }
}

ContactSheet::Cell ContactSheet::cell(size_t index) const {
  const int i = static_cast<int>(index);
  return {kGap + i % columns_ * (cell_width_ + kGap), kHead + i / columns_ * (cell_height_ + kCaption), cell_width_,
          cell_height_};
}

void ContactSheet::add(const Image& picture, const std::string& caption) {
  const Cell spot = cell(next_++);
  paste(sheet_, reduced(picture, spot.width, spot.height), spot.x, spot.y);
  letters_.draw(sheet_, spot.x, spot.y + spot.height + kLetters + 1, letters_.shortened(caption, spot.width), ink());
}

Image side_by_side(const Image& left, const std::string& left_title, const Image& right, const std::string& right_title,
                   const std::string& caption) {
  const Lettering letters(kLetters);
  Image both(left.width + kGap + right.width, kHead + std::max(left.height, right.height), paper());
  paste(both, left, 0, kHead);
  paste(both, right, left.width + kGap, kHead);
  // The caption stands at the right end, where titles of the usual length leave room.
  const int caption_width = letters.width(caption), baseline = kHead - 10;
  letters.draw(both, kGap, baseline, letters.shortened(left_title, left.width - kGap), ink());
  letters.draw(both, left.width + 2 * kGap, baseline,
               letters.shortened(right_title, right.width - caption_width - 3 * kGap), ink());
  letters.draw(both, both.width - caption_width - kGap, baseline, caption, ink());
  return both;
}

}  // namespace weir::render
