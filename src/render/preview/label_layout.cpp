// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/preview/label_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "render/flat/ball_layer.h"
#include "render/flat/draw.h"

namespace weir::render {

namespace {

constexpr int kPad = 5;     // pixels around the text
constexpr int kMargin = 6;  // to the edge of the picture
constexpr int kApart = 3;   // between labels

// The point of a box that is nearest to a place.
ScreenPoint nearest(const PixelBox& box, float x, float y) {
  return {std::clamp(x, static_cast<float>(box.x), static_cast<float>(box.x + box.width)),
          std::clamp(y, static_cast<float>(box.y), static_cast<float>(box.y + box.height))};
}

void draw_plate(Image& image, const PixelBox& box, const Vec3f& colour) {
  for (int y = std::max(box.y, 0); y < std::min(box.y + box.height, image.height); ++y) {
    for (int x = std::max(box.x, 0); x < std::min(box.x + box.width, image.width); ++x) {
      const bool stripe = x < box.x + 3;
      image.at(x, y) = stripe ? colour : lerp(image.at(x, y), colour_of(0xffffff), 0.86f);
    }
  }
}

}  // namespace

LabelLayout::LabelLayout(int width, int height, const std::vector<uint8_t>& busy)
    : width_(width), height_(height), busy_sum_(static_cast<size_t>(width + 1) * static_cast<size_t>(height + 1)) {
  const auto across = static_cast<size_t>(width + 1);
  for (size_t y = 0; y < static_cast<size_t>(height); ++y) {
    uint32_t row = 0;
    for (size_t x = 0; x < static_cast<size_t>(width); ++x) {
      row += busy[y * static_cast<size_t>(width) + x];
      busy_sum_[(y + 1) * across + x + 1] = busy_sum_[y * across + x + 1] + row;
    }
  }
}

bool LabelLayout::is_free(const PixelBox& box) const {
  if (box.x < kMargin || box.y < kMargin || box.x + box.width > width_ - kMargin ||
      box.y + box.height > height_ - kMargin) {
    return false;
  }
  const PixelBox wider{box.x - kApart, box.y - kApart, box.width + 2 * kApart, box.height + 2 * kApart};
  return std::none_of(taken_.begin(), taken_.end(), [&](const PixelBox& taken) { return taken.meets(wider); });
}

double LabelLayout::busy_share(const PixelBox& box) const {
  const auto sum = [&](int x, int y) {
    return busy_sum_[static_cast<size_t>(y) * static_cast<size_t>(width_ + 1) + static_cast<size_t>(x)];
  };
  const int right = box.x + box.width, bottom = box.y + box.height;
  const uint32_t all = sum(right, bottom) + sum(box.x, box.y) - sum(right, box.y) - sum(box.x, bottom);
  return static_cast<double>(all) / (static_cast<double>(box.width) * box.height);
}

bool LabelLayout::place(float x, float y, bool must, PixelBox& box) {
  constexpr int kWays = 24;
  constexpr std::array<float, 8> kFar{10, 22, 38, 60, 90, 130, 190, 270};
  double best = std::numeric_limits<double>::infinity();
  const PixelBox wanted = box;
  for (size_t ring = 0; ring < (must ? kFar.size() : 5); ++ring) {
    for (int way = 0; way < kWays; ++way) {
      // To the right and up first, as maps have it.
      const double angle = 2 * std::numbers::pi * (way + 0.5) / kWays;
      const double across = std::cos(angle), down = -std::sin(angle);
      PixelBox here = wanted;
      const double reach = static_cast<double>(kFar[ring]);
      here.x = static_cast<int>(static_cast<double>(x) + across * (reach + 0.5 * wanted.width) - 0.5 * wanted.width);
      here.y = static_cast<int>(static_cast<double>(y) + down * (reach + 0.5 * wanted.height) - 0.5 * wanted.height);
      if (!is_free(here)) continue;
      const double cost = reach / 100 + 0.5 * busy_share(here) + (down > 0.2 ? 0.12 : 0) + (across < 0 ? 0.05 : 0);
      if (cost < best) {
        best = cost;
        box = here;
      }
    }
  }
  if (!std::isfinite(best)) return false;
  keep_free(box);
  return true;
}

size_t draw_labels(Image& image, const std::vector<PictureLabel>& labels, const Lettering& letters,
                   LabelLayout& layout) {
  std::vector<PictureLabel> sorted = labels;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const PictureLabel& a, const PictureLabel& b) { return a.minor < b.minor; });
  struct Placed {
    const PictureLabel* label;
    PixelBox box;
  };
  std::vector<Placed> placed;
  size_t left_out = 0;
  for (const PictureLabel& label : sorted) {
    PixelBox box{0, 0, letters.width(label.text) + 2 * kPad + 3, letters.size() + 6};
    if (layout.place(label.x, label.y, !label.minor, box)) {
      placed.push_back({&label, box});
    } else {
      left_out += !label.minor;
    }
  }
  const Vec3f ink = colour_of(0x1f2933);
  std::vector<Disc> dots;
  for (const auto& [label, box] : placed) {
    const Vec3f dark = lerp(label->colour, ink, 0.45f);
    draw_line(image, {label->x, label->y}, nearest(box, label->x, label->y), {1.2f, dark, 0.9f});
    dots.push_back({label->x, label->y, 3.2f, colour_of(0xffffff)});
    dots.push_back({label->x, label->y, 2.3f, dark});
  }
  draw_discs(image, dots);
  for (const auto& [label, box] : placed) {
    draw_plate(image, box, label->colour * 0.9f);
    letters.draw(image, box.x + kPad + 3, box.y + 3 + letters.size() - letters.size() / 5, label->text, ink);
  }
  return left_out;
}

}  // namespace weir::render
