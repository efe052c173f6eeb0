// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// One small chart: values over frames, as lines or as areas on top of each other.

#pragma once

#include <string>
#include <vector>

#include "render/plots/svg.h"

namespace weir::render {

struct Series {
  std::string name;
  std::vector<double> frames, values;  // a NaN is a gap
  size_t colour = 0;                   // index in the palette
  size_t dash = 0;                     // 0: a whole line
};

struct Chart {
  std::string title, unit;
  bool stacked = false;  // series of the same frames
  std::vector<Series> series;
};

struct ChartBox {
  double x = 0, y = 0, width = 0, height = 0;  // with title, legend and numbers
};

// Frames from `first` to `last` along x.
void draw_chart(Svg& svg, const Chart& chart, const ChartBox& box, double first, double last);

// Round numbers from at or below `low` to at or above `high`, about `count` of them.
std::vector<double> ticks(double low, double high, int count);

}  // namespace weir::render
