// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A tracked surface between two frames, with the same triangles in both and with others.

#include "retime/surface_between.h"

#include <gtest/gtest.h>

#include "weir/geometry/shapes/build.h"

namespace weir::retime {

static Mesh ball(float resolution, const Vec3f& centre, const Vec3f& velocity) {
  Shape shape;
  shape.kind = shapes::Sphere{.radius = 0.5};
  Mesh mesh = ShapeBuilder(resolution, 24).mesh(shape, 1);
  for (Vec3f& p : mesh.positions) p += centre;
  mesh.velocities.assign(mesh.positions.size(), velocity);
  return mesh;
}

TEST(SurfaceBetween, TheSameTrianglesFollowTheCubic) {
  const Vec3f gravity{0, -8, 0};
  const Mesh a = ball(0.05f, {}, {1, 0, 0}), b = ball(0.05f, Vec3f{0.5f, -1, 0}, Vec3f{1, -4, 0});
  const Mesh made = surface_between(a, b, {0.5, 0.5}, 1);
  ASSERT_EQ(made.triangles, a.triangles);
  for (size_t i = 0; i < a.positions.size(); ++i) {
    EXPECT_LT(length(made.positions[i] - a.positions[i] - Vec3f{0.25f, -0.25f, 0}), 1e-5f);
    EXPECT_LT(length(made.velocities[i] - Vec3f{1, 0, 0} - gravity * 0.25f), 1e-4f);
  }
}

TEST(SurfaceBetween, OtherTrianglesEndOnTheNextSurface) {
  const Mesh a = ball(0.05f, {}, {1, 0, 0}), b = ball(0.08f, Vec3f{0.5f, -0.1f, 0}, Vec3f{1, -0.4f, 0});
  const auto off = [](const Mesh& mesh, const Vec3f& centre) {
    float most = 0;
    for (const Vec3f& p : mesh.positions) most = std::max(most, std::abs(length(p - centre) - 0.5f));
    return most;
  };
  EXPECT_LT(off(surface_between(a, b, {0.5, 0.001}, 0.2f), {}), 0.01f);
  EXPECT_LT(off(surface_between(a, b, {0.5, 0.999}, 0.2f), {0.5f, -0.1f, 0}), 0.02f);
  const Mesh made = surface_between(a, b, {0.5, 0.5}, 0.2f);
  EXPECT_EQ(made.validate(), "");
  // Neither loses nor gains on the way from the one to the other.
  for (const double t : {0.25, 0.5, 0.9}) {
    const double wanted = lerp(volume(a), volume(b), t);
    EXPECT_NEAR(volume(surface_between(a, b, {0.5, t}, 0.2f)), wanted, 2e-3 * wanted);
  }
}

TEST(SurfaceBetween, NothingIsAFormToo) {
  EXPECT_TRUE(surface_between({}, {}, {1, 0.5}, 1).positions.empty());
  EXPECT_TRUE(surface_between({}, ball(0.1f, {}, {}), {1, 0.5}, 1).positions.empty());
  EXPECT_FALSE(surface_between(ball(0.1f, {}, {}), {}, {1, 0.5}, 1).positions.empty());
}

}  // namespace weir::retime
