// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/mesh/orient.h"

#include <algorithm>
#include <array>

#include "geometry/mesh/mesh_edges.h"

namespace weir {

namespace {

struct Neighbour {
  int32_t triangle = -1;  // -1: the edge is not one of two triangles
  bool agrees = true;     // runs the edge the other way
};
using Neighbours = std::vector<std::array<Neighbour, 3>>;

// One of a triangle's three sides.
struct Side {
  int32_t low, high;  // its vertices
  int32_t triangle, side;
  bool backward;

  auto edge() const { return std::pair(low, high); }
};

Neighbours neighbours_of(const Mesh& mesh) {
  std::vector<Side> sides;
  sides.reserve(mesh.triangles.size() * 3);
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (int32_t side = 0; side < 3; ++side) {
      const int32_t a = mesh.triangles[t][side], b = mesh.triangles[t][(side + 1) % 3];
      if (a != b) sides.push_back({std::min(a, b), std::max(a, b), static_cast<int32_t>(t), side, a > b});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) { return a.edge() < b.edge(); });
  Neighbours neighbours(mesh.triangles.size());
  for (size_t begin = 0, end = 0; begin < sides.size(); begin = end) {
    while (end < sides.size() && sides[end].edge() == sides[begin].edge()) ++end;
    if (end - begin != 2) continue;
    const auto link = [&](const Side& from, const Side& to) {
      neighbours[static_cast<size_t>(from.triangle)][static_cast<size_t>(from.side)] = {to.triangle,
                                                                                        from.backward != to.backward};
    };
    link(sides[begin], sides[begin + 1]);
    link(sides[begin + 1], sides[begin]);
  }
  return neighbours;
}

void turn(Vec3i& triangle) { std::swap(triangle.y, triangle.z); }

struct Part {
  std::vector<size_t> triangles;
  bool agreed = true;  // none had to be turned
};

// The part that `first` belongs to; marks those of its triangles that must be turned to agree with `first`. Where a
// one-sided part comes round to a triangle the other way, the way it was met first stays.
Part spread(size_t first, const Neighbours& neighbours, std::vector<uint8_t>& reached, std::vector<uint8_t>& turned) {
  Part part{{first}, true};
  reached[first] = 1;
  for (size_t next = 0; next < part.triangles.size(); ++next) {
    const size_t t = part.triangles[next];
    for (const Neighbour& neighbour : neighbours[t]) {
      const auto n = static_cast<size_t>(neighbour.triangle);
      if (neighbour.triangle < 0 || reached[n]) continue;
      reached[n] = 1;
      turned[n] = neighbour.agrees ? turned[t] : !turned[t];
      part.agreed &= !turned[n];
      part.triangles.push_back(n);
    }
  }
  return part;
}

// From the middle of its bounds, so that a part still shows its outside where it ends at an edge of four triangles.
double volume_of(const Mesh& mesh, const std::vector<size_t>& part) {
  const auto corner = [&](size_t t, int k) {
    return static_cast<Vec3d>(mesh.positions[static_cast<size_t>(mesh.triangles[t][k])]);
  };
  Box3d box;
  for (const size_t t : part) {
    for (int k = 0; k < 3; ++k) box.include(corner(t, k));
  }
  const Vec3d middle = box.centre();
  double sum = 0;
  for (const size_t t : part) {
    sum += dot(corner(t, 0) - middle, cross(corner(t, 1) - middle, corner(t, 2) - middle));
  }
  return sum / 6;
}

}  // namespace

bool orient(Mesh& mesh) {
  const std::vector<EdgeUse> uses = edge_uses(mesh);
  const bool balanced = std::all_of(uses.begin(), uses.end(), [](const EdgeUse& use) { return use.balanced(); });
  const bool open = std::any_of(uses.begin(), uses.end(), [](const EdgeUse& use) { return use.open(); });
  if (balanced || open) return false;

  Mesh result = mesh;
  const Neighbours neighbours = neighbours_of(mesh);
  std::vector<uint8_t> reached(mesh.triangles.size(), 0), turned(mesh.triangles.size(), 0);
  for (size_t first = 0; first < mesh.triangles.size(); ++first) {
    if (reached[first]) continue;
    const Part part = spread(first, neighbours, reached, turned);
    if (part.agreed) continue;
    for (const size_t t : part.triangles) {
      if (turned[t]) turn(result.triangles[t]);
    }
    if (volume_of(result, part.triangles) >= 0) continue;
    for (const size_t t : part.triangles) turn(result.triangles[t]);
  }
  if (unbalanced_edges(result) > 0) return false;
  mesh.triangles = std::move(result.triangles);
  return true;
}

}  // namespace weir
