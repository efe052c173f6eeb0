// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/control_surface.h"

#include "base/parallel.h"

namespace weir {

namespace {

constexpr float kOnEdge = 1e-4f;  // weight of a corner from which on a point counts as inside its triangle

}  // namespace

ControlSurface::ControlSurface(Mesh mesh, std::vector<float> painted)
    : mesh_(std::move(mesh)), painted_(std::move(painted)), vertex_normal_(vertex_normals(mesh_)), tree_(mesh_) {}

Vec3f ControlSurface::normal_at(size_t triangle, const Vec3f& weights) const {
  const Vec3i v = mesh_.triangles[triangle];
  const auto at = [&](int32_t i) { return mesh_.positions[static_cast<size_t>(i)]; };
  if (min_component(weights) > kOnEdge) return cross(at(v.y) - at(v.x), at(v.z) - at(v.x));
  const auto normal = [&](int32_t i) { return vertex_normal_[static_cast<size_t>(i)]; };
  return normal(v.x) * weights.x + normal(v.y) * weights.y + normal(v.z) * weights.z;
}

void ControlSurface::find(std::span<const Vec3f> places, std::span<Near> near) const {
  parallel_for_blocks(
      places.size(),
      [&](size_t begin, size_t end) {
        TriangleTree::Hit hit;
        for (size_t i = begin; i < end; ++i) {
          hit = tree_.closest(places[i], hit);
          if (hit.triangle < 0) continue;
          const auto triangle = static_cast<size_t>(hit.triangle);
          const Vec3i v = mesh_.triangles[triangle];
          const auto x = static_cast<size_t>(v.x), y = static_cast<size_t>(v.y), z = static_cast<size_t>(v.z);
          const Vec3f w = weights_of_closest(places[i], mesh_.positions[x], mesh_.positions[y], mesh_.positions[z]);
          Near& found = near[i];
          found.point = mesh_.positions[x] * w.x + mesh_.positions[y] * w.y + mesh_.positions[z] * w.z;
          const Vec3f way = places[i] - found.point;
          found.distance = dot(way, normal_at(triangle, w)) < 0 ? -length(way) : length(way);
          found.painted = painted_.empty() ? 0 : painted_[x] * w.x + painted_[y] * w.y + painted_[z] * w.z;
        }
      },
      256);
}

}  // namespace weir
