// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/flat/draw.h"

#include <algorithm>
#include <cmath>

#include "weir/base/parallel.h"

namespace weir::render {

namespace {

// Cuts the line to the picture and a margin around it (Liang & Barsky 1984); false when nothing is left of it.
// In doubles: the ends may be very far away.
bool clip(ScreenPoint& a, ScreenPoint& b, double margin, int width, int height) {
  const double dx = double{b.x} - double{a.x}, dy = double{b.y} - double{a.y};
  double begin = 0, end = 1;
  const auto cut = [&](double direction, double room) {
    if (direction == 0) return room >= 0;
    const double t = room / direction;
    if (direction < 0) begin = std::max(begin, t);
    if (direction > 0) end = std::min(end, t);
    return begin <= end;
  };
  if (!cut(-dx, a.x + margin) || !cut(dx, width + margin - a.x) || !cut(-dy, a.y + margin) ||
      !cut(dy, height + margin - a.y)) {
    return false;
  }
  const auto at = [a, b, dx, dy](double t) {
    return ScreenPoint{static_cast<float>(a.x + dx * t), static_cast<float>(a.y + dy * t),
                       static_cast<float>(1 / lerp(1.0 / a.z, 1.0 / b.z, t))};
  };
  const ScreenPoint cut_a = at(begin), cut_b = at(end);
  a = cut_a;
  b = cut_b;
  return true;
}

struct Range {
  int first, last;
};

Range pixels_between(float low, float high, int size) {
  return {static_cast<int>(std::max(std::floor(low), 0.0f)),
          static_cast<int>(std::min(std::ceil(high), static_cast<float>(size - 1)))};
}

// How the pixels of one direction are gathered into fewer: pixel i of the result covers [begin, end) of the old ones.
struct Span {
  float begin, end;
  int first, last;  // pixels touched
};

Span span_of(int i, int from, int to) {
  const float scale = static_cast<float>(from) / static_cast<float>(to);
  const float begin = static_cast<float>(i) * scale, end = std::min(begin + scale, static_cast<float>(from));
  return {begin, end, static_cast<int>(begin), std::min(static_cast<int>(std::ceil(end)), from)};
}

float overlap(const Span& span, int pixel) {
  return std::min(span.end, static_cast<float>(pixel + 1)) - std::max(span.begin, static_cast<float>(pixel));
}

}  // namespace

void draw_line(Image& image, const ScreenPoint& from, const ScreenPoint& to, const Pen& pen,
               std::span<const float> depth) {
  ScreenPoint a = from, b = to;
  const float reach = 0.5f * pen.thickness + 0.5f;
  if (!std::isfinite(a.x + a.y + b.x + b.y) || !clip(a, b, reach, image.width, image.height)) return;
  const float dx = b.x - a.x, dy = b.y - a.y, squared = dx * dx + dy * dy;
  const bool steep = std::abs(dy) > std::abs(dx);
  const auto paint = [&](int x, int y) {
    const float px = static_cast<float>(x) + 0.5f - a.x, py = static_cast<float>(y) + 0.5f - a.y;
    const float along = squared > 0 ? std::clamp((px * dx + py * dy) / squared, 0.0f, 1.0f) : 0.0f;
    const float share =
        std::clamp(reach - std::hypot(px - along * dx, py - along * dy), 0.0f, std::min(1.0f, pen.thickness));
    const size_t pixel = static_cast<size_t>(y) * static_cast<size_t>(image.width) + static_cast<size_t>(x);
    // A little towards the camera, so that lines on a face are not hidden by it.
    if (share <= 0 || (!depth.empty() && 0.998f / lerp(1 / a.z, 1 / b.z, along) > depth[pixel])) return;
    image.pixels[pixel] = lerp(image.pixels[pixel], pen.colour, share * pen.opacity);
  };
  // Along the longer direction, a few pixels across.
  const float p0 = steep ? a.y : a.x, p1 = steep ? b.y : b.x, q0 = steep ? a.x : a.y, q1 = steep ? b.x : b.y;
  const Range along =
      pixels_between(std::min(p0, p1) - reach, std::max(p0, p1) + reach, steep ? image.height : image.width);
  for (int p = along.first; p <= along.last; ++p) {
    const float t = p1 == p0 ? 0 : std::clamp((static_cast<float>(p) + 0.5f - p0) / (p1 - p0), 0.0f, 1.0f);
    const float middle = lerp(q0, q1, t);
    const Range across =
        pixels_between(middle - 1.5f * reach, middle + 1.5f * reach, steep ? image.width : image.height);
    for (int q = across.first; q <= across.last; ++q) steep ? paint(q, p) : paint(p, q);
  }
}

void draw_line(Image& image, const Vec3f& from, const Vec3f& to, const Camera& camera, const Pen& pen,
               std::span<const float> depth) {
  constexpr float kNear = 1e-4f;  // of the depth of the farther end
  Vec3f ends[2] = {from, to};
  const float z[2] = {dot(from - camera.position, camera.forward), dot(to - camera.position, camera.forward)};
  const float near = kNear * std::max(z[0], z[1]);
  if (!(near > 0)) return;
  for (int i = 0; i < 2; ++i) {
    if (z[i] < near) ends[i] = lerp(from, to, (near - z[0]) / (z[1] - z[0]));
  }
  const auto seen = [&](const Vec3f& p) {
    const Vec3f at = camera.project(p, image.width, image.height);
    return ScreenPoint{at.x, at.y, std::max(at.z, 0.5f * near)};
  };
  draw_line(image, seen(ends[0]), seen(ends[1]), pen, depth);
}

void draw_rectangle(Image& image, int x, int y, int width, int height, const Vec3f& colour) {
  for (int row = std::max(y, 0); row < std::min(y + height, image.height); ++row) {
    for (int column = std::max(x, 0); column < std::min(x + width, image.width); ++column)
      image.at(column, row) = colour;
  }
}

void paste(Image& onto, const Image& image, int x, int y) {
  for (int row = std::max(-y, 0); row < std::min(image.height, onto.height - y); ++row) {
    for (int column = std::max(-x, 0); column < std::min(image.width, onto.width - x); ++column) {
      onto.at(x + column, y + row) = image.at(column, row);
    }
  }
}

Image reduced(const Image& image, int width, int height) {
  Image result(width, height);
  parallel_for(
      static_cast<size_t>(height),
      [&](size_t index) {
        const int y = static_cast<int>(index);
        const Span rows = span_of(y, image.height, height);
        for (int x = 0; x < width; ++x) {
          const Span columns = span_of(x, image.width, width);
          Vec3d sum{};
          double weight = 0;
          for (int row = rows.first; row < rows.last; ++row) {
            for (int column = columns.first; column < columns.last; ++column) {
              const double share = static_cast<double>(overlap(rows, row) * overlap(columns, column));
              sum += Vec3d(image.at(column, row)) * share;
              weight += share;
            }
          }
          if (weight > 0) result.at(x, y) = Vec3f(sum / weight);
        }
      },
      8);
  return result;
}

}  // namespace weir::render
