// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/plots/svg.h"

#include <fmt/format.h>

#include <iterator>

namespace weir::render {

namespace {

std::string points_of(const std::vector<SvgPoint>& points) {
  std::string text;
  for (const SvgPoint& p : points) fmt::format_to(std::back_inserter(text), "{:.2f},{:.2f} ", p.x, p.y);
  if (!text.empty()) text.pop_back();
  return text;
}

// Characters that XML forbids, even escaped, are left out.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20) result += c;
    }
  }
  return result;
}

}  // namespace

Svg::Svg(double width, double height) {
  text_ = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
      width, height);
}

void Svg::line(const SvgPoint& from, const SvgPoint& to, std::string_view colour, double thickness) {
  fmt::format_to(std::back_inserter(text_),
                 "<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
                 from.x, from.y, to.x, to.y, colour, thickness);
}

void Svg::polyline(const std::vector<SvgPoint>& points, std::string_view colour, double thickness,
                   std::string_view dash) {
  fmt::format_to(std::back_inserter(text_),
                 "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" "
                 "stroke-linecap=\"round\"{}/>\n",
                 points_of(points), colour, thickness,
                 dash.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", dash));
}

void Svg::area(const std::vector<SvgPoint>& outline, std::string_view colour) {
  fmt::format_to(std::back_inserter(text_), "<polygon points=\"{}\" fill=\"{}\"/>\n", points_of(outline), colour);
}

void Svg::text(const SvgPoint& at, std::string_view text, double size, std::string_view colour, Anchor anchor,
               bool bold) {
  constexpr const char* kAnchors[] = {"start", "middle", "end"};
  fmt::format_to(std::back_inserter(text_),
                 "<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{}\" fill=\"{}\" text-anchor=\"{}\"{}>{}</text>\n", at.x,
                 at.y, size, colour, kAnchors[static_cast<int>(anchor)], bold ? " font-weight=\"bold\"" : "",
                 escaped(text));
}

std::string Svg::finish() { return std::move(text_) + "</svg>\n"; }

}  // namespace weir::render
