// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/shapes/tessellate.h"

#include <gtest/gtest.h>

#include "geometry/field_checks.h"

namespace weir {
namespace {

void expect_sound(const Mesh& mesh, double true_volume) {
  EXPECT_EQ(mesh.validate(), "");
  EXPECT_TRUE(is_closed(mesh));
  EXPECT_EQ(components(mesh), 1u);
  EXPECT_NEAR(volume(mesh) / true_volume, 1, 0.005);
}

TEST(Tessellate, Volumes) {
  expect_sound(box_mesh({{0, -1, 2}, {1, 1, 2.5}}), 1);
  EXPECT_EQ(box_mesh({{0, 0, 0}, {1, 1, 1}}).triangles.size(), 12u);
  for (const double detail : {0.5, 0.02}) {  // coarser than the shapes, and finer
    expect_sound(sphere_mesh({1, 2, 3}, 0.5, detail), 4 * kPi / 3 * 0.125);
    expect_sound(cylinder_mesh(0.3, 2, detail), kPi * 0.09 * 2);
    expect_sound(capsule_mesh({0, 0, 0}, {1, 0.5, 0}, 0.2, detail), kPi * 0.04 * std::sqrt(1.25) + 4 * kPi / 3 * 0.008);
    expect_sound(capsule_mesh({1, 0, 0}, {1, 0, 0}, 0.2, detail), 4 * kPi / 3 * 0.008);
    expect_sound(torus_mesh(0.5, 0.15, detail), 2 * kPi * kPi * 0.5 * 0.0225);
  }
  expect_sound(star_mesh(5, 0.5, 0.2, 0.3), 5 * 0.5 * 0.2 * std::sin(kPi / 5) * 0.3);
}

TEST(Tessellate, StandsWhereItShould) {
  const Box3f box = bounds(capsule_mesh({0, 0, 0}, {2, 0, 0}, 0.25, 0.05));
  EXPECT_NEAR(box.lower.x, -0.25, 1e-5);
  EXPECT_NEAR(box.upper.x, 2.25, 1e-5);
  EXPECT_NEAR(box.upper.y, 0.25, 1e-3);
  EXPECT_NEAR(bounds(cylinder_mesh(0.3, 2, 0.1)).upper.y, 1, 1e-6);
  EXPECT_NEAR(bounds(star_mesh(5, 0.5, 0.2, 0.3)).upper.y, 0.5, 1e-6);
}

}  // namespace
}  // namespace weir
