// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/base/vec.h"

#include <gtest/gtest.h>

namespace weir {

TEST(Vec, EulerTurnsXThenYThenZ) {
  // x turned 90 degrees about z points along y.
  const Vec3d turned = Quatd::from_euler_degrees({0, 0, 90}).matrix() * Vec3d{1, 0, 0};
  EXPECT_NEAR(turned.y, 1, 1e-12);
  // z about x by 90 gives -y, then about z by 90 gives x.
  const Vec3d both = Quatd::from_euler_degrees({90, 0, 90}).matrix() * Vec3d{0, 0, 1};
  EXPECT_NEAR(both.x, 1, 1e-12);
}

TEST(Vec, LogAndExpAreInverse) {
  for (const Vec3d r : {Vec3d{0, 0, 0}, Vec3d{1e-14, 0, 0}, Vec3d{0.3, -0.2, 1}, Vec3d{0, 3.1, 0}}) {
    EXPECT_NEAR(length(Quatd::exp(r).log() - r), 0, 1e-12);
  }
  const Quatd q = Quatd::exp({0.4, 0.1, -2});
  EXPECT_NEAR(length(Quatd{-q.w, -q.v}.log() - q.log()), 0, 1e-12);  // q and -q are one rotation
}

TEST(Vec, MatrixInverse) {
  const Mat3d m{{Vec3d{2, 1, 0}, Vec3d{0, 3, -1}, Vec3d{1, 0, 1}}};
  const Mat3d unit = m * m.inverse();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(unit.row[static_cast<size_t>(i)][j], i == j, 1e-12);
  }
}

TEST(Vec, AffineBoxHoldsTheImage) {
  const Affine turn{Quatd::from_euler_degrees({0, 0, 45}).matrix(), {1, 0, 0}};
  const Box3d box = turn.box({{-1, -1, -1}, {1, 1, 1}});
  EXPECT_NEAR(box.upper.x, 1 + std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(box.upper.z, 1, 1e-12);
}

TEST(Vec, EmptyBoxGrows) {
  Box3f box;
  EXPECT_TRUE(box.empty());
  EXPECT_EQ(box.volume(), 0.0f);
  box.include(Vec3f{1, 2, 3});
  box.include(Vec3f{2, 4, 6});
  EXPECT_FLOAT_EQ(box.volume(), 6);
}

}  // namespace weir
