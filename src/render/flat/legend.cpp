// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/flat/legend.h"

#include <fmt/format.h>

#include "render/flat/colours.h"
#include "render/flat/draw.h"

namespace weir::render {

namespace {

constexpr int kBar = 90;  // pixels of the scale of speeds
constexpr int kGap = 6;

bool has_scale(const Legend& legend) { return legend.top_speed > 0 || legend.heat; }
std::string start_of_scale(const Legend& legend) {
  return legend.heat ? fmt::format("{:.4g}", legend.heat->coldest) : "0";
}
std::string end_of_scale(const Legend& legend) {
  return legend.heat ? fmt::format("{:.4g} \u00b0C", legend.heat->hottest)
                     : fmt::format("{:.4g} m/s", legend.top_speed);
}

}  // namespace

Legend legend_of(const Scene& scene, float top_speed, const HeatRange& heat) {
  Legend legend;
  switch (scene.picture.colour_by) {
    case ColourBy::automatic:
    case ColourBy::speed:
      legend.top_speed = top_speed;
      break;
    case ColourBy::phase:
      for (size_t i = 0; i < scene.phases.size() && scene.phases.size() > 1; ++i) {
        legend.entries.emplace_back(scene.phases[i].name, phase_colour(scene.phases, i));
      }
      break;
    case ColourBy::paint:
      break;
    case ColourBy::heat:
      if (heat.hottest > heat.coldest) legend.heat = heat;
      break;
    case ColourBy::role:
      legend.entries = {{"liquid", liquid_colour()}, {"temporary", temporary_colour()}};
      break;
  }
  return legend;
}

int legend_height(const Lettering& letters) { return letters.size() + 8; }

int legend_width(const Legend& legend, const Lettering& letters) {
  if (legend.empty()) return 0;
  int width = kGap;
  if (has_scale(legend))
    width += letters.width(start_of_scale(legend)) + kGap + kBar + kGap + letters.width(end_of_scale(legend)) + kGap;
  for (const auto& [name, colour] : legend.entries) width += letters.size() + kGap / 2 + letters.width(name) + 2 * kGap;
  return width;
}

void draw_legend(Image& image, int x, int y, const Legend& legend, const Lettering& letters) {
  const int width = legend_width(legend, letters), height = legend_height(letters), size = letters.size();
  const Vec3f ink = colour_of(0x333b42), plate = colour_of(0xffffff);
  for (int row = std::max(y, 0); row < std::min(y + height, image.height); ++row) {
    for (int column = std::max(x, 0); column < std::min(x + width, image.width); ++column) {
      image.at(column, row) = lerp(image.at(column, row), plate, 0.8f);
    }
  }
  const int baseline = y + 4 + size - size / 5;
  int pen = x + kGap;
  if (has_scale(legend)) {
    letters.draw(image, pen, baseline, start_of_scale(legend), ink);
    pen += letters.width(start_of_scale(legend)) + kGap;
    for (int i = 0; i < kBar; ++i) {
      const float share = (static_cast<float>(i) + 0.5f) / kBar;
      draw_rectangle(image, pen + i, y + height / 2 - size / 3, 1, 2 * size / 3,
                     legend.heat ? heat_colour(share) : speed_colour(share));
    }
    pen += kBar + kGap;
    letters.draw(image, pen, baseline, end_of_scale(legend), ink);
  }
  for (const auto& [name, colour] : legend.entries) {
    draw_rectangle(image, pen, y + height / 2 - size / 3, size - kGap / 2, 2 * size / 3, colour);
    pen += size + kGap / 2;
    letters.draw(image, pen, baseline, name, ink);
    pen += letters.width(name) + 2 * kGap;
  }
}

}  // namespace weir::render
