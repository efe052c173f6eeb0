// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/geometry/shapes/animated.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace weir {
namespace {

using Numbers = Animated<double>;

TEST(Animated, HoldsOutsideAndMeetsKeys) {
  for (const Interpolation between : {Interpolation::linear, Interpolation::smooth, Interpolation::step}) {
    const Numbers a({{1, 2.0}, {5, -1.0}, {6.5, 4.0}}, between);
    EXPECT_EQ(value_at(a, -100), 2);
    EXPECT_EQ(value_at(a, 100), 4);
    EXPECT_EQ(rate_at(a, 100), 0);
    EXPECT_EQ(rate_at(a, 0.5), 0);
    for (const auto& key : a.keys) EXPECT_DOUBLE_EQ(value_at(a, key.frame), key.value);
  }
}

TEST(Animated, LinearAndStepBetweenKeys) {
  const Numbers a({{1, 2.0}, {5, 4.0}}, Interpolation::linear);
  EXPECT_DOUBLE_EQ(value_at(a, 2), 2.5);
  EXPECT_DOUBLE_EQ(rate_at(a, 1), 0.5);  // just after the key
  EXPECT_DOUBLE_EQ(rate_at(a, 5), 0);
  const Numbers s({{1, 2.0}, {5, 4.0}}, Interpolation::step);
  EXPECT_EQ(value_at(s, 4.999), 2);
  EXPECT_EQ(rate_at(s, 3), 0);
}

TEST(Animated, SmoothBetweenTwoKeysIsSmoothstep) {
  const Numbers a({{1, 0.0}, {3, 1.0}}, Interpolation::smooth);
  EXPECT_DOUBLE_EQ(value_at(a, 2), 0.5);
  EXPECT_DOUBLE_EQ(value_at(a, 1.5), 0.15625);  // 3 t^2 - 2 t^3 at t = 1/4
  EXPECT_DOUBLE_EQ(rate_at(a, 2), 0.75);
  EXPECT_EQ(rate_at(a, 1), 0);
}

Animated<double> random_animated(Interpolation between) {
  Animated<double> a;
  a.between = between;
  a.keys.clear();
  double frame = 1;
  for (const int step : *rc::gen::nonEmpty<std::vector<int>>()) {
    a.keys.push_back({frame, 1e-2 * (step % 1000)});
    frame += 0.1 + (*rc::gen::inRange(0, 300)) * 0.05;
    if (a.keys.size() == 12) break;
  }
  return a;
}

RC_GTEST_PROP(Animated, SmoothNeverLeavesTheValuesOfItsKeys, ()) {
  const Numbers a = random_animated(Interpolation::smooth);
  for (size_t i = 0; i + 1 < a.keys.size(); ++i) {
    const double low = std::min(a.keys[i].value, a.keys[i + 1].value);
    const double high = std::max(a.keys[i].value, a.keys[i + 1].value);
    double before = a.keys[i].value;
    const double sense = a.keys[i + 1].value - before;
    for (int k = 0; k <= 40; ++k) {
      const double v = value_at(a, lerp(a.keys[i].frame, a.keys[i + 1].frame, k / 40.0));
      RC_ASSERT(v >= low && v <= high);
      RC_ASSERT((v - before) * sense >= -1e-12);  // and is monotone
      before = v;
    }
  }
}

RC_GTEST_PROP(Animated, SmoothIsContinuouslyDifferentiable, ()) {
  const Numbers a = random_animated(Interpolation::smooth);
  for (const auto& key : a.keys) {
    const double e = 1e-6;
    const double left = (value_at(a, key.frame) - value_at(a, key.frame - e)) / e;
    const double right = (value_at(a, key.frame + e) - value_at(a, key.frame)) / e;
    RC_ASSERT(std::abs(left - right) < 1e-2);  // curvature at most 6 * 20 / 0.1^2, times e
    RC_ASSERT(std::abs(right - rate_at(a, key.frame)) < 1e-2);
  }
}

RC_GTEST_PROP(Animated, RateIsTheSlopeOfTheValue, ()) {
  const bool smooth = *rc::gen::arbitrary<bool>();
  const Numbers a = random_animated(smooth ? Interpolation::smooth : Interpolation::linear);
  for (size_t i = 0; i + 1 < a.keys.size(); ++i) {
    const double f = lerp(a.keys[i].frame, a.keys[i + 1].frame, 0.37), e = 1e-5;
    const double slope = (value_at(a, f + e) - value_at(a, f - e)) / (2 * e);
    RC_ASSERT(std::abs(slope - rate_at(a, f)) < 1e-4);
  }
}

TEST(Animated, VectorsGoByComponent) {
  const Animated<Vec3d> a({{1, {0, 1, 2}}, {2, {1, 1, 0}}, {4, {3, 0, 1}}}, Interpolation::smooth);
  for (int axis = 0; axis < 3; ++axis) {
    const Numbers one({{1, a.keys[0].value[axis]}, {2, a.keys[1].value[axis]}, {4, a.keys[2].value[axis]}},
                      Interpolation::smooth);
    EXPECT_DOUBLE_EQ(value_at(a, 2.7)[axis], value_at(one, 2.7));
    EXPECT_DOUBLE_EQ(rate_at(a, 2.7)[axis], rate_at(one, 2.7));
  }
}

using Rotations = Animated<EulerDegrees>;

double angle_between(const Quatd& a, const Quatd& b) { return length((a.conjugate() * b).log()); }

TEST(Animated, LinearRotationIsSlerp) {
  const Quatd from = Quatd::from_euler_degrees({10, 20, 30}), to = Quatd::from_euler_degrees({-40, 70, 5});
  const Rotations a({{1, {{10, 20, 30}}}, {11, {{-40, 70, 5}}}}, Interpolation::linear);
  const double whole = angle_between(from, to);
  for (const double t : {0.0, 0.2, 0.5, 0.9}) {
    // The formula of Shoemake 1985.
    const double cosine = from.w * to.w + dot(from.v, to.v), omega = std::acos(cosine);
    const double wa = std::sin((1 - t) * omega) / std::sin(omega), wb = std::sin(t * omega) / std::sin(omega);
    const Quatd slerp{from.w * wa + to.w * wb, from.v * wa + to.v * wb};
    EXPECT_NEAR(angle_between(value_at(a, 1 + 10 * t), slerp), 0, 1e-9);
    EXPECT_NEAR(length(rate_at(a, 1 + 10 * t)), whole / 10, 1e-9);
  }
}

TEST(Animated, RotationGoesTheShorterWay) {
  const Rotations a({{1, {{0, 0, 0}}}, {3, {{0, 0, 270}}}}, Interpolation::linear);
  EXPECT_NEAR(angle_between(value_at(a, 2), Quatd::from_euler_degrees({0, 0, -45})), 0, 1e-9);
}

TEST(Animated, SmoothRotationAboutOneAxisIsASmoothAngle) {
  const Rotations a({{1, {{0, 0, 0}}}, {3, {{0, 50, 0}}}, {4, {{0, 80, 0}}}, {9, {{0, 20, 0}}}}, Interpolation::smooth);
  const Numbers angle({{1, 0.0}, {3, 50.0}, {4, 80.0}, {9, 20.0}}, Interpolation::smooth);
  for (double f = 1; f < 9.5; f += 0.23) {
    EXPECT_NEAR(angle_between(value_at(a, f), Quatd::from_euler_degrees({0, value_at(angle, f), 0})), 0, 1e-7);
    EXPECT_NEAR(rate_at(a, f).y, rate_at(angle, f) * kPi / 180, 1e-9);
  }
}

TEST(Animated, SmoothRotationMeetsKeysAndHasNoKinks) {
  const Rotations a({{1, {{0, 0, 0}}}, {3, {{40, 50, -10}}}, {4, {{90, 80, 30}}}, {9, {{10, -20, 60}}}},
                    Interpolation::smooth);
  for (const auto& key : a.keys) {
    EXPECT_NEAR(angle_between(value_at(a, key.frame), Quatd::from_euler_degrees(key.value.degrees)), 0, 1e-7);
    EXPECT_NEAR(angle_between(value_at(a, key.frame - 1e-9), Quatd::from_euler_degrees(key.value.degrees)), 0, 1e-7);
    EXPECT_NEAR(length(rate_at(a, key.frame - 1e-7) - rate_at(a, key.frame)), 0, 1e-5);
  }
  EXPECT_EQ(length(rate_at(a, 1)), 0);
  EXPECT_NEAR(length(rate_at(a, 9 - 1e-9)), 0, 1e-8);
}

TEST(Animated, AngularRateIsTheDerivativeOfTheRotation) {
  const Rotations a({{1, {{0, 0, 0}}}, {3, {{40, 50, -10}}}, {4, {{90, 80, 30}}}}, Interpolation::smooth);
  for (const double f : {1.3, 2.2, 3.5, 3.9}) {
    const double e = 1e-5;
    const Quatd turned = value_at(a, f + e) * value_at(a, f - e).conjugate();
    EXPECT_NEAR(length(turned.log() / (2 * e) - rate_at(a, f)), 0, 1e-6);
  }
}

}  // namespace
}  // namespace weir
