// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/nearest_triangles.h"

#include <algorithm>
#include <cmath>

#include "geometry/mesh/triangle_tree.h"

namespace weir::meshes {

namespace {

size_t at(int32_t i) { return static_cast<size_t>(i); }

}  // namespace

void NearestTriangles::set_triangles(const Mesh& mesh) {
  if (!begin_.empty() && begin_.size() == mesh.positions.size() + 1 && triangles_ == mesh.triangles) return;
  triangles_ = mesh.triangles;
  begin_.assign(mesh.positions.size() + 1, 0);
  for (const Vec3i& t : triangles_) {
    for (int c = 0; c < 3; ++c) ++begin_[at(t[c])];
  }
  uint32_t sum = 0;
  for (uint32_t& b : begin_) b = sum += b;  // ends; filling from the last triangle on makes begins of them
  around_.resize(sum);
  for (size_t t = triangles_.size(); t-- > 0;) {
    for (int c = 0; c < 3; ++c) around_[--begin_[at(triangles_[t][c])]] = static_cast<int32_t>(t);
  }
}

void NearestTriangles::find_points(const Mesh& mesh, const Vec3f& shift, int planes) {
  unsorted_.clear();
  for (size_t v = 0; v < mesh.positions.size(); ++v) {
    unsorted_.push_back({mesh.positions[v] + shift, static_cast<int32_t>(v)});
  }
  for (size_t t = 0; t < triangles_.size(); ++t) {
    const Vec3f a = mesh.positions[at(triangles_[t].x)] + shift, ab = mesh.positions[at(triangles_[t].y)] + shift - a,
                ac = mesh.positions[at(triangles_[t].z)] + shift - a;
    const float longest = std::max({length_squared(ab), length_squared(ac), length_squared(ac - ab)});
    if (longest <= kLongest * kLongest) continue;
    const int parts = static_cast<int>(std::ceil(std::sqrt(longest) / kApart));
    for (int i = 0; i <= parts; ++i) {
      for (int j = i == 0 || i == parts ? 1 : 0; j <= parts - i - (i == 0); ++j) {
        const auto part = [&](int n) { return static_cast<float>(n) / static_cast<float>(parts); };
        unsorted_.push_back({a + ab * part(i) + ac * part(j), ~static_cast<int32_t>(t)});
      }
    }
  }
  // Sorted by planes, in order within one; what is beyond the first and the last ones is in nobody's reach.
  const auto plane_of = [&](const Point& p) { return static_cast<int>(std::floor(p.at.z)) + kBelow; };
  const int last = planes + kBelow + 1;
  planes_.assign(static_cast<size_t>(last) + 1, 0);
  for (const Point& p : unsorted_) {
    const int plane = plane_of(p);
    if (plane >= 0 && plane < last) ++planes_[static_cast<size_t>(plane) + 1];
  }
  for (size_t i = 1; i < planes_.size(); ++i) planes_[i] += planes_[i - 1];
  points_.resize(planes_.back());
  std::vector<uint32_t> next = planes_;
  for (const Point& p : unsorted_) {
    const int plane = plane_of(p);
    if (plane >= 0 && plane < last) points_[next[static_cast<size_t>(plane)]++] = p;
  }
}

void NearestTriangles::look_at(const Mesh& mesh, size_t vertex, const Vec3f& p, Closest& best) const {
  constexpr uint32_t kWidth = EightTriangles::kWidth;
  const uint32_t end = begin_[vertex + 1];
  for (uint32_t first = begin_[vertex]; first < end; first += kWidth) {
    EightTriangles eight;
    for (uint32_t lane = 0; lane < kWidth; ++lane) {  // the last one several times
      const Vec3i& t = triangles_[at(around_[std::min(first + lane, end - 1)])];
      eight.set(static_cast<int>(lane), mesh.positions[at(t.x)], mesh.positions[at(t.y)], mesh.positions[at(t.z)]);
    }
    std::array<float, kWidth> d;
    eight.distances_squared(p, d);
    float least = d[0];
    for (uint32_t lane = 1; lane < kWidth; ++lane) least = std::min(least, d[lane]);
    if (least >= best.distance_squared) continue;
    uint32_t lane = 0;
    while (d[lane] != least) ++lane;
    best = {least, around_[std::min(first + lane, end - 1)]};
  }
}

NearestTriangles::Closest NearestTriangles::around(const Mesh& mesh, int32_t id, const Vec3f& p) const {
  Closest best;
  if (id >= 0) {
    look_at(mesh, at(id), p, best);
  } else {
    for (int c = 0; c < 3; ++c) look_at(mesh, at(triangles_[at(~id)][c]), p, best);
  }
  return best;
}

NearestTriangles::Closest NearestTriangles::walk(const Mesh& mesh, int32_t triangle, const Vec3f& p) const {
  Closest best{1e30f, triangle};
  for (int32_t seen_vertex = -1;;) {
    const Vec3i& t = triangles_[at(best.triangle)];
    const auto far = [&](int c) { return length_squared(mesh.positions[at(t[c])] - p); };
    const int nearest = far(0) <= far(1) && far(0) <= far(2) ? 0 : far(1) <= far(2) ? 1 : 2;
    if (t[nearest] == seen_vertex) return best;
    seen_vertex = t[nearest];
    const float before = best.distance_squared;
    look_at(mesh, at(seen_vertex), p, best);
    if (!(best.distance_squared < before)) return best;
  }
}

}  // namespace weir::meshes
