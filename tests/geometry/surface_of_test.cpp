// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/shapes/surface_of.h"

#include <gtest/gtest.h>

#include "geometry/field_checks.h"
#include "geometry/shapes/fields.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir {
namespace {

TEST(SurfaceOf, SphereIsClosedOutwardAndOnTheSphere) {
  const Mesh mesh = mesh_of_field(*sphere_field({1, 2, 3}, 0.5), 0.03f);
  EXPECT_EQ(mesh.validate(), "");
  EXPECT_TRUE(is_closed(mesh));
  EXPECT_EQ(components(mesh), 1u);
  EXPECT_NEAR(volume(mesh), 4 * kPi / 3 * 0.125, 0.003);
  EXPECT_NEAR(area(mesh), kPi, 0.01);
  for (const Vec3f& p : mesh.positions) EXPECT_NEAR(length(p - Vec3f{1, 2, 3}), 0.5, 1e-5);
}

TEST(SurfaceOf, VolumesOfMoreShapes) {
  const Mesh torus = mesh_of_field(*torus_field(0.5, 0.15), 0.02f);
  EXPECT_NEAR(volume(torus), 2 * kPi * kPi * 0.5 * 0.0225, 0.002);
  EXPECT_EQ(static_cast<int>(torus.positions.size()) - static_cast<int>(torus.triangles.size()) / 2, 0);  // genus 1
  const Mesh box = mesh_of_field(*box_field({{0, 0, 0}, {1, 2, 0.5}}), 0.03f);
  EXPECT_NEAR(volume(box), 1, 0.01);
  EXPECT_TRUE(is_closed(box));
  const Mesh text = mesh_of_field(*extruded_field(text_outline("weir", "DejaVu Sans Bold", 0.5, 1e-3), 0.2), 0.015f);
  EXPECT_TRUE(is_closed(text));
  EXPECT_EQ(components(text), 5u);  // four letters and a dot
}

TEST(SurfaceOf, FarPartsAreFoundWithoutADenseBox) {
  // 40 m apart at 1 cm: a dense box would hold 4000 * 30 * 30 samples and more along the diagonal 4e9.
  const FieldPtr pair = union_field({sphere_field({-20, -20, 0}, 0.1), sphere_field({20, 20, 3}, 0.1)}, 0);
  const Mesh mesh = mesh_of_field(*pair, 0.01f);
  EXPECT_EQ(components(mesh), 2u);
  EXPECT_NEAR(volume(mesh), 2 * 4 * kPi / 3 * 0.001, 5e-5);
}

TEST(SurfaceOf, LargeInsideIsSkippedAndHollowsAreKept) {
  const FieldPtr shell = difference_field({sphere_field({}, 4), sphere_field({}, 2)}, 0);
  const Mesh mesh = mesh_of_field(*shell, 0.05f);
  EXPECT_TRUE(is_closed(mesh));
  EXPECT_EQ(components(mesh), 2u);
  EXPECT_NEAR(volume(mesh) / (4 * kPi / 3 * (64 - 8)), 1, 1e-3);
}

TEST(SurfaceOf, RefusesWhatHasNoMesh) {
  EXPECT_THROW(mesh_of_field(*plane_field({}, {0, 1, 0}), 0.1f), InputError);
  EXPECT_THROW(mesh_of_field(*sphere_field({}, 10), 1e-5f), InputError);
  EXPECT_THROW(mesh_of_field(*intersection_field({sphere_field({}, 1), sphere_field({5, 0, 0}, 1)}, 0), 0.1f),
               InputError);
  EXPECT_THROW(mesh_of_field(*difference_field({sphere_field({}, 1), sphere_field({}, 2)}, 0), 0.1f), InputError);
}

TEST(SurfaceOf, SameBytesForAnyNumberOfThreads) {
  const FieldPtr field = union_field({torus_field(0.5, 0.15), sphere_field({0.3, 0.1, 0}, 0.3)}, 0.1);
  Mesh one, two;
  {
    const ThreadLimit limit(1);
    one = mesh_of_field(*field, 0.01f);
  }
  {
    const ThreadLimit limit(2);
    two = mesh_of_field(*field, 0.01f);
  }
  EXPECT_GT(one.positions.size(), 5000u);
  EXPECT_EQ(one.positions, two.positions);
  EXPECT_EQ(one.triangles, two.triangles);
}

}  // namespace
}  // namespace weir
