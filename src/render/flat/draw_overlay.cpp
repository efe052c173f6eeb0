// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/flat/draw_overlay.h"

#include <algorithm>
#include <numeric>

#include "render/flat/ball_layer.h"

namespace weir::render {

namespace {

constexpr float kThickness = 1.6f;  // pixels of lines
constexpr float kSmallest = 1.5f;   // pixels of radius

void draw_points(Image& image, const std::vector<Overlay::Point>& points, const Camera& camera) {
  struct Seen {
    Disc disc;
    float depth;
  };
  std::vector<Seen> seen;
  for (const Overlay::Point& point : points) {
    const Vec3f p = camera.project(point.position, image.width, image.height);
    if (!is_finite(p) || p.z <= 0) continue;
    const float scale = 0.5f * static_cast<float>(image.height) / (camera.half_height * p.z);
    seen.push_back({{p.x, p.y, std::max(point.radius * scale, kSmallest), point.colour}, p.z});
  }
  std::stable_sort(seen.begin(), seen.end(), [](const Seen& a, const Seen& b) { return a.depth > b.depth; });
  std::vector<Disc> discs;
  for (const Seen& s : seen) discs.push_back(s.disc);
  draw_discs(image, discs);
}

// One side of a triangle, from its lower vertex to its higher one.
struct Side {
  int32_t low, high;
  bool facing;  // the triangle shows its front
  bool operator<(const Side& b) const { return low != b.low ? low < b.low : high < b.high; }
  bool same_edge(const Side& b) const { return low == b.low && high == b.high; }
};

std::vector<Side> sides_of(const Mesh& mesh, const Camera& camera) {
  std::vector<Side> sides;
  for (const Vec3i& t : mesh.triangles) {
    const Vec3f &a = mesh.positions[static_cast<size_t>(t.x)], &b = mesh.positions[static_cast<size_t>(t.y)],
                &c = mesh.positions[static_cast<size_t>(t.z)];
    const bool facing = dot(cross(b - a, c - a), camera.position - a) > 0;
    for (int k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax(t[k], t[(k + 1) % 3]);
      sides.push_back({low, high, facing});
    }
  }
  std::sort(sides.begin(), sides.end());
  return sides;
}

}  // namespace

void draw_box(Image& image, const Box3d& box, const Affine& placed, const Camera& camera, const Pen& pen,
              std::span<const float> depth) {
  const auto corner = [&](int bits) {
    return Vec3f(placed.point({bits & 1 ? box.upper.x : box.lower.x, bits & 2 ? box.upper.y : box.lower.y,
                               bits & 4 ? box.upper.z : box.lower.z}));
  };
  const bool flat = box.lower.z == box.upper.z;
  for (int from = 0; from < (flat ? 4 : 8); ++from) {
    for (int axis = 0; axis < (flat ? 2 : 3); ++axis) {
      if (!(from & 1 << axis)) draw_line(image, corner(from), corner(from | 1 << axis), camera, pen, depth);
    }
  }
}

void draw_outline(Image& image, const Mesh& mesh, const Camera& camera, const Pen& pen) {
  const std::vector<Side> sides = sides_of(mesh, camera);
  for (size_t i = 0; i < sides.size();) {
    size_t end = i;
    size_t facing = 0;
    while (end < sides.size() && sides[i].same_edge(sides[end])) facing += sides[end++].facing;
    const size_t count = end - i;
    if (count == 1 || (facing > 0 && facing < count)) {
      draw_line(image, mesh.positions[static_cast<size_t>(sides[i].low)],
                mesh.positions[static_cast<size_t>(sides[i].high)], camera, pen);
    }
    i = end;
  }
}

void draw_overlay(Image& image, const Overlay& overlay, const Camera& camera) {
  for (const Overlay::Outlined& outlined : overlay.meshes) {
    draw_outline(image, outlined.mesh, camera, {kThickness, outlined.colour});
  }
  for (const Overlay::Box& box : overlay.boxes) {
    draw_box(image, box.box, box.placed, camera, {kThickness, box.colour});
  }
  for (const Overlay::Polyline& line : overlay.lines) {
    for (size_t i = 1; i < line.points.size(); ++i) {
      draw_line(image, line.points[i - 1], line.points[i], camera, {kThickness, line.colour});
    }
    if (line.closed && line.points.size() > 2) {
      draw_line(image, line.points.back(), line.points.front(), camera, {kThickness, line.colour});
    }
  }
  draw_points(image, overlay.points, camera);
}

}  // namespace weir::render
