// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Forms made for drawing: sections of flat scenes, bodies cut by a box, edges, meshes with fewer triangles.

#include <gtest/gtest.h>

#include "geometry/mesh/clip_convex.h"
#include "geometry/mesh/sharp_edges.h"
#include "geometry/mesh/thinned.h"
#include "geometry/shapes/section.h"
#include "test_meshes.h"
#include "weir/geometry/shapes/build.h"

namespace weir {
namespace {

FieldPtr field_of(const Shape& shape) { return ShapeBuilder(0.01f, 24).field(shape, 1); }

Section section_of(const Shape& shape, double cell) {
  const FieldPtr field = field_of(shape);
  return section_of(*field, field->bounds(), cell);
}

double length_of_edges(const Section& section) {
  double sum = 0;
  for (size_t i = 0; i < section.edges.size(); i += 2) {
    sum += double{length(section.mesh.positions[section.edges[i]] - section.mesh.positions[section.edges[i + 1]])};
  }
  return sum;
}

TEST(Section, OfABoxIsExact) {
  const Section section = section_of(Shape{shapes::Box{{-0.3, 0.1, -1}, {0.5, 0.4, 1}}, {}}, 0.07);
  EXPECT_NEAR(area(section.mesh), 0.8 * 0.3, 1e-5);
  EXPECT_NEAR(length_of_edges(section), 2 * (0.8 + 0.3), 1e-4);
  const Box3f box = bounds(section.mesh);
  EXPECT_NEAR(box.lower.x, -0.3f, 1e-5f);
  EXPECT_NEAR(box.upper.y, 0.4f, 1e-5f);
}

TEST(Section, CornersOfATurnedBoxStaySharp) {
  Shape shape{shapes::Box{{-0.3, -0.2, -1}, {0.3, 0.2, 1}}, {}};
  shape.transform.rotate = EulerDegrees{{0, 0, 28}};
  const Section section = section_of(shape, 0.03);
  EXPECT_NEAR(area(section.mesh), 0.24, 2e-4);
  EXPECT_NEAR(length_of_edges(section), 2.0, 2e-3);
}

TEST(Section, OfABallWithAHoleIsARing) {
  Shape hole{shapes::Sphere{{0, 0, 0}, 0.2}, {}}, ball{shapes::Sphere{{0, 0, 0}, 0.5}, {}};
  const Section section = section_of(Shape{shapes::Difference{{ball, hole}, 0}, {}}, 0.02);
  EXPECT_NEAR(area(section.mesh), kPi * (0.25 - 0.04), 2e-3);
  EXPECT_NEAR(length_of_edges(section), 2 * kPi * 0.7, 1e-2);
}

TEST(Section, HasNoOutlineWhereTheBoxCutsIt) {
  const FieldPtr floor = field_of(Shape{shapes::Plane{{0, 0.25, 0}, {0, 1, 0}}, {}});
  const Section section = section_of(*floor, {{-1, 0, 0}, {1, 1, 0}}, 0.05);
  EXPECT_NEAR(area(section.mesh), 0.5, 2e-3);
  EXPECT_NEAR(length_of_edges(section), 2, 2e-3);
}

TEST(Section, ThinThingsAreSeen) {
  const Section section = section_of(Shape{shapes::Box{{0, 0, -1}, {1, 0.002, 1}}, {}}, 0.05);
  EXPECT_NEAR(area(section.mesh), 0.002, 5e-5);
}

TEST(Section, FacesTheEye) {
  const Section section = section_of(Shape{shapes::Sphere{}, {}}, 0.05);
  for (const Vec3i& t : section.mesh.triangles) {
    const auto at = [&](int32_t i) { return section.mesh.positions[static_cast<size_t>(i)]; };
    EXPECT_GE(cross(at(t.y) - at(t.x), at(t.z) - at(t.x)).z, 0);
  }
}

TEST(ClipConvex, AHalfBallIsClosed) {
  const Mesh ball = ShapeBuilder(0.05f, 24).mesh(Shape{shapes::Sphere{{0, 0, 0}, 0.5}, {}}, 1);
  const Mesh half = clip_convex(ball, {{-1, 0.013f, -1}, {1, 1, 1}});
  EXPECT_EQ(half.validate(), "");
  EXPECT_TRUE(is_closed(half));
  const double cap = kPi * 0.487 * 0.487 * (1.5 - 0.487) / 3;
  EXPECT_NEAR(volume(half), cap, 0.01 * cap);
}

TEST(ClipConvex, ACornerOfABoxIsABox) {
  const Mesh corner = clip_convex(box_mesh({-1, -1, -1}, {1, 1, 1}), {{0, -2, 0.5f}, {2, 2, 2}});
  EXPECT_TRUE(is_closed(corner));
  EXPECT_NEAR(volume(corner), 1 * 2 * 0.5, 1e-6);
}

TEST(ClipConvex, NothingIsLeftOfWhatIsOutside) {
  EXPECT_TRUE(clip_convex(box_mesh({-1, -1, -1}, {1, 1, 1}), {{2, 2, 2}, {3, 3, 3}}).triangles.empty());
}

TEST(SharpEdges, ABoxHasTwelveABallNone) {
  EXPECT_EQ(sharp_edges(box_mesh({0, 0, 0}, {1, 2, 3})).size(), 2 * 12);
  EXPECT_TRUE(sharp_edges(ShapeBuilder(0.02f, 24).mesh(Shape{shapes::Sphere{}, {}}, 1)).empty());
}

TEST(SharpEdges, ASingleTriangleHasThree) {
  EXPECT_EQ(sharp_edges(Mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}, {}}).size(), 2 * 3);
}

TEST(Thinned, KeepsTheFormWithFewerTriangles) {
  const Mesh ball = ShapeBuilder(0.005f, 24).mesh(Shape{shapes::Sphere{{3, 0, 0}, 0.5}, {}}, 1);
  ASSERT_GT(ball.triangles.size(), 100000);
  const Mesh thin = thinned(ball, 5000);
  EXPECT_LE(thin.triangles.size(), 5500);
  EXPECT_GT(thin.triangles.size(), 1500);
  EXPECT_EQ(thin.validate(), "");
  EXPECT_NEAR(volume(thin), volume(ball), 0.01 * volume(ball));
}

TEST(Thinned, LeavesSmallMeshesAsTheyAre) {
  const Mesh box = box_mesh({0, 0, 0}, {1, 1, 1});
  EXPECT_EQ(thinned(box, 12).positions, box.positions);
}

}  // namespace
}  // namespace weir
