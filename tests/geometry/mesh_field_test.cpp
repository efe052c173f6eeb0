// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/shapes/mesh_field.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "test_meshes.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir {

namespace {

std::vector<Vec3f> random_points(const Box3f& box, size_t count, uint64_t seed = 1) {
  const Random random(seed);
  std::vector<Vec3f> points(count);
  for (size_t i = 0; i < count; ++i) points[i] = box.lower + random.unit_vec3(i) * box.size();
  return points;
}

std::vector<float> distances(const Field& field, const std::vector<Vec3f>& points) {
  std::vector<float> result(points.size());
  field.distance(points, result);
  return result;
}

}  // namespace

TEST(MeshField, SphereIsWithinTheErrorOfInterpolation) {
  const float radius = 0.5f, voxel = 0.02f;
  const Vec3f centre{0.3f, -0.2f, 0.1f};
  const FieldPtr field = mesh_field(sphere_mesh(centre, radius, 6), voxel);
  const std::vector<Vec3f> points = random_points(Box3f{centre, centre}.padded(0.7f), 50000);
  const std::vector<float> found = distances(*field, points);
  const SphereField exact(centre, radius);
  for (size_t i = 0; i < points.size(); ++i) {
    const float truth = distance_at(exact, points[i]);
    // Near the surface; the sphere's own facets are off by 1e-4.
    if (std::abs(truth) < 4 * voxel) {
      ASSERT_NEAR(found[i], truth, voxel * voxel / radius) << length(points[i] - centre);
    }
    // Elsewhere, but for the kink in the middle.
    if (truth > -radius + 8 * voxel) {
      ASSERT_NEAR(found[i], truth, voxel / 5);
    }
    ASSERT_LT(std::abs(found[i]), std::abs(truth) + voxel / 5);
    ASSERT_GT(std::abs(found[i]), std::abs(truth) - 4 * voxel);
  }
  EXPECT_NEAR(length(field->bounds().lower - (centre - Vec3f{radius, radius, radius})), 0, 1e-6);
}

TEST(MeshField, BoxIsExactAwayFromItsEdgesAndWellSigned) {
  const Box3f box{{-1, 0, 2}, {1, 0.5f, 3}};
  const float voxel = 0.03f;
  const FieldPtr field = mesh_field(box_mesh(box.lower, box.upper), voxel);
  const BoxField exact(box);
  const std::vector<Vec3f> points = random_points(box.padded(7 * voxel), 50000);
  const std::vector<float> found = distances(*field, points);
  for (size_t i = 0; i < points.size(); ++i) {
    const float truth = distance_at(exact, points[i]);
    ASSERT_NEAR(found[i], truth, voxel);
    // Around edges interpolation cuts corners by less than half a voxel.
    if (std::abs(truth) > voxel / 2) {
      ASSERT_EQ(found[i] < 0, truth < 0);
    }
  }
  EXPECT_NEAR(distance_at(*field, {0.01f, 0.02f, 2.5f}), -0.02f, 1e-5);
  EXPECT_NEAR(distance_at(*field, {0.3f, 0.55f, 2.4f}), 0.05f, 1e-5);
}

TEST(MeshField, FarAwayIsALowerBoundThatGrowsWithoutAStep) {
  const FieldPtr field = mesh_field(sphere_mesh({}, 1, 4), 0.05f);
  float last = 0;
  for (float x = 1.02f; x < 100; x *= 1.02f) {
    for (const Vec3f& direction : {Vec3f{1, 0, 0}, normalized(Vec3f{1, 2, -1}), normalized(Vec3f{1, 1, 1})}) {
      const float d = distance_at(*field, direction * x);
      EXPECT_LE(d, x - 1 + 0.01f);
      EXPECT_GE(d, (x - 1) * 0.7f - 0.01f);
      if (direction.x == 1) {
        EXPECT_GT(d, last);
        last = d;
      }
    }
  }
  EXPECT_TRUE(std::isfinite(distance_at(*field, {1e18f, 0, 0})));
}

TEST(MeshField, OverlappingPartsAreOneBody) {
  Mesh two = sphere_mesh({-0.3f, 0, 0}, 0.5f, 4);
  append(two, sphere_mesh({0.3f, 0, 0}, 0.5f, 4));
  const FieldPtr field = mesh_field(two, 0.03f);
  for (const Vec3f& p : {Vec3f{0, 0, 0}, Vec3f{-0.6f, 0, 0}, Vec3f{0.7f, 0, 0}, Vec3f{0, 0.3f, 0}}) {
    EXPECT_LT(distance_at(*field, p), 0);
  }
  for (const Vec3f& p : {Vec3f{0, 0.5f, 0}, Vec3f{0, 0, -0.5f}, Vec3f{0.9f, 0, 0}})
    EXPECT_GT(distance_at(*field, p), 0);
}

TEST(MeshField, PartsThatTouchAlongAnEdge) {
  Mesh two = box_mesh({0, 0, 0}, {1, 1, 1});
  append(two, box_mesh({1, 1, 0}, {2, 2, 1}));
  for (Vec3i& t : two.triangles) {
    for (int k = 0; k < 3; ++k) t[k] = t[k] == 8 ? 3 : t[k] == 12 ? 7 : t[k];
  }
  const FieldPtr field = mesh_field(two, 0.05f);
  EXPECT_NEAR(distance_at(*field, {0.5f, 0.5f, 0.5f}), -0.5f, 0.02f);
  EXPECT_NEAR(distance_at(*field, {1.5f, 1.5f, 0.5f}), -0.5f, 0.02f);
  EXPECT_NEAR(distance_at(*field, {1.5f, 0.5f, 0.5f}), 0.5f, 0.02f);
}

TEST(MeshField, APartInsideOutIsACavityAndABodyInsideOutIsABody) {
  Mesh hollow = sphere_mesh({}, 1, 5);
  append(hollow, inside_out(sphere_mesh({}, 0.5f, 5)));
  const FieldPtr field = mesh_field(hollow, 0.05f);
  EXPECT_NEAR(distance_at(*field, {0.02f, 0.01f, 0}), 0.48f, 0.01f);
  EXPECT_NEAR(distance_at(*field, {0.75f, 0, 0}), -0.25f, 0.01f);
  EXPECT_GT(distance_at(*field, {1.1f, 0, 0}), 0);
  EXPECT_LT(distance_at(*mesh_field(inside_out(sphere_mesh({}, 1, 3)), 0.1f), {}), -0.8f);
}

TEST(MeshField, SignsAreRightEverywhereOnAnUnluckyLattice) {
  // Corners, edges and faces that lie exactly on lattice lines, many at once: a checkerboard of cubes that touch.
  Mesh cubes;
  const auto filled = [](int i, int j, int k) { return (i + j + k) % 2 == 0; };
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      for (int k = 0; k < 4; ++k) {
        const Vec3f lower{static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)};
        if (filled(i, j, k)) append(cubes, box_mesh(lower, lower + Vec3f{1, 1, 1}));
      }
    }
  }
  const FieldPtr field = mesh_field(cubes, 0.125f);
  const std::vector<Vec3f> points = random_points({{-0.5f, -0.5f, -0.5f}, {4.5f, 4.5f, 4.5f}}, 20000);
  const std::vector<float> found = distances(*field, points);
  for (size_t n = 0; n < points.size(); ++n) {
    const Vec3f cell{std::floor(points[n].x), std::floor(points[n].y), std::floor(points[n].z)};
    const Vec3f part = points[n] - cell;
    if (min_component(min(part, Vec3f{1, 1, 1} - part)) < 0.13f) continue;
    const bool in_block = min_component(cell) >= 0 && max_component(cell) <= 3;
    ASSERT_EQ(found[n] < 0,
              in_block && filled(static_cast<int>(cell.x), static_cast<int>(cell.y), static_cast<int>(cell.z)));
  }
}

TEST(MeshField, ThinAndLongMeshes) {
  // Slivers across the whole lattice, and a body thinner than a tile.
  const Box3f plank{{-3, 0, 0}, {3, 0.05f, 0.4f}};
  const FieldPtr field = mesh_field(box_mesh(plank.lower, plank.upper), 0.01f);
  EXPECT_NEAR(distance_at(*field, {2.5f, 0.02f, 0.2f}), -0.02f, 1e-4);
  EXPECT_NEAR(distance_at(*field, {-2.5f, 0.08f, 0.2f}), 0.03f, 1e-4);
}

TEST(MeshField, VelocityOfTheClosestPoint) {
  Mesh mesh = sphere_mesh({}, 1, 6);
  // A rotation about y: linear in the position, so interpolation over a triangle is exact.
  for (const Vec3f& p : mesh.positions) mesh.velocities.push_back(cross(Vec3f{0, 2, 0}, p));
  const FieldPtr field = mesh_field(mesh, 0.1f);
  const std::vector<Vec3f> points = random_points({{-2, -2, -2}, {2, 2, 2}}, 2000);
  std::vector<Vec3f> found(points.size());
  field->velocity(points, found);
  for (size_t i = 0; i < points.size(); ++i) {
    const Vec3f closest = normalized(points[i]);
    if (length(points[i]) > 0.6f) {
      ASSERT_NEAR(length(found[i] - cross(Vec3f{0, 2, 0}, closest)), 0, 0.03f);
    }
  }
  EXPECT_EQ(velocity_at(*mesh_field(sphere_mesh({}, 1, 3), 0.1f), {1, 0, 0}), Vec3f{});
}

TEST(MeshField, TiesGoToTheLowestTriangle) {
  // Two sheets of one box, moving apart; from the middle both are as close.
  Mesh mesh = box_mesh({-4, -1, -4}, {4, 1, 4});
  for (const Vec3f& p : mesh.positions) mesh.velocities.push_back({0, p.y, 0});
  const Vec3f middle = velocity_at(*mesh_field(mesh, 0.25f), {0.5f, 0, 1});
  EXPECT_EQ(middle.y, -1);  // triangles 4 and 5 are the lower side, 6 and 7 the upper one
}

TEST(MeshField, RefusesWhatHasNoInside) {
  Mesh open = box_mesh({0, 0, 0}, {1, 1, 1});
  open.triangles.pop_back();
  try {
    mesh_field(open, 0.1f);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(), "the mesh is open: 3 edges lack a neighbour; a closed one is needed where a volume is");
  }
  EXPECT_THROW(mesh_field(Mesh{}, 0.1f), InputError);
  EXPECT_THROW(mesh_field(box_mesh({0, 0, 0}, {1, 1, 1}), 0), InputError);
  Mesh damaged = box_mesh({0, 0, 0}, {1, 1, 1});
  damaged.positions[3].x = std::nanf("");
  EXPECT_THROW(mesh_field(damaged, 0.1f), InputError);
}

TEST(MeshField, RefusesAbsurdSizesWithAWayOut) {
  const Mesh huge = box_mesh({0, 0, 0}, {1000, 1000, 1000});
  try {
    mesh_field(huge, 0.001f);
    FAIL();
  } catch (const InputError& e) {
    const std::string what = e.what();
    EXPECT_NE(what.find("1e+03 x 1e+03 x 1e+03 m"), std::string::npos) << what;
    EXPECT_NE(what.find("0.001 m"), std::string::npos) << what;
    EXPECT_NE(what.find("or coarser would do"), std::string::npos) << what;
  }
  EXPECT_THROW(mesh_field(huge, 1e-30f), InputError);
  EXPECT_THROW(mesh_field(box_mesh({-1e30f, 0, 0}, {1e30f, 1, 1}), 0.1f), InputError);
}

TEST(MeshField, DoesNotDependOnThreads) {
  Mesh mesh = sphere_mesh({}, 1, 5);
  append(mesh, sphere_mesh({0.4f, 0.3f, 0.2f}, 0.9f, 5));
  for (const Vec3f& p : mesh.positions) mesh.velocities.push_back(p * p);
  const std::vector<Vec3f> points = random_points({{-2, -2, -2}, {2, 2, 2}}, 50000);
  const auto answer = [&](int threads) {
    const ThreadLimit limit(threads);
    const FieldPtr field = mesh_field(mesh, 0.04f);
    std::vector<Vec3f> velocity(points.size());
    field->velocity(points, velocity);
    return std::pair(distances(*field, points), velocity);
  };
  EXPECT_EQ(answer(1), answer(2));
}

}  // namespace weir
