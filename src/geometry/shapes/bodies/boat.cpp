// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A small boat, lofted from a few lines as a shipwright draws them: the sheer (upper edge), the half-breadth, the
// bottom with its rise at both ends, and sections that go from full midships to a V at the bow. A keel runs along the
// bottom. Solid, it has a deck; open, an inner skin and a rail.

#include <vector>

#include "geometry/shapes/bodies/bodies.h"

namespace weir {

namespace {

constexpr int kStations = 64;       // from the transom (0) to the stem
constexpr int kSectionPoints = 20;  // from the centreline to the sheer
constexpr int kKeelPoints = 2;      // of them below the skin: the keel's bottom edge and its root

double square(double x) { return x * x; }

// How far x is beyond `from` on the way to `to`, 0 before it.
double beyond(double x, double from, double to) { return std::max(0.0, (x - from) / (to - from)); }

// The lines of a boat one unit long, half a unit broad to each side and one deep, along u: 0 at the transom, 1 at the
// stem.
double half_breadth(double u) {
  const double aft = 1 - 0.3 * square(beyond(u, 0.42, 0));
  return aft * (1 - std::pow(beyond(u, 0.42, 1), 2.3));
}
double sheer_height(double u) { return 0.78 + 0.07 * square(beyond(u, 0.45, 0)) + 0.22 * square(beyond(u, 0.45, 1)); }
double bottom_height(double u) {
  return 0.09 + 0.2 * square(beyond(u, 0.4, 0)) + 0.3 * std::pow(beyond(u, 0.55, 1), 3);
}
double keel_height(double u) { return 0.09 * square(beyond(u, 0.55, 1)) + 0.3 * std::pow(beyond(u, 0.55, 1), 3); }
double fullness(double u) { return 2.7 - 1.5 * square(beyond(u, 0.3, 1)); }  // exponent of the section's superellipse

// The stem leans forward and the transom aft: where a height lies between them, as a share of the length.
double along(double u, double height) {
  const double stern = -0.5 + 0.05 * (1 - std::min(height / sheer_height(0), 1.0));
  const double stem = 0.5 - 0.16 * square(1 - std::min(height, 1.0));
  return lerp(stern, stem, u);
}

// One side's skin as a lattice of points; the other is its mirror image in z.
struct Lattice {
  int columns;  // points of a section
  std::vector<Vec3d> points;
  Vec3d& at(int station, int column) { return points[static_cast<size_t>(station * columns + column)]; }
};

Lattice outer_skin(const shapes::Boat& boat) {
  Lattice skin{kSectionPoints + kKeelPoints, {}};
  for (int i = 0; i <= kStations; ++i) {
    const double u = static_cast<double>(i) / kStations, b = half_breadth(u), n = 2 / fullness(u);
    const double bottom = bottom_height(u), sheer = sheer_height(u);
    const double keel_half = 0.035 * std::min(1.0, 4 * b);
    const auto add = [&](double height, double breadth) {
      skin.points.push_back({along(u, height) * boat.length, height * boat.depth, breadth * boat.beam / 2});
    };
    add(keel_height(u), 0);
    add(keel_height(u), keel_half * 0.7);
    add(bottom, keel_half);
    for (int j = 1; j < kSectionPoints; ++j) {
      const double angle = kPi / 2 * j / (kSectionPoints - 1);
      const double out = std::pow(std::sin(angle), n), up = 1 - std::pow(std::max(0.0, std::cos(angle)), n);
      add(lerp(bottom, sheer, up), b * lerp(keel_half, 1.0, out));
    }
  }
  return skin;
}

// The planks' inner side: the same lines, drawn in by the thickness of the wall. It ends before the stem, where the
// outer half-breadth is as thin as the wall.
Lattice inner_skin(const shapes::Boat& boat) {
  const double half = boat.beam / 2, wall = boat.wall, first = wall / boat.length;
  double last = 1, aft = 0.5;  // bisection for the inner stem
  while (last - aft > 1e-9) {
    const double middle = (last + aft) / 2;
    (half * half_breadth(middle) > wall * 1.5 ? aft : last) = middle;
  }
  Lattice skin{kSectionPoints, {}};
  for (int i = 0; i <= kStations; ++i) {
    const double u = lerp(first, aft, static_cast<double>(i) / kStations), n = 2 / fullness(u);
    // Planks that run at an angle to the keel need more breadth for the same thickness.
    const double slope = half * (half_breadth(u + 1e-4) - half_breadth(u - 1e-4)) / (2e-4 * boat.length);
    const double b = i == kStations ? 0 : std::max(half * half_breadth(u) - wall * std::sqrt(1 + slope * slope), 0.0);
    const double bottom = std::min(bottom_height(u) + wall / boat.depth, 0.9 * sheer_height(u)),
                 sheer = sheer_height(u);
    for (int j = 0; j < kSectionPoints; ++j) {
      const double angle = kPi / 2 * j / (kSectionPoints - 1);
      const double out = std::pow(std::sin(angle), n), up = 1 - std::pow(std::max(0.0, std::cos(angle)), n);
      const double height = lerp(bottom, sheer, up);
      skin.points.push_back({along(u, height) * boat.length, height * boat.depth, b * out});
    }
  }
  return skin;
}

// Vertex numbers of a lattice and its mirror image, which share the centreline and the stem.
struct Sides {
  int columns;
  std::vector<int32_t> starboard, port;
  int32_t right(int station, int column) const { return starboard[static_cast<size_t>(station * columns + column)]; }
  int32_t left(int station, int column) const { return port[static_cast<size_t>(station * columns + column)]; }
};

Sides add_vertices(Mesh& mesh, Lattice skin) {
  Sides sides{skin.columns, {}, {}};
  const auto add = [&](const Vec3d& p) {
    mesh.positions.push_back(static_cast<Vec3f>(p));
    return static_cast<int32_t>(mesh.positions.size() - 1);
  };
  for (int i = 0; i <= kStations; ++i) {
    for (int j = 0; j < skin.columns; ++j) {
      Vec3d p = skin.at(i, j);
      const bool shared = j == 0 || i == kStations;
      if (shared) p.z = 0;
      const bool same = shared && j > 0 && length(p - skin.at(i, j - 1)) < 1e-9;  // the keel runs out in the stem
      sides.starboard.push_back(same ? sides.starboard.back() : add(p));
      sides.port.push_back(shared ? sides.starboard.back() : add({p.x, p.y, -p.z}));
    }
  }
  return sides;
}

// A triangle, unless two of its corners are the same vertex.
void add_triangle(Mesh& mesh, int32_t a, int32_t b, int32_t c) {
  if (a != b && b != c && c != a) mesh.triangles.push_back({a, b, c});
}
void add_quad(Mesh& mesh, int32_t a, int32_t b, int32_t c, int32_t d) {
  add_triangle(mesh, a, b, c);
  add_triangle(mesh, a, c, d);
}

// Both sides and the transom, facing away from the boat's inside, or into it.
void add_skin(Mesh& mesh, const Sides& s, bool outward) {
  const auto quad = [&](int32_t a, int32_t b, int32_t c, int32_t d) {
    outward ? add_quad(mesh, a, b, c, d) : add_quad(mesh, d, c, b, a);
  };
  for (int i = 0; i < kStations; ++i) {
    for (int j = 0; j + 1 < s.columns; ++j) {
      quad(s.right(i, j), s.right(i + 1, j), s.right(i + 1, j + 1), s.right(i, j + 1));
      quad(s.left(i, j), s.left(i, j + 1), s.left(i + 1, j + 1), s.left(i + 1, j));
    }
  }
  for (int j = 0; j + 1 < s.columns; ++j) quad(s.right(0, j), s.right(0, j + 1), s.left(0, j + 1), s.left(0, j));
}

}  // namespace

Mesh boat_mesh(const shapes::Boat& boat) {
  Mesh mesh;
  const Sides outer = add_vertices(mesh, outer_skin(boat));
  add_skin(mesh, outer, true);
  const int top = outer.columns - 1;
  if (boat.wall <= 0) {
    for (int i = 0; i < kStations; ++i) {  // the deck
      add_quad(mesh, outer.right(i, top), outer.right(i + 1, top), outer.left(i + 1, top), outer.left(i, top));
    }
    return mesh;
  }
  const Sides inner = add_vertices(mesh, inner_skin(boat));
  add_skin(mesh, inner, false);
  const int rail = inner.columns - 1;
  for (int i = 0; i < kStations; ++i) {
    add_quad(mesh, outer.right(i, top), outer.right(i + 1, top), inner.right(i + 1, rail), inner.right(i, rail));
    add_quad(mesh, outer.left(i, top), inner.left(i, rail), inner.left(i + 1, rail), outer.left(i + 1, top));
  }
  add_quad(mesh, outer.right(0, top), inner.right(0, rail), inner.left(0, rail), outer.left(0, top));
  return mesh;
}

}  // namespace weir
