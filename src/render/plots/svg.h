// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes drawings as SVG: lines, filled areas and text. Lengths in pixels from the top left corner, colours as web
// pages write them ("#1f6fc4").

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weir::render {

struct SvgPoint {
  double x = 0, y = 0;
};

enum class Anchor { start, middle, end };

class Svg {
 public:
  Svg(double width, double height);

  void line(const SvgPoint& from, const SvgPoint& to, std::string_view colour, double thickness);
  // `dash` is empty for a whole line, or like "4 3".
  void polyline(const std::vector<SvgPoint>& points, std::string_view colour, double thickness, std::string_view dash);
  void area(const std::vector<SvgPoint>& outline, std::string_view colour);
  void text(const SvgPoint& at, std::string_view text, double size, std::string_view colour,
            Anchor anchor = Anchor::start, bool bold = false);
  // Closes the drawing and gives it away.
  std::string finish();

 private:
  std::string text_;
};

}  // namespace weir::render
