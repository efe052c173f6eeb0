// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the labels of a picture go: beside what they name, on free ground where there is some, never on each other.

#pragma once

#include <string>
#include <vector>

#include "render/pictures/lettering.h"
#include "weir/render/pictures/image.h"

namespace weir::render {

struct PixelBox {
  int x = 0, y = 0, width = 0, height = 0;
  bool meets(const PixelBox& o) const {
    return x < o.x + o.width && o.x < x + width && y < o.y + o.height && o.y < y + height;
  }
};

struct PictureLabel {
  float x = 0, y = 0;  // pixels, what it names
  std::string text;
  Vec3f colour;
  bool minor = false;
};

class LabelLayout {
 public:
  // `busy`: how much every pixel shows, row by row, that names should not cover.
  LabelLayout(int width, int height, const std::vector<uint8_t>& busy);

  // Nothing is put here any more.
  void keep_free(const PixelBox& box) { taken_.push_back(box); }
  bool is_free(const PixelBox& box) const;
  // Finds a place for a box of this size near a point; false when there is none that is near enough.
  bool place(float x, float y, bool must, PixelBox& box);

 private:
  double busy_share(const PixelBox& box) const;

  int width_, height_;
  std::vector<uint32_t> busy_sum_;  // of all pixels above and to the left
  std::vector<PixelBox> taken_;
};

// Draws each on a plate with a line to what it names; minor ones are left out where there is no room. Returns how many
// others were.
size_t draw_labels(Image& image, const std::vector<PictureLabel>& labels, const Lettering& letters,
                   LabelLayout& layout);

}  // namespace weir::render
