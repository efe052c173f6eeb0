// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Paths and points of rigs, against exact results.

#include <gtest/gtest.h>

#include <cmath>

#include "base/files.h"
#include "control/rig/rig_points.h"
#include "temp_folder.h"
#include "weir/geometry/shapes/build.h"

namespace weir::rig {
namespace {

FieldPtr field_of(decltype(Shape::kind) kind) {
  ShapeBuilder builder(0.01f, 24);
  Shape shape;
  shape.kind = std::move(kind);
  return builder.field(shape, 1);
}

TEST(RigPoints, ThicknessOfPlainShapes) {
  EXPECT_NEAR(usual_thickness(*field_of(shapes::Sphere{{}, 0.5}), 0.02, 3), 1, 0.05);
  const FieldPtr plate = field_of(shapes::Box{{-1, -0.1, -1}, {1, 0.1, 1}});
  EXPECT_NEAR(usual_thickness(*plate, 0.02, 3), 0.2, 0.03);
  EXPECT_NEAR(usual_thickness(*plate, 0.02, 2), 0.2, 0.03);
}

TEST(RigPoints, SpacingGoesByThicknessWithinTheLimits) {
  const double h = 0.02;
  const auto spacing = [&](const FieldPtr& f) {
    return sample_rig(*f, RigSampling::lattice, {}, 8, h, 3, 1).spacing / h;
  };
  EXPECT_NEAR(spacing(field_of(shapes::Sphere{{}, 0.5})), 8, 1e-9);
  EXPECT_NEAR(spacing(field_of(shapes::Box{{-1, -0.05, -1}, {1, 0.05, 1}})), 4, 1e-9);
  EXPECT_NEAR(spacing(field_of(shapes::Box{{-1, -0.12, -1}, {1, 0.12, 1}})), 6, 0.8);
}

TEST(RigPoints, AreInsideAndApart) {
  const FieldPtr ball = field_of(shapes::Sphere{{}, 0.5});
  for (const RigSampling sampling : {RigSampling::lattice, RigSampling::poisson}) {
    const RigPoints rig = sample_rig(*ball, sampling, 5.0, 8, 0.02, 3, 1);
    std::vector<Vec3f> points;
    for (const Vec3d& p : rig.position) {
      EXPECT_LT(length(p), 0.5);
      points.push_back(static_cast<Vec3f>(p));
    }
    EXPECT_GT(points.size(), 300u);
    EXPECT_GT(measure_spacing(points).min, 0.0999);
  }
  EXPECT_THROW(
      sample_rig(*field_of(shapes::Box{{0, 0, 0}, {0.001, 0.5, 0.001}}), RigSampling::lattice, 50.0, 8, 0.02, 3, 1),
      InputError);
}

TEST(RigPoints, AreReadFromAFile) {
  const TempFolder folder;
  write_file(folder / "rig.xyz", "# a rig\n0 0 0\n\n0.5, 0, 0\n1 0 1e-1 # last\n");
  const RigPoints rig = read_rig_points(folder / "rig.xyz");
  ASSERT_EQ(rig.position.size(), 3u);
  EXPECT_EQ(rig.position[1].x, 0.5);
  EXPECT_EQ(rig.position[2].z, 0.1);
  for (const char* bad : {"", "1 2\n", "1 2 x\n", "1 2 3 4\n", "nan 0 0\n"}) {
    write_file(folder / "bad.xyz", bad);
    EXPECT_THROW(read_rig_points(folder / "bad.xyz"), InputError) << bad;
  }
}

}  // namespace
}  // namespace weir::rig
