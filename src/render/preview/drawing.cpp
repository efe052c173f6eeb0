// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/preview/drawing.h"

#include <algorithm>
#include <cmath>

#include "render/flat/draw.h"
#include "render/flat/draw_overlay.h"

namespace weir::render {

namespace {

Vec3f ink() { return colour_of(0x46525e); }

ScreenPoint seen_at(const Vec3f& point, const Camera& camera, const Image& image) {
  const Vec3f p = camera.project(point, image.width, image.height);
  return {p.x, p.y, p.z};
}

void draw_head(Image& image, const ScreenPoint& from, const ScreenPoint& to, float size, const Pen& pen) {
  const float dx = to.x - from.x, dy = to.y - from.y, far = std::hypot(dx, dy);
  if (far < 1) return;
  const float x = dx / far, y = dy / far;
  constexpr int kLines = 8;
  for (int i = -kLines; i <= kLines; ++i) {
    const float aside = 0.42f * size * static_cast<float>(i) / kLines;
    draw_line(image, {to.x - size * x - aside * y, to.y - size * y + aside * x}, to, pen);
  }
}

struct Edge {
  Vec3f from, to;
};

// Of the four edges of a box along an axis.
Edge edge_of(const Box3f& box, int axis, int which) {
  const int second = (axis + 1) % 3, third = (axis + 2) % 3;
  Edge edge{box.lower, box.lower};
  edge.from[second] = edge.to[second] = which & 1 ? box.upper[second] : box.lower[second];
  edge.from[third] = edge.to[third] = which & 2 ? box.upper[third] : box.lower[third];
  edge.to[axis] = box.upper[axis];
  return edge;
}

// The lowest edge in the picture of those that lie, the leftmost of those that stand.
Edge outer_edge(const Box3f& box, int axis, const Camera& camera, const Image& image) {
  Edge best = edge_of(box, axis, 0);
  float most = -1e30f;
  for (int which = 0; which < 4; ++which) {
    const Edge edge = edge_of(box, axis, which);
    const ScreenPoint middle = seen_at((edge.from + edge.to) * 0.5f, camera, image);
    const float score = axis == 1 ? -middle.x : middle.y;
    if (middle.z > 0 && score > most) {
      most = score;
      best = edge;
    }
  }
  return best;
}

}  // namespace

void draw_domain(SetupPicture& picture, const Setup& setup, const Camera& camera) {
  if (!setup.domain) return;
  Box3d box(setup.stage);
  draw_box(picture.image, box, Affine{}, camera, {1.1f, colour_of(0x6b7782), 0.75f}, picture.depth);
}

void draw_arrows(Image& image, const std::vector<Setup::Arrow>& arrows, const Camera& camera) {
  const float thick = std::clamp(static_cast<float>(image.height) / 320, 1.2f, 2.6f);
  for (const Setup::Arrow& arrow : arrows) {
    const ScreenPoint from = seen_at(arrow.from, camera, image), to = seen_at(arrow.to, camera, image);
    if (from.z <= 0 || to.z <= 0) continue;
    const float head = std::min(5 * thick, 0.5f * std::hypot(to.x - from.x, to.y - from.y) + 2);
    const Vec3f white = colour_of(0xffffff), dark = arrow.colour * 0.85f;
    const float far = std::max(1.0f, std::hypot(to.x - from.x, to.y - from.y));
    const float share = std::max(0.0f, 1 - 0.8f * head / far);
    const ScreenPoint neck{lerp(from.x, to.x, share), lerp(from.y, to.y, share)};
    draw_line(image, from, neck, {thick + 2, white, 0.75f});
    draw_head(image, from, to, head + 1.5f, {2.5f, white, 0.4f});
    draw_line(image, from, neck, {thick, dark});
    draw_head(image, from, to, head, {1.2f, dark});
  }
}

void draw_sizes(Image& image, const Setup& setup, const Camera& camera, const Lettering& letters, LabelLayout& layout) {
  if (!setup.domain) return;
  const ScreenPoint centre = seen_at(setup.stage.centre(), camera, image);
  for (int axis = 0; axis < setup.dimensions; ++axis) {
    const Edge edge = outer_edge(setup.stage, axis, camera, image);
    const ScreenPoint a = seen_at(edge.from, camera, image), b = seen_at(edge.to, camera, image);
    const float dx = b.x - a.x, dy = b.y - a.y, far = std::hypot(dx, dy);
    if (a.z <= 0 || b.z <= 0 || far < 30) continue;
    // Across the edge, away from the middle of the box.
    float nx = -dy / far, ny = dx / far;
    const float mx = 0.5f * (a.x + b.x), my = 0.5f * (a.y + b.y);
    if (nx * (mx - centre.x) + ny * (my - centre.y) < 0) {
      nx = -nx;
      ny = -ny;
    }
    constexpr float kAway = 9, kTick = 4;
    const Pen pen{1, ink(), 0.8f};
    draw_line(image, {a.x + kAway * nx, a.y + kAway * ny}, {b.x + kAway * nx, b.y + kAway * ny}, pen);
    for (const ScreenPoint& end : {a, b}) {
      draw_line(image, {end.x + (kAway - kTick) * nx, end.y + (kAway - kTick) * ny},
                {end.x + (kAway + kTick) * nx, end.y + (kAway + kTick) * ny}, pen);
    }
    const std::string text = length_in_words(static_cast<double>(setup.stage.size()[axis]));
    const int width = letters.width(text), height = letters.size();
    const float reach =
        kAway + 6 + 0.5f * (std::abs(nx) * static_cast<float>(width) + std::abs(ny) * static_cast<float>(height));
    const PixelBox box{static_cast<int>(mx + reach * nx) - width / 2, static_cast<int>(my + reach * ny) - height / 2,
                       width, height};
    letters.draw(image, box.x, box.y + height - height / 5, text, ink());
    layout.keep_free(box);
  }
}

void draw_camera(Image& image, const SeenCamera& seen, const Camera& camera, const Vec3f& colour) {
  const Pen pen{1.1f, colour, 0.6f};
  for (int i = 0; i < 4; ++i) {
    draw_line(image, seen.position, seen.corners[i], camera, pen);
    draw_line(image, seen.corners[i], seen.corners[(i + 1) % 4], camera, pen);
  }
  for (size_t i = 1; i < seen.way.size(); ++i)
    draw_line(image, seen.way[i - 1], seen.way[i], camera, {1.6f, colour, 0.8f});
}

}  // namespace weir::render
