// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "retime/surface_between.h"

#include "geometry/mesh/triangle_tree.h"
#include "retime/hermite.h"
#include "weir/base/parallel.h"

namespace weir::retime {

namespace {

bool same_triangles(const Mesh& a, const Mesh& b) {
  return a.positions.size() == b.positions.size() && a.triangles == b.triangles;
}

Vec3f velocity(const Mesh& mesh, size_t i) { return mesh.velocities.empty() ? Vec3f{} : mesh.velocities[i]; }

}  // namespace

Mesh surface_between(const Mesh& before, const Mesh& after, const Moment& moment, float most) {
  Mesh result = before;
  result.velocities.resize(before.positions.size());
  const auto t = static_cast<float>(moment.t), seconds = static_cast<float>(moment.seconds);
  const bool same = same_triangles(before, after);
  const TriangleTree tree(same ? Mesh() : after);
  parallel_for(before.positions.size(), [&](size_t i) {
    const Vec3f from = before.positions[i], by_first = velocity(before, i) * seconds;
    Vec3f to, by_last;
    if (same) {
      to = after.positions[i];
      by_last = velocity(after, i) * seconds;
    } else {
      // Where it would come to, and the nearest place of the surface there: the difference is half an acceleration.
      const Vec3f straight = from + by_first;
      const TriangleTree::Hit hit = tree.closest(straight);
      to = straight;
      if (hit.triangle >= 0 && hit.distance_squared <= most * most) {
        const Vec3i& corner = after.triangles[static_cast<size_t>(hit.triangle)];
        const auto at = [&](int k) -> const Vec3f& { return after.positions[static_cast<size_t>(corner[k])]; };
        const Vec3f w = weights_of_closest(straight, at(0), at(1), at(2));
        to = at(0) * w.x + at(1) * w.y + at(2) * w.z;
      }
      by_last = by_first + (to - straight) * 2.0f;
    }
    const Hermite path(from, to, by_first, by_last);
    result.positions[i] = path.at(t);
    result.velocities[i] = path.change(t) / seconds;
  });
  return result;
}

}  // namespace weir::retime
