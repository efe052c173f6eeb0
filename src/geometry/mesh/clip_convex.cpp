// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Side by side of the box: triangles are cut at its plane (Sutherland & Hodgman 1974), and the hole, which is convex,
// is closed by a fan around its middle.

#include "geometry/mesh/clip_convex.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace weir {

namespace {

class Cut {
 public:
  // Keeps where sign * p[axis] <= limit.
  Cut(const Mesh& mesh, int axis, float sign, float limit) : mesh_(mesh), axis_(axis), sign_(sign), limit_(limit) {
    for (const Vec3i& t : mesh.triangles) add(t);
    close();
  }

  Mesh result() && { return std::move(cut_); }

 private:
  float beyond(const Vec3f& p) const { return sign_ * p[axis_] - limit_; }

  Vec3f crossing(const Vec3f& a, const Vec3f& b) const {
    const float da = beyond(a), db = beyond(b);
    Vec3f p = a + (b - a) * (da / (da - db));
    p[axis_] = sign_ * limit_;
    return p;
  }

  void add(const Vec3i& triangle) {
    std::vector<Vec3f> polygon;
    std::vector<Vec3f> ends;  // of the new edge on the plane, in the order of the polygon
    for (int k = 0; k < 3; ++k) {
      const Vec3f a = mesh_.positions[static_cast<size_t>(triangle[k])];
      const Vec3f b = mesh_.positions[static_cast<size_t>(triangle[(k + 1) % 3])];
      const bool inside = beyond(a) <= 0;
      if (inside) polygon.push_back(a);
      if (inside == (beyond(b) <= 0)) continue;
      // The same point from both sides of the edge.
      const Vec3f p = std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z) ? crossing(a, b) : crossing(b, a);
      polygon.push_back(p);
      ends.push_back(p);
      if (inside) std::rotate(ends.begin(), ends.end() - 1, ends.end());
    }
    for (size_t k = 2; k < polygon.size(); ++k) add(polygon[0], polygon[k - 1], polygon[k]);
    if (ends.size() == 2) rim_.push_back({ends[1], ends[0]});
  }

  void add(const Vec3f& a, const Vec3f& b, const Vec3f& c) {
    const auto first = static_cast<int32_t>(cut_.positions.size());
    cut_.positions.insert(cut_.positions.end(), {a, b, c});
    cut_.triangles.push_back({first, first + 1, first + 2});
  }

  void close() {
    if (rim_.empty()) return;
    Vec3f middle{};
    for (const auto& edge : rim_) middle += (edge.first + edge.second) * (0.5f / static_cast<float>(rim_.size()));
    for (const auto& edge : rim_) add(middle, edge.first, edge.second);
  }

  const Mesh& mesh_;
  int axis_;
  float sign_, limit_;
  Mesh cut_;
  std::vector<std::pair<Vec3f, Vec3f>> rim_;  // of the hole, in the direction of what closes it
};

// Triangles of three own vertices each to ones that share them.
Mesh joined(const Mesh& mesh) {
  std::vector<int32_t> order(mesh.positions.size()), vertex(mesh.positions.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int32_t>(i);
  const auto place = [&](int32_t i) -> const Vec3f& { return mesh.positions[static_cast<size_t>(i)]; };
  const auto key = [&](int32_t i) { return std::tie(place(i).x, place(i).y, place(i).z); };
  std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) { return key(a) < key(b); });
  Mesh result;
  for (size_t n = 0; n < order.size(); ++n) {
    if (n == 0 || place(order[n]) != place(order[n - 1])) result.positions.push_back(place(order[n]));
    vertex[static_cast<size_t>(order[n])] = static_cast<int32_t>(result.positions.size()) - 1;
  }
  for (const Vec3i& t : mesh.triangles) {
    const Vec3i joint{vertex[static_cast<size_t>(t.x)], vertex[static_cast<size_t>(t.y)],
                      vertex[static_cast<size_t>(t.z)]};
    if (joint.x != joint.y && joint.y != joint.z && joint.z != joint.x) result.triangles.push_back(joint);
  }
  return result;
}

}  // namespace

Mesh clip_convex(const Mesh& mesh, const Box3f& box) {
  Mesh clipped = mesh;
  clipped.velocities.clear();
  clipped.colours.clear();
  const Box3f around = bounds(mesh);
  for (int axis = 0; axis < 3; ++axis) {
    if (around.upper[axis] > box.upper[axis]) clipped = Cut(clipped, axis, 1, box.upper[axis]).result();
    if (around.lower[axis] < box.lower[axis]) clipped = Cut(clipped, axis, -1, -box.lower[axis]).result();
  }
  return joined(clipped);
}

}  // namespace weir
