// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Meshes and fields that the tests of meshes and sampling share. Deliberately not those of the library.

#pragma once

#include <algorithm>
#include <vector>

#include "weir/geometry/mesh/mesh.h"
#include "weir/geometry/shapes/field.h"

namespace weir {

// A box with two triangles a side, outward.
inline Mesh box_mesh(const Vec3f& lower, const Vec3f& upper) {
  Mesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.positions.push_back({i & 1 ? upper.x : lower.x, i & 2 ? upper.y : lower.y, i & 4 ? upper.z : lower.z});
  }
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

// A sphere of 8 * 4^levels triangles from an octahedron, outward; all its vertices lie on the sphere.
inline Mesh sphere_mesh(const Vec3f& centre, float radius, int levels) {
  Mesh mesh;
  const int n = 1 << levels;
  for (int octant = 0; octant < 8; ++octant) {
    const Vec3f sign{octant & 1 ? -1.0f : 1.0f, octant & 2 ? -1.0f : 1.0f, octant & 4 ? -1.0f : 1.0f};
    const bool mirrored = sign.x * sign.y * sign.z < 0;
    const auto corner = [&](int i, int j) {
      const Vec3f p{static_cast<float>(i), static_cast<float>(j), static_cast<float>(n - i - j)};
      mesh.positions.push_back(centre + normalized(p * sign) * radius);
    };
    const auto triangle = [&](int i0, int j0, int i1, int j1, int i2, int j2) {
      const auto first = static_cast<int32_t>(mesh.positions.size());
      corner(i0, j0);
      corner(mirrored ? i2 : i1, mirrored ? j2 : j1);
      corner(mirrored ? i1 : i2, mirrored ? j1 : j2);
      mesh.triangles.push_back({first, first + 1, first + 2});
    };
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n - i; ++j) {
        triangle(i, j, i + 1, j, i, j + 1);
        if (i + j < n - 1) triangle(i + 1, j, i + 1, j + 1, i, j + 1);
      }
    }
  }
  // Join the vertices of neighbouring triangles, which are exactly equal.
  std::vector<Vec3f> unique;
  std::vector<size_t> order(mesh.positions.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto before = [&](size_t a, size_t b) {
    const Vec3f p = mesh.positions[a] + Vec3f{}, q = mesh.positions[b] + Vec3f{};
    return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z;
  };
  std::sort(order.begin(), order.end(), before);
  std::vector<int32_t> name(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || before(order[i - 1], order[i])) unique.push_back(mesh.positions[order[i]]);
    name[order[i]] = static_cast<int32_t>(unique.size()) - 1;
  }
  for (Vec3i& t : mesh.triangles) {
    for (int k = 0; k < 3; ++k) t[k] = name[static_cast<size_t>(t[k])];
  }
  mesh.positions = unique;
  return mesh;
}

inline Mesh inside_out(Mesh mesh) {
  for (Vec3i& t : mesh.triangles) std::swap(t.y, t.z);
  return mesh;
}

class SphereField final : public Field {
 public:
  SphereField(const Vec3f& centre, float radius) : centre_(centre), radius_(radius) {}
  void distance(std::span<const Vec3f> points, std::span<float> distance) const override {
    for (size_t i = 0; i < points.size(); ++i) distance[i] = length(points[i] - centre_) - radius_;
  }
  Box3f bounds() const override { return Box3f{centre_, centre_}.padded(radius_); }

 private:
  Vec3f centre_;
  float radius_;
};

class BoxField final : public Field {
 public:
  explicit BoxField(const Box3f& box) : box_(box) {}
  void distance(std::span<const Vec3f> points, std::span<float> distance) const override {
    for (size_t i = 0; i < points.size(); ++i) {
      const Vec3f q = max(box_.lower - points[i], points[i] - box_.upper);
      distance[i] = length(max(q, Vec3f{})) + std::min(max_component(q), 0.0f);
    }
  }
  Box3f bounds() const override { return box_; }

 private:
  Box3f box_;
};

}  // namespace weir
