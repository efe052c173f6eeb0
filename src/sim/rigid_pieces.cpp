// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/rigid_pieces.h"

#include <LinearMath/btConvexHullComputer.h>

namespace weir {

namespace {

using Points = std::vector<Vec3d>;
using Polygons = std::vector<Points>;

struct Face {
  Vec3d normal{};  // unit, outward
  double offset = 0;
};

struct Hull {
  Points corners;
  std::vector<Face> faces;
  double volume = 0;
};

Hull hull_of(const Points& points) {
  btConvexHullComputer computer;
  computer.compute(&points.front().x, sizeof(Vec3d), static_cast<int>(points.size()), 0, 0);
  Hull hull;
  Vec3d middle{};
  for (int i = 0; i < computer.vertices.size(); ++i) {  // its own vertices are rounded
    hull.corners.push_back(points[static_cast<size_t>(computer.original_vertex_index[i])]);
    middle += hull.corners.back() / static_cast<double>(computer.vertices.size());
  }
  for (int i = 0; i < computer.faces.size(); ++i) {
    const auto* first = &computer.edges[computer.faces[i]];
    const auto from_middle = [&](int vertex) { return hull.corners[static_cast<size_t>(vertex)] - middle; };
    const Vec3d apex = from_middle(first->getSourceVertex());
    Vec3d twice_area{};
    for (const auto* edge = first->getNextEdgeOfFace(); edge != first; edge = edge->getNextEdgeOfFace()) {
      twice_area += cross(from_middle(edge->getSourceVertex()) - apex, from_middle(edge->getTargetVertex()) - apex);
    }
    if (length(twice_area) == 0) continue;
    Vec3d normal = normalized(twice_area);
    if (dot(normal, apex) < 0) normal = -normal;
    hull.faces.push_back({normal, dot(normal, apex + middle)});
    hull.volume += std::abs(dot(apex, twice_area)) / 6;
  }
  return hull;
}

// Directions that cover the sphere (flat: the two rims of a prism) evenly.
Points directions(size_t count, bool flat) {
  Points result;
  for (size_t i = 0; i < count; ++i) {
    const double at = (static_cast<double>(i) + 0.5) / static_cast<double>(count);
    const double golden = kPi * (3 - std::sqrt(5.0)) * static_cast<double>(i);
    const double z = 1 - 2 * at, r = std::sqrt(1 - z * z);
    if (!flat) {
      result.push_back({r * std::cos(golden), r * std::sin(golden), z});
    } else if (i % 2 == 0) {
      for (const double side : {-1e-3, 1e-3}) result.push_back({std::cos(2 * kPi * at), std::sin(2 * kPi * at), side});
    }
  }
  return result;
}

// At most about `most` of the points: those that reach farthest in some direction.
Points farthest(const Points& points, size_t most, bool flat) {
  if (points.size() <= most) return points;
  std::vector<uint8_t> keep(points.size(), 0);
  for (const Vec3d& direction : directions(most, flat)) {
    size_t best = 0;
    for (size_t i = 1; i < points.size(); ++i) {
      if (dot(direction, points[i]) > dot(direction, points[best])) best = i;
    }
    keep[best] = 1;
  }
  Points result;
  for (size_t i = 0; i < points.size(); ++i) {
    if (keep[i]) result.push_back(points[i]);
  }
  return result;
}

// The part of a convex polygon below (side = 1) or above (side = -1) a plane across an axis.
Points clipped(const Points& polygon, int axis, double at, double side) {
  Points result;
  for (size_t i = 0; i < polygon.size(); ++i) {
    const Vec3d& a = polygon[i];
    const Vec3d& b = polygon[(i + 1) % polygon.size()];
    const double beyond_a = side * (a[axis] - at), beyond_b = side * (b[axis] - at);
    if (beyond_a <= 0) result.push_back(a);
    if ((beyond_a < 0 && beyond_b > 0) || (beyond_a > 0 && beyond_b < 0)) {
      result.push_back(lerp(a, b, beyond_a / (beyond_a - beyond_b)));
    }
  }
  return result;
}

Vec3d corner_of(const Box3d& box, int corner) {
  return {corner & 1 ? box.upper.x : box.lower.x, corner & 2 ? box.upper.y : box.lower.y,
          corner & 4 ? box.upper.z : box.lower.z};
}

class Cutter {
 public:
  Cutter(const Field& field, const PieceSettings& settings) : field_(field), settings_(settings) {}

  // Makes pieces of the body in a cube, of whose surface `surface` is the part inside.
  void cut(const Box3d& cube, const Polygons& surface) {
    Points points = corners_inside(cube);
    for (const Points& polygon : surface) points.insert(points.end(), polygon.begin(), polygon.end());
    if (surface.empty() || points.size() < 4) return;
    Hull hull = hull_of(points);
    const Vec3d size = cube.size();
    if (hull.volume < 1e-4 * size.x * size.y * size.z) return;  // flat: a neighbour holds the body there
    if (size.x <= settings_.smallest || is_near(surface, hull, cube)) {
      pieces.push_back(farthest(hull.corners, settings_.most_corners, settings_.flat));
    } else {
      halve(cube, surface);
    }
  }

  std::vector<Points> pieces;

 private:
  Points corners_inside(const Box3d& cube) const {
    Points result;
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3d p = corner_of(cube, corner);
      const Vec3d asked = settings_.flat ? Vec3d{p.x, p.y, 0} : p;
      if (distance_at(field_, static_cast<Vec3f>(asked)) < 0) result.push_back(p);
    }
    return result;
  }

  // True when the hull has no surface deep inside. Faces that the cube has cut, and lids, do not count: no surface is
  // there to be near.
  bool is_near(const Polygons& surface, const Hull& hull, const Box3d& cube) const {
    std::vector<Face> skin;
    for (const Face& face : hull.faces) {
      if (!is_cut(face, cube)) skin.push_back(face);
    }
    const auto deep = [&](const Vec3d& p) {
      return std::none_of(skin.begin(), skin.end(),
                          [&](const Face& face) { return face.offset - dot(face.normal, p) <= settings_.tolerance; });
    };
    return std::none_of(surface.begin(), surface.end(), [&](const Points& polygon) {
      Vec3d middle{};
      for (const Vec3d& p : polygon) middle += p / static_cast<double>(polygon.size());
      return deep(middle) || std::any_of(polygon.begin(), polygon.end(), deep);
    });
  }

  bool is_cut(const Face& face, const Box3d& cube) const {
    if (settings_.flat && std::abs(face.normal.z) > 0.5) return true;
    for (int axis = 0; axis < 3; ++axis) {
      if (std::abs(face.normal[axis]) < 1 - 1e-6) continue;
      const double wall = face.normal[axis] > 0 ? cube.upper[axis] : -cube.lower[axis];
      return std::abs(face.offset - wall) < 1e-6 * cube.size().x;
    }
    return false;
  }

  void halve(const Box3d& cube, const Polygons& surface) {
    const Vec3d middle = cube.centre();
    for (int child = 0; child < (settings_.flat ? 4 : 8); ++child) {
      Box3d part = cube;
      Polygons inside = surface;
      for (int axis = 0; axis < (settings_.flat ? 2 : 3); ++axis) {
        const bool upper = (child >> axis) & 1;
        (upper ? part.lower : part.upper)[axis] = middle[axis];
        Polygons kept;
        for (const Points& polygon : inside) {
          Points rest = clipped(polygon, axis, middle[axis], upper ? -1 : 1);
          if (rest.size() >= 3) kept.push_back(std::move(rest));
        }
        inside = std::move(kept);
      }
      cut(part, inside);
    }
  }

  const Field& field_;
  const PieceSettings settings_;
};

}  // namespace

std::vector<std::vector<Vec3d>> convex_pieces(const Mesh& mesh, const Field& field, const PieceSettings& settings) {
  const Box3d box = static_cast<Box3d>(bounds(mesh));
  Polygons surface;
  for (const Vec3i& t : mesh.triangles) {
    Points& triangle = surface.emplace_back();
    for (int i = 0; i < 3; ++i) {
      triangle.push_back(static_cast<Vec3d>(mesh.positions[static_cast<size_t>(t[i])]));
    }
  }
  // A cube somewhat larger than the body, off its middle: faces of what people build seldom lie in its halves then.
  const Vec3d size = box.size();
  const double side = 1.03 * (settings.flat ? std::max(size.x, size.y) : max_component(size));
  Box3d cube{box.centre() - Vec3d{side, side, side} * 0.507, box.centre() + Vec3d{side, side, side} * 0.493};
  if (settings.flat) {
    cube.lower.z = box.lower.z;
    cube.upper.z = box.upper.z;
  }
  Cutter cutter(field, settings);
  cutter.cut(cube, surface);
  return std::move(cutter.pieces);
}

}  // namespace weir
