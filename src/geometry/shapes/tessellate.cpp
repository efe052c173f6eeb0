// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/shapes/tessellate.h"

#include <map>

#include "geometry/shapes/outline.h"

namespace weir {

namespace {

// Sides of a polygon that stands for a circle: edges about `detail` long, and enough of them for the volume.
int sides_of_circle(double radius, double detail) {
  constexpr double kFewest = 64, kMost = 1024;
  return 4 * static_cast<int>(std::ceil(std::clamp(2 * kPi * radius / detail, kFewest, kMost) / 4));
}

// By how much to widen a polygon of so many sides for it to have the area of its circle.
double same_area(int sides) { return std::sqrt(2 * kPi / (sides * std::sin(2 * kPi / sides))); }

struct ProfilePoint {
  double radius, height;
};

void add_band(Mesh& mesh, int32_t lower, int32_t upper, int sides, bool lower_is_pole, bool upper_is_pole) {
  for (int k = 0; k < sides; ++k) {
    const int32_t next = (k + 1) % sides;
    if (!lower_is_pole) mesh.triangles.push_back({lower + k, upper + (upper_is_pole ? 0 : k), lower + next});
    if (!upper_is_pole) mesh.triangles.push_back({lower + (lower_is_pole ? 0 : next), upper + k, upper + next});
  }
}

// A profile turned about the y axis. It runs upward outside: from pole to pole, or round and back to its first point.
Mesh revolved(const std::vector<ProfilePoint>& profile, int sides, bool closed) {
  Mesh mesh;
  const double widen = same_area(sides);
  std::vector<int32_t> first;
  const auto is_pole = [&](size_t i) { return profile[i].radius <= 0; };
  for (size_t i = 0; i < profile.size(); ++i) {
    first.push_back(static_cast<int32_t>(mesh.positions.size()));
    for (int k = 0; k < (is_pole(i) ? 1 : sides); ++k) {
      const double angle = 2 * kPi * k / sides, r = profile[i].radius * widen;
      mesh.positions.push_back(static_cast<Vec3f>(Vec3d{r * std::cos(angle), profile[i].height, -r * std::sin(angle)}));
    }
  }
  const size_t bands = closed ? profile.size() : profile.size() - 1;
  for (size_t i = 0; i < bands; ++i) {
    const size_t next = (i + 1) % profile.size();
    add_band(mesh, first[i], first[next], sides, is_pole(i), is_pole(next));
  }
  for (Vec3i& t : mesh.triangles) std::swap(t.y, t.z);
  return mesh;
}

// Each triangle into four, with the new vertices pushed out to the unit sphere.
void subdivide_sphere(Mesh& mesh) {
  std::map<std::pair<int32_t, int32_t>, int32_t> middles;
  const auto middle = [&](int32_t a, int32_t b) {
    const auto [at, fresh] = middles.try_emplace(std::minmax(a, b), static_cast<int32_t>(mesh.positions.size()));
    if (fresh) {
      const Vec3f sum = mesh.positions[static_cast<size_t>(a)] + mesh.positions[static_cast<size_t>(b)];
      mesh.positions.push_back(normalized(sum));
    }
    return at->second;
  };
  std::vector<Vec3i> finer;
  for (const Vec3i& t : mesh.triangles) {
    const int32_t a = middle(t.x, t.y), b = middle(t.y, t.z), c = middle(t.z, t.x);
    finer.insert(finer.end(), {{t.x, a, c}, {t.y, b, a}, {t.z, c, b}, {a, b, c}});
  }
  mesh.triangles = std::move(finer);
}

Mesh icosahedron() {
  const float g = (1 + std::sqrt(5.0f)) / 2;
  Mesh mesh;
  mesh.positions = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                    {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  for (Vec3f& p : mesh.positions) p = normalized(p);
  mesh.triangles = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                    {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                    {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  return mesh;
}

}  // namespace

Mesh box_mesh(const Box3d& box) {
  Mesh mesh;
  for (int corner = 0; corner < 8; ++corner) {
    mesh.positions.push_back(
        static_cast<Vec3f>(Vec3d{corner & 1 ? box.upper.x : box.lower.x, corner & 2 ? box.upper.y : box.lower.y,
                                 corner & 4 ? box.upper.z : box.lower.z}));
  }
  mesh.triangles = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
  return mesh;
}

Mesh sphere_mesh(const Vec3d& centre, double radius, double detail) {
  constexpr int kFewest = 3, kMost = 7;
  Mesh mesh = icosahedron();
  double edge = 1.05 * radius;
  for (int level = 0; level < kMost && (level < kFewest || edge > detail); ++level, edge /= 2) subdivide_sphere(mesh);
  const double grow = radius * std::cbrt(4 * kPi / 3 / volume(mesh));  // a polyhedron on the sphere is too small
  transform(mesh, {Mat3d::diagonal({grow, grow, grow}), centre});
  return mesh;
}

Mesh cylinder_mesh(double radius, double height, double detail) {
  const double h = height / 2;
  return revolved({{0, -h}, {radius, -h}, {radius, h}, {0, h}}, sides_of_circle(radius, detail), false);
}

Mesh capsule_mesh(const Vec3d& from, const Vec3d& to, double radius, double detail) {
  const int sides = sides_of_circle(radius, detail), steps = sides / 4;
  const double half = length(to - from) / 2;
  std::vector<ProfilePoint> profile;
  for (int i = -steps; i <= steps; ++i) {
    const double angle = kPi / 2 * i / steps;
    const double r = std::abs(i) == steps ? 0 : radius * std::cos(angle), y = radius * std::sin(angle);
    if (i == 0 && half > 0) profile.push_back({r, -half});
    profile.push_back({r, y + (i < 0 ? -half : half)});
  }
  Mesh mesh = revolved(profile, sides, false);
  const Vec3d up = half > 0 ? normalized(to - from) : Vec3d{0, 1, 0};
  const Vec3d side = normalized(cross(up, std::abs(up.x) < 0.9 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0}));
  const Mat3d turn = Mat3d{{side, up, cross(side, up)}}.transposed();
  transform(mesh, {turn, (from + to) / 2.0});
  return mesh;
}

Mesh torus_mesh(double radius, double tube, double detail) {
  const int around = sides_of_circle(tube, detail);
  const double widen = same_area(around);
  std::vector<ProfilePoint> profile;
  for (int i = 0; i < around; ++i) {
    const double angle = 2 * kPi * i / around;
    profile.push_back({radius + tube * widen * std::cos(angle), tube * widen * std::sin(angle)});
  }
  return revolved(profile, sides_of_circle(radius, detail), true);
}

Mesh star_mesh(int points, double outer, double inner, double thickness) {
  const Loop loop = star_outline(points, outer, inner).loops.front();
  const int32_t count = static_cast<int32_t>(loop.size());
  const double h = thickness / 2;
  Mesh mesh;
  for (const double z : {-h, h}) {
    for (const Vec2d& p : loop) mesh.positions.push_back(static_cast<Vec3f>(Vec3d{p.x, p.y, z}));
    mesh.positions.push_back(static_cast<Vec3f>(Vec3d{0, 0, z}));
  }
  const int32_t front = count + 1;  // first vertex of the side towards +z
  for (int32_t i = 0; i < count; ++i) {
    const int32_t next = (i + 1) % count;
    mesh.triangles.push_back({count, next, i});
    mesh.triangles.push_back({front + count, front + i, front + next});
    mesh.triangles.push_back({i, next, front + next});
    mesh.triangles.push_back({i, front + next, front + i});
  }
  return mesh;
}

}  // namespace weir
