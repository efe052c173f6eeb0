// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/mesh/orient.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "geometry/mesh/mesh_edges.h"
#include "geometry/shapes/mesh_field.h"
#include "test_meshes.h"
#include "weir/base/error.h"

namespace weir {

namespace {

// With about `share` of its triangles turned round.
Mesh confused(Mesh mesh, double share, uint64_t seed) {
  const Random random(seed);
  for (size_t i = 0; i < mesh.triangles.size(); ++i) {
    if (random.unit(i) < share) std::swap(mesh.triangles[i].y, mesh.triangles[i].z);
  }
  return mesh;
}

// A sheet of 1 x 1 in n x m quads, its sides z = 0 and z = 1 joined with a half twist; `around`: those of x also.
Mesh twisted(int n, int m, bool around) {
  Mesh mesh;
  const int columns = around ? n : n + 1;
  for (int j = 0; j < m; ++j) {
    for (int i = 0; i < columns; ++i) {
      mesh.positions.push_back({static_cast<float>(i) / static_cast<float>(n), static_cast<float>(i * j % 3) * 0.1f,
                                static_cast<float>(j) / static_cast<float>(m)});
    }
  }
  const auto vertex = [&](int i, int j) {
    const int column = j == m ? n - i : i;
    return (j == m ? 0 : j) * columns + (around ? column % n : column);
  };
  for (int j = 0; j < m; ++j) {
    for (int i = 0; i < n; ++i) {
      mesh.triangles.push_back({vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1)});
      mesh.triangles.push_back({vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1)});
    }
  }
  return mesh;
}

std::string complaint(const Mesh& mesh) {
  try {
    mesh_field(mesh, 0.1f);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST(Orient, AClosedMeshIsMendedWhateverIsTurned) {
  const Mesh sphere = sphere_mesh({1, 2, 3}, 0.5f, 3);
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const double share = static_cast<double>(seed + 1) / 51;
    Mesh mesh = confused(sphere, share, seed);
    ASSERT_GT(unbalanced_edges(mesh), 0u);
    EXPECT_TRUE(orient(mesh));
    EXPECT_EQ(mesh.positions, sphere.positions);
    EXPECT_EQ(mesh.triangles, sphere.triangles);  // outward, as they were
    EXPECT_FALSE(orient(mesh));                   // nothing left to do
  }
}

TEST(Orient, PartsThatAgreeKeepTheirDirection) {
  Mesh mesh = confused(sphere_mesh({}, 1, 4), 0.3, 1);
  append(mesh, inside_out(sphere_mesh({}, 0.5f, 4)));  // a cavity
  append(mesh, confused(sphere_mesh({3, 0, 0}, 1, 4), 0.8, 2));
  const double whole = volume(sphere_mesh({}, 1, 4)), hole = volume(sphere_mesh({}, 0.5f, 4));
  EXPECT_TRUE(orient(mesh));
  EXPECT_TRUE(is_closed(mesh));
  EXPECT_NEAR(volume(mesh), 2 * whole - hole, 1e-5);
  const FieldPtr field = mesh_field(mesh, 0.1f);
  EXPECT_GT(distance_at(*field, {0, 0, 0}), 0.4f);
  EXPECT_LT(distance_at(*field, {0, 0.75f, 0}), -0.15f);
  EXPECT_LT(distance_at(*field, {3, 0, 0}), -0.8f);

  Mesh turned = inside_out(sphere_mesh({}, 1, 2));  // balanced: not ours to judge
  const std::vector<Vec3i> before = turned.triangles;
  EXPECT_FALSE(orient(turned));
  EXPECT_EQ(turned.triangles, before);
}

// Cubes that share an edge of four triangles; and two stacked ones, with both copies of the wall between them.
TEST(Orient, PartsMayTouch) {
  Mesh diagonal = box_mesh({0, 0, 0}, {1, 1, 1});
  diagonal.positions.insert(diagonal.positions.end(),
                            {{2, 1, 0}, {1, 2, 0}, {2, 2, 0}, {2, 1, 1}, {1, 2, 1}, {2, 2, 1}});
  const int32_t name[8] = {3, 8, 9, 10, 7, 11, 12, 13};
  for (const Vec3i& t : box_mesh({}, {1, 1, 1}).triangles)
    diagonal.triangles.push_back({name[t.x], name[t.y], name[t.z]});
  ASSERT_EQ(unbalanced_edges(diagonal), 0u);
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Mesh mesh = confused(diagonal, 0.4, seed);
    if (unbalanced_edges(mesh) == 0) continue;
    EXPECT_TRUE(orient(mesh));
    EXPECT_EQ(unbalanced_edges(mesh), 0u);
    EXPECT_NEAR(volume(mesh), 2, 1e-6) << seed;
  }

  Mesh stack = box_mesh({0, 0, 0}, {1, 1, 1});
  stack.positions.insert(stack.positions.end(), {{0, 0, 2}, {1, 0, 2}, {0, 1, 2}, {1, 1, 2}});
  for (const Vec3i& t : box_mesh({}, {1, 1, 1}).triangles) stack.triangles.push_back(t + Vec3i{4, 4, 4});
  ASSERT_EQ(unbalanced_edges(stack), 0u);
  for (const size_t t : {4u, 7u, 20u}) std::swap(stack.triangles[t].y, stack.triangles[t].z);  // of the sides
  EXPECT_TRUE(orient(stack));
  EXPECT_NEAR(volume(stack), 2, 1e-6);
}

TEST(Orient, OpenAndOneSidedMeshesStayAndAreCountedRightly) {
  Mesh open = confused(sphere_mesh({}, 1, 3), 0.2, 5);
  open.triangles.pop_back();
  const Mesh moebius = twisted(3, 20, false), klein = twisted(7, 20, true);
  for (Mesh mesh : {open, moebius, klein, Mesh{}}) {
    const std::vector<Vec3i> before = mesh.triangles;
    EXPECT_FALSE(orient(mesh));
    EXPECT_EQ(mesh.triangles, before);
  }
  const std::string open_with = " edges lack a neighbour; a closed one is needed where a volume is";
  EXPECT_EQ(complaint(open), "the mesh is open: 3" + open_with);
  EXPECT_EQ(complaint(moebius), "the mesh is open: 40" + open_with);  // one border, round twice
  EXPECT_EQ(complaint(klein),
            "the mesh has no inside: at 7 of its edges the triangles face opposite ways; one with an outside is needed "
            "where a volume is");
}

}  // namespace weir
