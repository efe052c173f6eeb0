// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/geometry/mesh/mesh.h"

#include <fmt/format.h>

#include <algorithm>

#include "geometry/mesh/mesh_edges.h"
#include "weir/base/parallel.h"

namespace weir {

std::string Mesh::validate() const {
  for (size_t i = 0; i < positions.size(); ++i) {
    if (!is_finite(positions[i])) return fmt::format("the position of vertex {} is not a number", i);
  }
  const auto count = static_cast<int64_t>(positions.size());
  for (size_t i = 0; i < triangles.size(); ++i) {
    for (int corner = 0; corner < 3; ++corner) {
      const int32_t vertex = triangles[i][corner];
      if (vertex < 0 || vertex >= count) {
        return fmt::format("triangle {} refers to vertex {}, but there are {} vertices", i, vertex, count);
      }
    }
  }
  if (!velocities.empty() && velocities.size() != positions.size()) {
    return fmt::format("there are {} velocities for {} vertices", velocities.size(), positions.size());
  }
  for (size_t i = 0; i < velocities.size(); ++i) {
    if (!is_finite(velocities[i])) return fmt::format("the velocity of vertex {} is not a number", i);
  }
  if (!colours.empty() && colours.size() != positions.size()) {
    return fmt::format("there are {} colours for {} vertices", colours.size(), positions.size());
  }
  return "";
}

namespace {

struct Corners {
  Vec3d a, b, c;
};

Corners corners_of(const Mesh& mesh, size_t triangle) {
  const Vec3i t = mesh.triangles[triangle];
  const auto at = [&](int32_t vertex) { return static_cast<Vec3d>(mesh.positions[static_cast<size_t>(vertex)]); };
  return {at(t.x), at(t.y), at(t.z)};
}

}  // namespace

double volume(const Mesh& mesh) {
  if (mesh.triangles.empty()) return 0;
  // Tetrahedra from a point of the mesh, so that a mesh far from the origin keeps its digits.
  const Vec3d apex = corners_of(mesh, 0).a;
  return parallel_sum<double>(mesh.triangles.size(), [&](size_t i) {
    const Corners t = corners_of(mesh, i);
    return dot(t.a - apex, cross(t.b - apex, t.c - apex)) / 6;
  });
}

double area(const Mesh& mesh) {
  return parallel_sum<double>(mesh.triangles.size(), [&](size_t i) {
    const Corners t = corners_of(mesh, i);
    return length(cross(t.b - t.a, t.c - t.a)) / 2;
  });
}

Box3f bounds(const Mesh& mesh) {
  Box3f box;
  for (const Vec3f& p : mesh.positions) box.include(p);
  return box;
}

bool is_closed(const Mesh& mesh) { return open_edges(mesh) == 0; }

size_t open_edges(const Mesh& mesh) {
  const std::vector<EdgeUse> uses = edge_uses(mesh);
  return static_cast<size_t>(std::count_if(uses.begin(), uses.end(),
                                           [](const EdgeUse& use) { return use.forward != 1 || use.backward != 1; }));
}

std::vector<Vec3f> vertex_normals(const Mesh& mesh) {
  // Weighted by the angle at the vertex, the normal does not depend on how a face is cut into triangles
  // (Thürmer and Wüthrich 1998).
  std::vector<Vec3d> sum(mesh.positions.size());
  for (size_t i = 0; i < mesh.triangles.size(); ++i) {
    const Corners t = corners_of(mesh, i);
    const Vec3d corner[3] = {t.a, t.b, t.c};
    const Vec3d normal = normalized(cross(t.b - t.a, t.c - t.a));
    for (int k = 0; k < 3; ++k) {
      const Vec3d u = corner[(k + 1) % 3] - corner[k], v = corner[(k + 2) % 3] - corner[k];
      sum[static_cast<size_t>(mesh.triangles[i][k])] += normal * std::atan2(length(cross(u, v)), dot(u, v));
    }
  }
  std::vector<Vec3f> normals(sum.size());
  for (size_t i = 0; i < sum.size(); ++i) normals[i] = static_cast<Vec3f>(normalized(sum[i]));
  return normals;
}

void transform(Mesh& mesh, const Affine& affine) {
  for (Vec3f& p : mesh.positions) p = static_cast<Vec3f>(affine.point(static_cast<Vec3d>(p)));
  for (Vec3f& v : mesh.velocities) v = static_cast<Vec3f>(affine.direction(static_cast<Vec3d>(v)));
  if (affine.linear.determinant() >= 0) return;
  for (Vec3i& t : mesh.triangles) std::swap(t.y, t.z);
}

void append(Mesh& mesh, const Mesh& other) {
  // Velocities are for all vertices or none: a part without them is at rest. So are colours: it is black.
  if (!mesh.velocities.empty() || !other.velocities.empty()) {
    mesh.velocities.resize(mesh.positions.size());
    mesh.velocities.insert(mesh.velocities.end(), other.velocities.begin(), other.velocities.end());
    mesh.velocities.resize(mesh.positions.size() + other.positions.size());
  }
  if (!mesh.colours.empty() || !other.colours.empty()) {
    mesh.colours.resize(mesh.positions.size());
    mesh.colours.insert(mesh.colours.end(), other.colours.begin(), other.colours.end());
    mesh.colours.resize(mesh.positions.size() + other.positions.size());
  }
  const auto base = static_cast<int32_t>(mesh.positions.size());
  mesh.positions.insert(mesh.positions.end(), other.positions.begin(), other.positions.end());
  mesh.triangles.reserve(mesh.triangles.size() + other.triangles.size());
  for (const Vec3i& t : other.triangles) mesh.triangles.push_back(t + Vec3i{base, base, base});
}

}  // namespace weir
