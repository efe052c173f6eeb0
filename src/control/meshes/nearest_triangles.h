// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The triangle of a moving mesh that is closest to points near it, without a tree that must follow the mesh: points of
// the mesh (its vertices; of triangles with sides longer than kLongest also points between) tell every point of a
// lattice around them which of them is closest, and then only triangles around that point are looked at. The distance
// is that of a real point of the mesh; it is exact but where the closest triangle is not one of those, which is a
// matter of some hundredths of a cell where triangles are slivers (tests/control).

#pragma once

#include <span>
#include <vector>

#include "weir/base/parallel.h"
#include "weir/geometry/mesh/mesh.h"

namespace weir::meshes {

class NearestTriangles {
 public:
  // The triangles; a mesh that has those already costs nothing.
  void set_triangles(const Mesh& mesh);

  // Points of the lattice have whole coordinates, 0 <= x < counts.x and so on, x fastest; `shift` leads from the mesh
  // there. visit(z, point) is called for every point of the mesh within kReach of plane z, planes in parallel, points
  // of one plane always in the same order.
  static constexpr float kReach = 1.45f;
  struct Point {
    Vec3f at;    // in the lattice
    int32_t id;  // a vertex, or the complement of a triangle
  };
  template <class Visit>
  void for_points(const Mesh& mesh, const Vec3f& shift, int planes, Visit&& visit);

  struct Closest {
    float distance_squared = 1e30f;
    int32_t triangle = -1;
  };
  // Of the triangles around the point `id`, the one closest to p.
  Closest around(const Mesh& mesh, int32_t id, const Vec3f& p) const;
  // One of them.
  int32_t any_around(int32_t id) const { return id < 0 ? ~id : around_[begin_[static_cast<size_t>(id)]]; }
  // From a triangle near p to closer ones beside it, as long as there are any.
  Closest walk(const Mesh& mesh, int32_t triangle, const Vec3f& p) const;

 private:
  static constexpr float kLongest = 1.25f,
                         kApart = 0.8f;  // sides of triangles without own points, and those points; in cells

  void find_points(const Mesh& mesh, const Vec3f& shift, int planes);
  void look_at(const Mesh& mesh, size_t vertex, const Vec3f& p, Closest& best) const;

  std::vector<Vec3i> triangles_;
  std::vector<uint32_t> begin_;   // of the triangles around every vertex, and the end
  std::vector<int32_t> around_;   // triangles
  std::vector<Point> points_;     // plane by plane
  std::vector<uint32_t> planes_;  // where those of a plane begin; the first plane is -kBelow
  std::vector<Point> unsorted_;
  static constexpr int kBelow = 2;  // planes below a point that have points in its reach
};

template <class Visit>
void NearestTriangles::for_points(const Mesh& mesh, const Vec3f& shift, int planes, Visit&& visit) {
  find_points(mesh, shift, planes);
  parallel_for(
      static_cast<size_t>(planes),
      [&](size_t z) {
        for (uint32_t i = planes_[z]; i < planes_[z + kBelow + 2]; ++i) visit(static_cast<int>(z), points_[i]);
      },
      1);
}

}  // namespace weir::meshes
