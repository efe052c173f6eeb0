// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/rigid_pieces.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "weir/geometry/shapes/build.h"

namespace weir {

namespace {

std::vector<std::vector<Vec3d>> pieces_of(const Shape& shape, double tolerance) {
  ShapeBuilder builder(0.02f, 24);
  return convex_pieces(builder.mesh(shape, 1), *builder.field(shape, 1),
                       {.tolerance = tolerance, .smallest = 0.02, .flat = false});
}

}  // namespace

TEST(RigidPieces, ConvexIsOne) {
  Shape turned{shapes::Box{}, {}};
  turned.transform.rotate = EulerDegrees{{10, 20, 30}};
  for (const Shape& shape : {Shape{shapes::Box{}, {}}, Shape{shapes::Sphere{}, {}}, Shape{shapes::Cylinder{}, {}},
                             Shape{shapes::Capsule{}, {}}, turned}) {
    EXPECT_EQ(pieces_of(shape, 0.005).size(), 1u) << shape.kind.index();
  }
}

// No place in a piece is farther from the body than the tolerance, but for the cubes that are not halved any more.
TEST(RigidPieces, HollowsStayHollow) {
  Shape outer{shapes::Box{{-0.5, 0, -0.5}, {0.5, 0.5, 0.5}}, {}},
      inner{shapes::Box{{-0.4, 0.1, -0.4}, {0.4, 1, 0.4}}, {}};
  const Shape ring{shapes::Torus{}, {}}, tub{shapes::Difference{{outer, inner}}, {}};
  for (const Shape& shape : {ring, tub}) {
    ShapeBuilder builder(0.02f, 24);
    const FieldPtr field = builder.field(shape, 1);
    const auto pieces = pieces_of(shape, 0.01);
    EXPECT_GT(pieces.size(), 4u);
    const Random random(7, 0);
    uint64_t drawn = 0;
    for (const auto& corners : pieces) {
      for (int n = 0; n < 50; ++n) {  // a random mean of the corners is anywhere in the piece
        Vec3d sum{};
        double weights = 0;
        for (const Vec3d& corner : corners) {
          const double weight = -std::log(1 - random.unit(drawn++));
          sum += corner * weight;
          weights += weight;
        }
        EXPECT_LT(distance_at(*field, static_cast<Vec3f>(sum / weights)), 0.02f);
      }
    }
  }
}

namespace {

// m from a point to a convex hull, by Gilbert's (1966) steps towards the corner that is most in its direction.
double distance_to_hull(const std::vector<Vec3d>& corners, const Vec3d& point) {
  Vec3d x = corners.front();
  for (int step = 0; step < 300; ++step) {
    Vec3d best = x;
    for (const Vec3d& corner : corners) {
      if (dot(corner - best, point - x) > 0) best = corner;
    }
    const Vec3d way = best - x;
    if (length(way) == 0) break;
    x += way * std::clamp(dot(point - x, way) / length_squared(way), 0.0, 1.0);
  }
  return length(point - x);
}

}  // namespace

TEST(RigidPieces, SurfaceIsCovered) {
  ShapeBuilder builder(0.02f, 24);
  const Shape ring{shapes::Torus{}, {}};
  const auto pieces = pieces_of(ring, 0.01);
  const Mesh mesh = builder.mesh(ring, 1);
  for (size_t i = 0; i < mesh.positions.size(); i += 60) {
    double nearest = 1e9;
    for (const auto& corners : pieces) {
      nearest = std::min(nearest, distance_to_hull(corners, static_cast<Vec3d>(mesh.positions[i])));
    }
    EXPECT_LT(nearest, 0.005) << i;
  }
}

}  // namespace weir
