// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/rigid_mass.h"

namespace weir {

namespace {

void add_outer_product(Mat3d& sum, const Vec3d& v, double weight) {
  for (int i = 0; i < 3; ++i) sum.row[static_cast<size_t>(i)] += v * (v[i] * weight);
}

Vec3d at_z0(const Vec3d& below, const Vec3d& above) {
  Vec3d point = lerp(below, above, below.z / (below.z - above.z));
  point.z = 0;
  return point;
}

}  // namespace

std::vector<Segment> cut_at_z0(const Mesh& mesh) {
  std::vector<Segment> outline;
  for (const Vec3i& triangle : mesh.triangles) {
    Segment piece;
    bool crosses = false;
    for (int corner = 0; corner < 3; ++corner) {
      const Vec3d a = static_cast<Vec3d>(mesh.positions[static_cast<size_t>(triangle[corner])]);
      const Vec3d b = static_cast<Vec3d>(mesh.positions[static_cast<size_t>(triangle[(corner + 1) % 3])]);
      if ((a.z < 0) == (b.z < 0)) continue;
      crosses = true;
      // Both triangles of an edge go from its lower to its upper end, so that the outline closes to the last bit.
      if (a.z < 0) {
        piece.to = at_z0(a, b);
      } else {
        piece.from = at_z0(b, a);
      }
    }
    if (crosses) outline.push_back(piece);
  }
  return outline;
}

MassProperties mass_properties(const Mesh& mesh, double density) {
  // A point near the mesh keeps the terms small, and with them the rounding.
  const Vec3d origin = static_cast<Vec3d>(bounds(mesh).centre());
  double volume = 0;
  Vec3d first{};                              // integral of x
  Mat3d second = Mat3d::diagonal({0, 0, 0});  // integral of x x^T
  for (const Vec3i& triangle : mesh.triangles) {
    Vec3d p[3];
    for (int corner = 0; corner < 3; ++corner) {
      p[corner] = static_cast<Vec3d>(mesh.positions[static_cast<size_t>(triangle[corner])]) - origin;
    }
    const double v = dot(p[0], cross(p[1], p[2])) / 6;
    const Vec3d sum = p[0] + p[1] + p[2];
    volume += v;
    first += sum * (v / 4);
    for (const Vec3d& corner : p) add_outer_product(second, corner, v / 20);
    add_outer_product(second, sum, v / 20);
  }
  if (volume == 0) return {};
  const Vec3d centre = first / volume;
  add_outer_product(second, centre, -volume);
  const double trace = second.row[0].x + second.row[1].y + second.row[2].z;
  Mat3d inertia = Mat3d::diagonal(Vec3d{trace, trace, trace} * density);
  for (size_t i = 0; i < 3; ++i) inertia.row[i] -= second.row[i] * density;
  return {volume * density, origin + centre, inertia};
}

MassProperties mass_properties(const std::vector<Segment>& outline, double density) {
  if (outline.empty()) return {};
  const Vec3d origin = outline.front().from;
  double area = 0, second = 0;  // integral of |x|^2
  Vec3d first{};
  for (const Segment& segment : outline) {
    const Vec3d a = segment.from - origin, b = segment.to - origin;
    const double t = 0.5 * (a.x * b.y - a.y * b.x);
    area += t;
    first += (a + b) * (t / 3);
    second += (dot(a, a) + dot(a, b) + dot(b, b)) * (t / 6);
  }
  if (area == 0) return {};
  const Vec3d centre = first / area;
  const double inertia = (second - area * length_squared(centre)) * density;
  return {area * density, origin + centre, Mat3d::diagonal({inertia, inertia, inertia})};
}

}  // namespace weir
