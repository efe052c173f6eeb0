// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Marching squares that keep corners, as Kobbelt et al. (2001, "Feature sensitive surface extraction from volume data")
// do for cubes: where the outline enters and leaves a cell in two directions, a vertex is put where both ways meet.
// Cells that are wholly inside become long rectangles, row by row.

#include "geometry/shapes/section.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace weir {

namespace {

constexpr float kSmooth = 0.95f;  // cosine between directions that still are one
constexpr int kLeastCells = 8;    // along each side, since what is thinner than a cell is not seen

class Squares {
 public:
  Squares(const Field& field, const Box3f& box, double cell) : field_(field), lower_(box.lower) {
    const Vec3f size = box.size();
    const auto count = [&](float length) {
      return std::max(kLeastCells, static_cast<int>(std::ceil(static_cast<double>(length) / cell)));
    };
    nx_ = count(size.x);
    ny_ = count(size.y);
    dx_ = size.x / static_cast<float>(nx_);
    dy_ = size.y / static_cast<float>(ny_);
    std::vector<Vec3f> corners;
    for (int y = 0; y <= ny_; ++y) {
      for (int x = 0; x <= nx_; ++x) corners.push_back(corner(x, y));
    }
    distance_.resize(corners.size());
    field.distance(corners, distance_);
  }

  Section made() && {
    for (int y = 0; y < ny_; ++y) add_row(y);
    return std::move(section_);
  }

 private:
  struct Crossing {
    Vec3f at, normal;
  };

  Vec3f corner(int x, int y) const {
    return {lower_.x + dx_ * static_cast<float>(x), lower_.y + dy_ * static_cast<float>(y), 0};
  }
  float distance(int x, int y) const {
    return distance_[static_cast<size_t>(y) * static_cast<size_t>(nx_ + 1) + static_cast<size_t>(x)];
  }

  void add_row(int y) {
    int begin = 0;  // of the cells that are wholly inside
    for (int x = 0; x <= nx_; ++x) {
      const int inside = x < nx_ ? corners_inside(x, y) : 0;
      if (inside == 4) continue;
      if (begin < x) add_polygon({corner(begin, y), corner(x, y), corner(x, y + 1), corner(begin, y + 1)});
      begin = x + 1;
      if (inside > 0) add_cell(x, y);
    }
  }

  int corners_inside(int x, int y) const {
    return (distance(x, y) < 0) + (distance(x + 1, y) < 0) + (distance(x + 1, y + 1) < 0) + (distance(x, y + 1) < 0);
  }

  // Once around the cell: every stretch of corners that are inside, from where the outline is crossed to where it is
  // crossed again.
  void add_cell(int x, int y) {
    const std::array<Vec3f, 4> at{corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)};
    const std::array<float, 4> d{distance(x, y), distance(x + 1, y), distance(x + 1, y + 1), distance(x, y + 1)};
    for (size_t k = 0; k < 4; ++k) {
      if (d[k] < 0 || d[(k + 1) % 4] >= 0) continue;
      const Vec3f in = crossing(at[k], at[(k + 1) % 4], d[k], d[(k + 1) % 4]);
      std::vector<Vec3f> polygon{in};
      size_t n = (k + 1) % 4;
      for (; d[n] < 0; n = (n + 1) % 4) polygon.push_back(at[n]);
      const size_t last = (n + 3) % 4;
      const Vec3f out = crossing(at[last], at[n], d[last], d[n]);
      polygon.push_back(out);
      add_outline(in, out, polygon);
    }
  }

  // By the secant, improved once: fields are only nearly straight.
  Vec3f crossing(const Vec3f& a, const Vec3f& b, float da, float db) const {
    const Vec3f p = a + (b - a) * (da / (da - db));
    const float dp = distance_at(field_, p);
    if (dp == 0) return p;
    return (dp < 0) == (da < 0) ? p + (b - p) * (dp / (dp - db)) : a + (p - a) * (da / (da - dp));
  }

  void add_outline(const Vec3f& in, const Vec3f& out, std::vector<Vec3f>& polygon) {
    const std::array<Vec3f, 2> ends{in, out};
    std::array<Vec3f, 2> normal;
    normals(field_, ends, 0.02f * std::min(dx_, dy_), normal);
    const float turn = normal[0].x * normal[1].y - normal[0].y * normal[1].x;
    const size_t first = polygon.size();
    if (dot(normal[0], normal[1]) < kSmooth && std::abs(turn) > 1e-3f) {
      // n0 (p - in) = 0 and n1 (p - out) = 0.
      const float c0 = dot(normal[0], in), c1 = dot(normal[1], out);
      const Vec3f p{(c0 * normal[1].y - c1 * normal[0].y) / turn, (c1 * normal[0].x - c0 * normal[1].x) / turn, 0};
      const Vec3f middle = (in + out) * 0.5f;
      if (std::abs(p.x - middle.x) < dx_ && std::abs(p.y - middle.y) < dy_) polygon.push_back(p);
    }
    const uint32_t begin = add_polygon(polygon);
    for (size_t k = first - 1; k < polygon.size(); ++k) {
      section_.edges.push_back(begin + static_cast<uint32_t>(k));
      section_.edges.push_back(begin + static_cast<uint32_t>((k + 1) % polygon.size()));
    }
  }

  // Returns its first vertex. As a fan from its last one, the corner of the outline where there is one: all of the
  // polygon is seen from there.
  uint32_t add_polygon(const std::vector<Vec3f>& polygon) {
    const auto begin = static_cast<int32_t>(section_.mesh.positions.size()),
               count = static_cast<int32_t>(polygon.size());
    section_.mesh.positions.insert(section_.mesh.positions.end(), polygon.begin(), polygon.end());
    for (int32_t k = 0; k + 2 < count; ++k)
      section_.mesh.triangles.push_back({begin + count - 1, begin + k, begin + k + 1});
    return static_cast<uint32_t>(begin);
  }

  const Field& field_;
  Vec3f lower_;
  int nx_, ny_;
  float dx_, dy_;
  std::vector<float> distance_;
  Section section_;
};

}  // namespace

Section section_of(const Field& field, const Box3f& box, double cell) {
  if (box.lower.x >= box.upper.x || box.lower.y >= box.upper.y) return {};
  // The outline lies between corners of the grid, also where the box is that of the body.
  const Box3f around{box.lower - Vec3f{1e-3f, 1e-3f, 0} * static_cast<float>(cell),
                     box.upper + Vec3f{1e-3f, 1e-3f, 0} * static_cast<float>(cell)};
  return Squares(field, around, cell).made();
}

}  // namespace weir
