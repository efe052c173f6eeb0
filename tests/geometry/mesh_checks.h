// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Does a mesh pass through itself? By the book: every edge against every triangle of the same cell of a lattice.

#pragma once

#include <array>
#include <map>
#include <vector>

#include "weir/geometry/mesh/mesh.h"

namespace weir {

// Whether the segment pq passes through the triangle abc by more than rounding.
inline bool pierces(const Vec3d& p, const Vec3d& q, const Vec3d& a, const Vec3d& b, const Vec3d& c, double tolerance) {
  const auto six_volumes = [](const Vec3d& o, const Vec3d& x, const Vec3d& y, const Vec3d& z) {
    return dot(x - o, cross(y - o, z - o));
  };
  const double twice_area = length(cross(b - a, c - a));
  const double above = six_volumes(a, b, c, p), below = six_volumes(a, b, c, q);
  if ((above > 0) == (below > 0) || std::min(std::abs(above), std::abs(below)) < tolerance * twice_area) return false;
  const bool first = six_volumes(p, q, a, b) > 0;
  return first == (six_volumes(p, q, b, c) > 0) && first == (six_volumes(p, q, c, a) > 0);
}

// Number of edges that pass through a triangle they do not touch.
inline size_t self_intersections(const Mesh& mesh) {
  const Box3f box = bounds(mesh);
  const float size = max_component(box.size()), cell = size / 60;
  std::map<std::array<int, 3>, std::vector<size_t>> cells;
  for (size_t i = 0; i < mesh.triangles.size(); ++i) {
    Box3f around;
    for (int k = 0; k < 3; ++k) around.include(mesh.positions[static_cast<size_t>(mesh.triangles[i][k])]);
    const Vec3i from = static_cast<Vec3i>((around.lower - box.lower) / cell);
    const Vec3i to = static_cast<Vec3i>((around.upper - box.lower) / cell);
    for (int x = from.x; x <= to.x; ++x) {
      for (int y = from.y; y <= to.y; ++y) {
        for (int z = from.z; z <= to.z; ++z) cells[{x, y, z}].push_back(i);
      }
    }
  }
  const auto at = [&](int32_t v) { return static_cast<Vec3d>(mesh.positions[static_cast<size_t>(v)]); };
  size_t count = 0;
  for (const auto& [key, members] : cells) {
    for (const size_t i : members) {
      const Vec3i s = mesh.triangles[i];
      for (const size_t j : members) {
        const Vec3i t = mesh.triangles[j];
        bool touch = false;
        for (int k = 0; k < 9; ++k) touch |= s[k / 3] == t[k % 3];
        for (int k = 0; k < 3 && !touch; ++k) {
          count += pierces(at(s[k]), at(s[(k + 1) % 3]), at(t.x), at(t.y), at(t.z), 1e-6 * size);
        }
      }
    }
  }
  return count;
}

}  // namespace weir
