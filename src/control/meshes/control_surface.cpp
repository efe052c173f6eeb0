// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/control_surface.h"

#include <optional>

#include "geometry/mesh/triangle_tree.h"
#include "tracked/triangle_surface.h"
#include "weir/base/parallel.h"

namespace weir::meshes {

namespace {

constexpr float kOnEdge = 1e-4f;  // weight of a corner from which on a point counts as inside its triangle

}  // namespace

ControlSurface::ControlSurface(Mesh mesh, std::vector<float> painted)
    : mesh_(std::move(mesh)), painted_(std::move(painted)), vertex_normal_(vertex_normals(mesh_)) {}

Vec3f ControlSurface::normal_at(size_t triangle, const Vec3f& weights) const {
  const Vec3i v = mesh_.triangles[triangle];
  const auto at = [&](int32_t i) { return mesh_.positions[static_cast<size_t>(i)]; };
  if (min_component(weights) > kOnEdge) return cross(at(v.y) - at(v.x), at(v.z) - at(v.x));
  const auto normal = [&](int32_t i) { return vertex_normal_[static_cast<size_t>(i)]; };
  return normal(v.x) * weights.x + normal(v.y) * weights.y + normal(v.z) * weights.z;
}

ControlSurface::Near ControlSurface::near_at(const Vec3f& p, size_t triangle) const {
  const Vec3i v = mesh_.triangles[triangle];
  const auto x = static_cast<size_t>(v.x), y = static_cast<size_t>(v.y), z = static_cast<size_t>(v.z);
  const Vec3f w = weights_of_closest(p, mesh_.positions[x], mesh_.positions[y], mesh_.positions[z]);
  Near found;
  found.point = mesh_.positions[x] * w.x + mesh_.positions[y] * w.y + mesh_.positions[z] * w.z;
  const Vec3f way = p - found.point;
  found.distance = dot(way, normal_at(triangle, w)) < 0 ? -length(way) : length(way);
  found.painted = painted_.empty() ? 0 : painted_[x] * w.x + painted_[y] * w.y + painted_[z] * w.z;
  return found;
}

void ControlSurface::find(std::span<const Vec3f> points, std::span<Near> near, float reach) const {
  std::vector<uint8_t> known(points.size(), 0);
  if (raster_) {
    parallel_for(
        points.size(),
        [&](size_t i) {
          const int32_t triangle = raster_->triangle_at(space_->to_grid(points[i]));
          if (triangle >= 0) near[i] = near_at(points[i], static_cast<size_t>(triangle)), known[i] = 1;
        },
        256);
  }
  const std::vector<int32_t> others =
      tracked::where(points.size(), [&](int32_t i) { return !known[static_cast<size_t>(i)]; });
  const bool all_known = raster_ && reach <= MeshRaster::kSure * static_cast<float>(space_->cell);
  std::optional<TriangleTree> tree;
  if (!all_known && !others.empty()) tree.emplace(mesh_);
  parallel_for_blocks(
      others.size(),
      [&](size_t begin, size_t end) {
        TriangleTree::Hit hit;
        for (size_t k = begin; k < end; ++k) {
          const auto i = static_cast<size_t>(others[k]);
          const TriangleTree::Hit found = tree ? tree->closest(points[i], hit, reach * reach) : TriangleTree::Hit();
          if (found.triangle >= 0) {
            hit = found;
            near[i] = near_at(points[i], static_cast<size_t>(found.triangle));
          } else {
            const bool deep = raster_ && raster_->is_deep(space_->to_grid(points[i]));
            near[i] = {points[i], deep ? -2 * reach : 2 * reach, 0};
          }
        }
      },
      256);
}

}  // namespace weir::meshes
