// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/mesh/sharp_edges.h"

#include <algorithm>
#include <cmath>

namespace weir {

namespace {

struct Side {
  uint64_t edge;  // its lower vertex, then its higher one
  uint32_t triangle;
};

Vec3f normal_of(const Mesh& mesh, const Vec3i& t) {
  const auto at = [&](int k) { return mesh.positions[static_cast<size_t>(t[k])]; };
  return normalized(cross(at(1) - at(0), at(2) - at(0)));
}

}  // namespace

std::vector<uint32_t> sharp_edges(const Mesh& mesh, double degrees) {
  std::vector<Side> sides;
  std::vector<Vec3f> normal;
  sides.reserve(mesh.triangles.size() * 3);
  normal.reserve(mesh.triangles.size());
  for (const Vec3i& t : mesh.triangles) {
    for (int k = 0; k < 3; ++k) {
      const auto a = static_cast<uint64_t>(t[k]), b = static_cast<uint64_t>(t[(k + 1) % 3]);
      sides.push_back({std::min(a, b) << 32 | std::max(a, b), static_cast<uint32_t>(normal.size())});
    }
    normal.push_back(normal_of(mesh, t));
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) { return a.edge < b.edge; });
  const auto flat = static_cast<float>(std::cos(degrees * kPi / 180));
  std::vector<uint32_t> edges;
  for (size_t i = 0; i < sides.size();) {
    size_t end = i + 1;
    while (end < sides.size() && sides[end].edge == sides[i].edge) ++end;
    const bool smooth = end == i + 2 && dot(normal[sides[i].triangle], normal[sides[i + 1].triangle]) > flat;
    if (!smooth) {
      edges.push_back(static_cast<uint32_t>(sides[i].edge >> 32));
      edges.push_back(static_cast<uint32_t>(sides[i].edge));
    }
    i = end;
  }
  return edges;
}

}  // namespace weir
