// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/plots/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace weir::render {

namespace {

// Told apart also by those who see red and green alike (Okabe & Ito 2008, a little softer).
constexpr std::array<const char*, 10> kPalette{"#2a78c2", "#e69f00", "#1fa187", "#d55e00", "#9b6fb8",
                                               "#56b4e9", "#b5a400", "#c0504d", "#5c6b78", "#8c564b"};
constexpr std::array<const char*, 4> kDashes{"", "6 3", "2 3", "8 3 2 3"};
constexpr const char *kInk = "#333b42", *kFaint = "#7a858f", *kGrid = "#e6eaee", *kAxis = "#9aa5ae";
constexpr double kLetters = 10, kLegendRow = 15;
constexpr double kLeft = 52, kRight = 12, kTop = 24, kBottom = 24;  // around the field of the lines

std::string number_text(double value) {
  const double size = std::abs(value);
  if (size >= 1e9 || (size > 0 && size < 1e-3)) return fmt::format("{:.3g}", value);
  if (size >= 1e6) return fmt::format("{:.4g}M", value / 1e6);
  if (size >= 1e4) return fmt::format("{:.4g}k", value / 1e3);
  return fmt::format("{:.4g}", value);
}

// Good enough to place a legend: text is not measured here.
double text_width(const std::string& text) { return 0.58 * kLetters * static_cast<double>(text.size()); }

// Sums of the series up to each of them, so that areas stand on one another; a gap counts as nothing.
std::vector<std::vector<double>> stacked_tops(const Chart& chart) {
  std::vector<std::vector<double>> tops;
  for (const Series& s : chart.series) {
    std::vector<double> top = tops.empty() ? std::vector<double>(s.values.size(), 0.0) : tops.back();
    for (size_t i = 0; i < top.size(); ++i) top[i] += std::isfinite(s.values[i]) ? std::max(s.values[i], 0.0) : 0.0;
    tops.push_back(std::move(top));
  }
  return tops;
}

struct Field {
  double x0, x1, y0, y1;  // pixels: left, right, bottom, top
  double first, last, low, high;
  SvgPoint at(double frame, double value) const {
    const double along = last > first ? (frame - first) / (last - first) : 0.5;
    return {x0 + along * (x1 - x0), y0 + (value - low) / (high - low) * (y1 - y0)};
  }
};

double draw_legend(Svg& svg, const Chart& chart, const ChartBox& box) {
  if (chart.series.size() < 2) return 0;
  double x = box.x + kLeft, y = box.y + kTop + 2;
  double rows = 1;
  for (const Series& s : chart.series) {
    const double width = 22 + text_width(s.name) + 8;
    if (x + width > box.x + box.width - kRight && x > box.x + kLeft) {
      x = box.x + kLeft;
      y += kLegendRow;
      ++rows;
    }
    const char* colour = kPalette[s.colour % kPalette.size()];
    if (chart.stacked) {
      svg.area({{x, y}, {x + 16, y}, {x + 16, y + 8}, {x, y + 8}}, colour);
    } else {
      svg.polyline({{x, y + 4}, {x + 16, y + 4}}, colour, 2, kDashes[s.dash % kDashes.size()]);
    }
    svg.text({x + 21, y + 8}, s.name, kLetters, kInk);
    x += width;
  }
  return rows * kLegendRow + 2;
}

void draw_axes(Svg& svg, const Field& field, const std::vector<double>& levels) {
  for (const double level : levels) {
    const double y = field.at(field.first, level).y;
    svg.line({field.x0, y}, {field.x1, y}, kGrid, 1);
    svg.text({field.x0 - 5, y + 3.5}, number_text(level), kLetters, kFaint, Anchor::end);
  }
  for (const double frame : ticks(field.first, field.last, 6)) {
    if (frame < field.first || frame > field.last || frame != std::floor(frame)) continue;
    const double x = field.at(frame, field.low).x;
    svg.line({x, field.y0}, {x, field.y0 + 3}, kAxis, 1);
    svg.text({x, field.y0 + 14}, number_text(frame), kLetters, kFaint, Anchor::middle);
  }
  svg.line({field.x0, field.y0}, {field.x1, field.y0}, kAxis, 1);
  svg.text({field.x0 - 5, field.y0 + 14}, "frame", kLetters, kFaint, Anchor::end);
}

void draw_stack(Svg& svg, const Chart& chart, const Field& field) {
  const std::vector<std::vector<double>> tops = stacked_tops(chart);
  for (size_t s = tops.size(); s-- > 0;) {
    std::vector<SvgPoint> outline;
    const std::vector<double>& frames = chart.series[s].frames;
    for (size_t i = 0; i < frames.size(); ++i) outline.push_back(field.at(frames[i], tops[s][i]));
    for (size_t i = frames.size(); i-- > 0;) outline.push_back(field.at(frames[i], s > 0 ? tops[s - 1][i] : 0));
    svg.area(outline, kPalette[chart.series[s].colour % kPalette.size()]);
  }
}

void draw_lines(Svg& svg, const Chart& chart, const Field& field) {
  for (const Series& s : chart.series) {
    const char* colour = kPalette[s.colour % kPalette.size()];
    std::vector<SvgPoint> points;
    for (size_t i = 0; i <= s.values.size(); ++i) {
      if (i < s.values.size() && std::isfinite(s.values[i])) {
        points.push_back(field.at(s.frames[i], s.values[i]));
        continue;
      }
      // A single point between gaps would not be seen as a line.
      if (points.size() == 1) points.push_back({points[0].x + 1.5, points[0].y});
      if (!points.empty()) svg.polyline(points, colour, 1.6, kDashes[s.dash % kDashes.size()]);
      points.clear();
    }
  }
}

}  // namespace

std::vector<double> ticks(double low, double high, int count) {
  const double raw = (high - low) / count;
  if (!(raw > 0) || !std::isfinite(raw)) return {low};
  const double unit = std::pow(10, std::floor(std::log10(raw)));
  const double step = raw <= unit ? unit : raw <= 2 * unit ? 2 * unit : raw <= 5 * unit ? 5 * unit : 10 * unit;
  std::vector<double> result;
  const double begin = std::floor(low / step), end = std::ceil(high / step);
  for (double i = begin; i <= end; ++i) result.push_back(i * step);
  return result;
}

void draw_chart(Svg& svg, const Chart& chart, const ChartBox& box, double first, double last) {
  // From 0, as all that is measured here is an amount; below it only where something is negative.
  double low = 0, high = 0;
  const auto include = [&](const std::vector<double>& values) {
    for (const double value : values) {
      if (!std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  };
  if (chart.stacked && !chart.series.empty()) include(stacked_tops(chart).back());
  for (const Series& s : chart.series) {
    if (!chart.stacked) include(s.values);
  }
  const std::vector<double> levels = ticks(low, high > low ? high : low + 1, 4);
  svg.text({box.x + kLeft, box.y + 14}, chart.title, 12, kInk, Anchor::start, /*bold=*/true);
  if (!chart.unit.empty()) {
    svg.text({box.x + box.width - kRight, box.y + 14}, chart.unit, kLetters, kFaint, Anchor::end);
  }
  const double legend = draw_legend(svg, chart, box);
  const Field field{box.x + kLeft,
                    box.x + box.width - kRight,
                    box.y + box.height - kBottom,
                    box.y + kTop + legend,
                    first,
                    last,
                    levels.front(),
                    levels.back()};
  draw_axes(svg, field, levels);
  if (chart.stacked) {
    draw_stack(svg, chart, field);
  } else {
    draw_lines(svg, chart, field);
  }
}

}  // namespace weir::render
