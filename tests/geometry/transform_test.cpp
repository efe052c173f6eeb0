// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/geometry/shapes/transform.h"

#include <gtest/gtest.h>

#include "weir/base/error.h"

namespace weir {
namespace {

Transform moving() {
  Transform t;
  t.translate = Animated<Vec3d>({{1, {0, 0, 0}}, {5, {1, 2, -1}}, {9, {0, 3, 0}}}, Interpolation::smooth);
  t.rotate = Animated<EulerDegrees>({{1, {{0, 0, 0}}}, {9, {{30, 60, 10}}}}, Interpolation::linear);
  t.spin_axis = {1, 2, 0};
  t.spin = Animated<double>({{1, 0.0}, {9, 1000.0}}, Interpolation::linear);
  t.scale = Animated<Vec3d>({{1, {1, 1, 1}}, {9, {2, 0.5, -1}}}, Interpolation::linear);
  t.pivot = Vec3d{0.3, -0.1, 0.2};
  return t;
}

TEST(Transform, OrderIsScaleSpinRotateTranslateAboutThePivot) {
  Transform t;
  t.scale = Vec3d{2, 1, 1};
  t.spin_axis = {0, 0, 1};
  t.spin = 90.0;
  t.rotate = EulerDegrees{{90, 0, 0}};
  t.translate = Vec3d{0, 0, 10};
  t.pivot = Vec3d{1, 0, 0};
  // (2, 0, 0) - pivot = x; scaled 2x; spun to 2y; turned about x to 2z; + pivot + translate.
  EXPECT_NEAR(length(affine_at(t, 1).point({2, 0, 0}) - Vec3d{1, 0, 12}), 0, 1e-12);
  EXPECT_NEAR(length(affine_at(t, 1).point(*t.pivot) - Vec3d{1, 0, 10}), 0, 1e-12);
}

TEST(Transform, RateIsTheDerivativeOfTheMap) {
  const Transform t = moving();
  const Vec3d p{0.7, 0.2, -0.4};
  for (const double f : {1.5, 3.0, 4.999, 7.7}) {
    const double e = 1e-6;
    const Vec3d slope = (affine_at(t, f + e).point(p) - affine_at(t, f - e).point(p)) / (2 * e);
    EXPECT_NEAR(length(slope - affine_rate_at(t, f).point(p)), 0, 1e-6);
  }
}

TEST(Transform, RateAtAKinkIsThatAfterIt) {
  Transform t;
  t.translate = Animated<Vec3d>({{1, {0, 0, 0}}, {2, {1, 0, 0}}, {3, {1, 5, 0}}}, Interpolation::linear);
  EXPECT_EQ(affine_rate_at(t, 2).offset, (Vec3d{0, 5, 0}));
  EXPECT_EQ(affine_rate_at(t, 3).offset, (Vec3d{}));
}

TEST(Transform, VelocityOfAPointOfTheBody) {
  const Transform t = moving();
  const Vec3d body{0.1, 0.9, 0.5};
  const double e = 1e-6, f = 6.2, fps = 24;
  const Vec3d slope = (affine_at(t, f + e).point(body) - affine_at(t, f - e).point(body)) * (fps / (2 * e));
  EXPECT_NEAR(length(slope - velocity_at(t, affine_at(t, f).point(body), f, fps)), 0, 1e-5);
}

TEST(Transform, SpinCountsWholeTurns) {
  Transform t;
  t.spin = Animated<double>({{1, 0.0}, {11, 3600.0}}, Interpolation::linear);
  const Vec3d x{1, 0, 0};
  EXPECT_NEAR(length(affine_at(t, 2).point(x) - x), 0, 1e-12);                   // one whole turn
  EXPECT_NEAR(length(affine_at(t, 1.25).point(x) - Vec3d{0, 0, -1}), 0, 1e-12);  // a quarter about y
  EXPECT_NEAR(length(velocity_at(t, x, 2, 1) - Vec3d{0, 0, -2 * kPi}), 0, 1e-9);
}

TEST(Transform, FlatScaleHasNoVelocity) {
  Transform t;
  t.scale = Vec3d{1, 0, 1};
  EXPECT_THROW(velocity_at(t, {0, 0, 0}, 1, 24), InputError);
}

}  // namespace
}  // namespace weir
