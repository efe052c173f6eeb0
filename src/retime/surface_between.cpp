// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "retime/surface_between.h"

#include <algorithm>

#include "geometry/mesh/triangle_tree.h"
#include "retime/hermite.h"
#include "weir/base/parallel.h"

namespace weir::retime {

namespace {

// Of what a vertex is bent by at most: how far all of them may go out or in.
constexpr float kMostShare = 0.1f;

bool same_triangles(const Mesh& a, const Mesh& b) {
  return a.positions.size() == b.positions.size() && a.triangles == b.triangles;
}

Vec3f velocity(const Mesh& mesh, size_t i) { return mesh.velocities.empty() ? Vec3f{} : mesh.velocities[i]; }

// Moves the whole surface along its normals, at most so far (m), to where its volume is that.
void set_volume(Mesh& mesh, double wanted, float most) {
  const double surface = area(mesh);
  if (!(surface > 0)) return;
  const auto out = static_cast<float>((wanted - volume(mesh)) / surface);
  const std::vector<Vec3f> normals = vertex_normals(mesh);
  parallel_for(mesh.positions.size(),
               [&](size_t i) { mesh.positions[i] += normals[i] * std::clamp(out, -most, most); });
}

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
  // Where all is new or gone there is nothing in between.
  if (!same && !after.positions.empty()) {
    set_volume(result, lerp(volume(before), volume(after), moment.t), kMostShare * most);
  }
  return result;
}

}  // namespace weir::retime
