// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures beside each other in one: a contact sheet of a whole animation, and two runs side by side.

#pragma once

#include <string>

#include "render/flat/legend.h"
#include "weir/render/pictures/image.h"

namespace weir::render {

// Pictures in rows, smaller than they were where that keeps the sheet readable at a glance, each above its caption;
// the title and the legend on top.
class ContactSheet {
 public:
  ContactSheet(const std::string& title, size_t pictures, int width, int height, const Legend& legend);

  void add(const Image& picture, const std::string& caption);  // the next one
  const Image& image() const { return sheet_; }

  // Of the cell of a picture: where it is, without its caption.
  struct Cell {
    int x, y, width, height;
  };
  Cell cell(size_t index) const;

 private:
  Lettering letters_;
  int columns_, cell_width_, cell_height_;
  size_t next_ = 0;
  Image sheet_;
};

// Pixels above the pictures of side_by_side().
constexpr int kSideBySideHead = 29;

// Both pictures, of the same height, each under its title, with a caption between the titles.
Image side_by_side(const Image& left, const std::string& left_title, const Image& right, const std::string& right_title,
                   const std::string& caption);

}  // namespace weir::render
