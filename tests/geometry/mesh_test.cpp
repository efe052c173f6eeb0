// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/geometry/mesh/mesh.h"

#include <gtest/gtest.h>

#include "geometry/mesh/mesh_edges.h"
#include "test_meshes.h"

namespace weir {

TEST(Mesh, MeasuresOfABox) {
  const Mesh box = box_mesh({1000, 0, 0}, {1002, 3, 4});  // far away: digits must not be lost
  EXPECT_EQ(box.validate(), "");
  EXPECT_NEAR(volume(box), 24, 1e-9);
  EXPECT_NEAR(area(box), 52, 1e-9);
  EXPECT_EQ(bounds(box), (Box3f{{1000, 0, 0}, {1002, 3, 4}}));
  EXPECT_NEAR(volume(inside_out(box)), -24, 1e-9);
}

TEST(Mesh, SphereTendsToTheAnalyticVolumeAndArea) {
  double last_error = 1;
  for (int levels = 2; levels <= 6; ++levels) {
    const Mesh sphere = sphere_mesh({0.1f, 0.2f, 0.3f}, 0.5f, levels);
    ASSERT_EQ(sphere.validate(), "");
    EXPECT_TRUE(is_closed(sphere));
    EXPECT_EQ(sphere.triangles.size(), 8u << (2 * levels));
    const double error = kPi / 6 - volume(sphere);
    EXPECT_GT(error, 0);
    EXPECT_LT(error, last_error * 0.3);  // second order: a quarter at every level
    last_error = error;
  }
  EXPECT_LT(last_error, 1e-3);
  EXPECT_NEAR(area(sphere_mesh({}, 0.5f, 6)), kPi, 2e-3);
}

TEST(Mesh, OpenEdgesAreCounted) {
  Mesh box = box_mesh({0, 0, 0}, {1, 1, 1});
  EXPECT_TRUE(is_closed(box));
  box.triangles.pop_back();
  EXPECT_EQ(open_edges(box), 3u);
  box = box_mesh({0, 0, 0}, {1, 1, 1});
  std::swap(box.triangles[0].x, box.triangles[0].y);  // one triangle faces the wrong way
  EXPECT_EQ(open_edges(box), 3u);
  EXPECT_TRUE(is_closed(Mesh{}));
}

TEST(Mesh, PartsThatTouchAlongAnEdgeAreBalancedButNotClosed) {
  Mesh two = box_mesh({0, 0, 0}, {1, 1, 1});
  // The second box shares the first one's vertices 3 and 7 (the edge x = y = 1).
  Mesh other = box_mesh({1, 1, 0}, {2, 2, 1});
  append(two, other);
  for (Vec3i& t : two.triangles) {
    for (int k = 0; k < 3; ++k) t[k] = t[k] == 8 ? 3 : t[k] == 12 ? 7 : t[k];
  }
  EXPECT_EQ(open_edges(two), 1u);
  EXPECT_EQ(unbalanced_edges(two), 0u);
  two.triangles.pop_back();
  EXPECT_EQ(unbalanced_edges(two), 3u);
}

TEST(Mesh, ValidateSaysWhatIsWrong) {
  Mesh mesh = box_mesh({0, 0, 0}, {1, 1, 1});
  mesh.triangles[3].y = 8;
  EXPECT_EQ(mesh.validate(), "triangle 3 refers to vertex 8, but there are 8 vertices");
  mesh.triangles[3].y = -1;
  EXPECT_NE(mesh.validate(), "");
  mesh = box_mesh({0, 0, 0}, {1, 1, 1});
  mesh.positions[2].z = std::nanf("");
  EXPECT_EQ(mesh.validate(), "the position of vertex 2 is not a number");
  mesh = box_mesh({0, 0, 0}, {1, 1, 1});
  mesh.velocities.resize(3);
  EXPECT_EQ(mesh.validate(), "there are 3 velocities for 8 vertices");
}

TEST(Mesh, VertexNormalsPointOutward) {
  const Mesh sphere = sphere_mesh({1, 2, 3}, 2, 4);
  const std::vector<Vec3f> normals = vertex_normals(sphere);
  for (size_t i = 0; i < normals.size(); ++i) {
    EXPECT_GT(dot(normals[i], (sphere.positions[i] - Vec3f{1, 2, 3}) / 2.0f), 0.999f);
  }
  // Weighted by angle, a box's corner normal is the diagonal however its sides are cut.
  const Mesh box = box_mesh({-1, -1, -1}, {1, 1, 1});
  const std::vector<Vec3f> corners = vertex_normals(box);
  for (size_t i = 0; i < 8; ++i) EXPECT_NEAR(length(corners[i] - normalized(box.positions[i])), 0, 1e-6);
}

TEST(Mesh, TransformKeepsOutwardUnderMirroring) {
  Mesh mesh = sphere_mesh({1, 0, 0}, 0.5f, 3);
  mesh.velocities.assign(mesh.positions.size(), {1, 2, 3});
  const double before = volume(mesh);
  transform(mesh, {Mat3d::diagonal({-2, 1, 1}), {0, 5, 0}});
  EXPECT_NEAR(volume(mesh), 2 * before, 1e-6);
  EXPECT_NEAR(bounds(mesh).centre().x, -2, 1e-6);
  EXPECT_EQ(mesh.velocities[0], (Vec3f{-2, 2, 3}));
}

TEST(Mesh, AppendKeepsBothPartsAndTheirVelocities) {
  Mesh mesh = box_mesh({0, 0, 0}, {1, 1, 1});
  Mesh other = box_mesh({2, 0, 0}, {3, 1, 1});
  other.velocities.assign(8, {1, 0, 0});
  append(mesh, other);
  EXPECT_EQ(mesh.validate(), "");
  EXPECT_NEAR(volume(mesh), 2, 1e-9);
  EXPECT_EQ(mesh.velocities[0], (Vec3f{}));
  EXPECT_EQ(mesh.velocities[15], (Vec3f{1, 0, 0}));
}

}  // namespace weir
