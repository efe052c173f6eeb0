// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/geometry/mesh/mesh_report.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "geometry/shapes/tessellate.h"
#include "temp_folder.h"

namespace weir {
namespace {

Mesh moved(Mesh mesh, const Vec3d& by) {
  transform(mesh, {Mat3d{}, by});
  return mesh;
}

TEST(MeshReport, ClosedBox) {
  const MeshReport report = report_on(box_mesh({{0, 0, 0}, {2, 1, 0.25}}));
  EXPECT_TRUE(report.closed());
  EXPECT_EQ(report.parts, 1u);
  EXPECT_EQ(report.inside_out, 0u);
  EXPECT_NEAR(report.volume, 0.5, 1e-6);
  EXPECT_NEAR(report.area, 2 * (2 + 0.5 + 0.25), 1e-5);
  ASSERT_TRUE(report.thickness);
  EXPECT_NEAR(*report.thickness, 0.25, 1e-6);
}

TEST(MeshReport, HoleIsFoundWhereAFaceIsMissing) {
  Mesh mesh = box_mesh({{0, 0, 0}, {1, 1, 1}});
  std::erase_if(mesh.triangles, [&](const Vec3i& t) {
    const auto high = [&](int32_t v) { return mesh.positions[static_cast<size_t>(v)].y == 1; };
    return high(t.x) && high(t.y) && high(t.z);
  });
  ASSERT_EQ(mesh.triangles.size(), 10u);
  const MeshReport report = report_on(mesh);
  EXPECT_FALSE(report.closed());
  ASSERT_EQ(report.holes.size(), 1u);
  EXPECT_EQ(report.holes[0].edges, 4u);
  EXPECT_NEAR(report.holes[0].length, 4, 1e-6);
  EXPECT_EQ(report.holes[0].centre, (Vec3f{0.5f, 1, 0.5f}));
  EXPECT_EQ(report.holes[0].box.size(), (Vec3f{1, 0, 1}));
  EXPECT_FALSE(report.thickness);
}

TEST(MeshReport, LongestHoleComesFirst) {
  Mesh mesh = sphere_mesh({0, 0, 0}, 1, 0.2);
  mesh.triangles.erase(mesh.triangles.begin());
  Mesh open = moved(box_mesh({{0, 0, 0}, {4, 4, 4}}), {5, 0, 0});
  open.triangles.resize(10);
  append(mesh, open);
  const MeshReport report = report_on(mesh);
  ASSERT_EQ(report.holes.size(), 2u);
  EXPECT_EQ(report.parts, 2u);
  EXPECT_GT(report.holes[0].length, 10);
  EXPECT_EQ(report.holes[1].edges, 3u);
}

TEST(MeshReport, CavityIsInsideOut) {
  Mesh mesh = box_mesh({{0, 0, 0}, {3, 3, 3}});
  Mesh cavity = box_mesh({{1, 1, 1}, {2, 2, 2}});
  for (Vec3i& t : cavity.triangles) std::swap(t.x, t.y);
  append(mesh, cavity);
  const MeshReport report = report_on(mesh);
  EXPECT_TRUE(report.closed());
  EXPECT_EQ(report.parts, 2u);
  EXPECT_EQ(report.inside_out, 1u);
  EXPECT_NEAR(report.volume, 26, 1e-4);
  EXPECT_NEAR(report.thickness.value_or(0), 1, 1e-5);
}

TEST(MeshReport, TornWhereThreeTrianglesMeet) {
  Mesh mesh = box_mesh({{0, 0, 0}, {1, 1, 1}});
  mesh.positions.push_back({2, 2, 2});
  mesh.triangles.push_back({mesh.triangles[0].x, mesh.triangles[0].y, 8});
  const MeshReport report = report_on(mesh);
  EXPECT_FALSE(report.closed());
  EXPECT_EQ(report.torn_edges, 1u);
}

TEST(MeshReport, WhatIsPaintedOnAPlyFile) {
  const TempFolder folder;
  write_file(folder / "a.ply",
             "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
             "property float friction\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
             "0 0 0 0.25\n1 0 0 0.5\n0 1 0 1\n3 0 1 2\n");
  const std::vector<VertexNumbers> numbers = vertex_numbers(folder / "a.ply");
  ASSERT_EQ(numbers.size(), 1u);
  EXPECT_EQ(numbers[0].name, "friction");
  EXPECT_EQ(numbers[0].least, 0.25);
  EXPECT_EQ(numbers[0].most, 1);
}

}  // namespace
}  // namespace weir
