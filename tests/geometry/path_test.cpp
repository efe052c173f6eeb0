// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Curves and what goes along them, against exact results.

#include "weir/geometry/shapes/path.h"

#include <gtest/gtest.h>

#include "weir/geometry/shapes/transform.h"

namespace weir {
namespace {

// In the xz plane, from +z by way of +x.
std::vector<Vec3d> circle(int count, double part) {
  std::vector<Vec3d> points;
  for (int i = 0; i <= count; ++i) {
    const double angle = 2 * kPi * part * i / count;
    points.push_back({std::sin(angle), 0, std::cos(angle)});
  }
  return points;
}

// Nine steps up a spiral, a turn and a half round.
std::vector<Vec3d> spiral() {
  std::vector<Vec3d> points;
  for (int i = 0; i <= 12; ++i) {
    const double angle = 2 * kPi * i / 8;
    points.push_back({2 * std::sin(angle), 0.5 * i, 2 * std::cos(angle)});
  }
  return points;
}

Vec3d up_at(const Curve& curve, double share) { return curve.turn(share) * Vec3d{0, 1, 0}; }

// The largest turn between neighbours of many shares, in degrees a hundredth of the length.
double fastest_turn(const Curve& curve) {
  double most = 0;
  for (int i = 0; i < 2000; ++i) {
    const Mat3d by = curve.turn((i + 1) / 2000.0) * curve.turn(i / 2000.0).transposed();
    const double trace = by.row[0].x + by.row[1].y + by.row[2].z;
    most = std::max(most, std::acos(std::clamp((trace - 1) / 2, -1.0, 1.0)) * 180 / kPi * 20);
  }
  return most;
}

TEST(Curve, GoesThroughItsPointsAtAnEvenPace) {
  const Curve line(std::vector<Vec3d>{{0, 0, 0}, {1, 0, 0}, {4, 0, 0}}, false);
  EXPECT_NEAR(line.length(), 4, 1e-9);
  EXPECT_LT(length(line.point(0.25) - Vec3d{1, 0, 0}), 1e-3);
  EXPECT_LT(length(line.point(0.6) - Vec3d{2.4, 0, 0}), 1e-3);
  EXPECT_EQ(line.point(-1).x, 0);
  EXPECT_EQ(line.point(2).x, 4);
  const Curve round(circle(16, 1), false);
  EXPECT_NEAR(round.length(), 2 * kPi, 0.02);
  for (int i = 0; i < 1000; ++i) {
    const double pace = length(round.point((i + 1) / 1000.0) - round.point(i / 1000.0)) * 1000 / round.length();
    ASSERT_NEAR(pace, 1, 0.01) << i;
  }
}

TEST(Curve, AClosedOneHasNoSeam) {
  std::vector<Vec3d> points = circle(12, 1);
  points.pop_back();
  const Curve round(points, true);
  EXPECT_NEAR(round.length(), 2 * kPi, 0.02);
  EXPECT_LT(length(round.point(1.25) - round.point(0.25)), 1e-12);
  EXPECT_LT(length(round.point(-0.5) - round.point(0.5)), 1e-12);
  EXPECT_LT(length(round.tangent(1 - 1e-9) - round.tangent(0)), 1e-6);
  // The last point said twice is the same curve.
  points.push_back(points.front());
  EXPECT_NEAR(Curve(points, true).length(), round.length(), 1e-12);
  // A hilly ring out of any plane.
  std::vector<Vec3d> hills;
  for (int i = 0; i < 10; ++i) {
    const double a = 2 * kPi * i / 10;
    hills.push_back({3 * std::cos(a), std::sin(3 * a), 2 * std::sin(a) + 0.3 * std::cos(2 * a)});
  }
  const Curve ring(hills, true);
  EXPECT_LT(length(up_at(ring, 1 - 1e-9) - up_at(ring, 0)), 1e-6);
}

TEST(Curve, FrontLooksAheadAndTheBackStaysUp) {
  const Curve round(circle(32, 0.75), false);
  for (const double share : {0.0, 0.1, 0.5, 0.66, 0.9, 1.0}) {
    EXPECT_LT(length(round.turn(share) * Vec3d{1, 0, 0} - round.tangent(share)), 1e-9) << share;
    EXPECT_LT(length(up_at(round, share) - Vec3d{0, 1, 0}), 1e-9) << share;
  }
  // Up a spiral: parallel transport alone would roll it by a hundred degrees.
  const Curve up(spiral(), false);
  for (int i = 0; i <= 100; ++i) {
    const Mat3d turn = up.turn(i / 100.0);
    EXPECT_LT(std::abs(turn.row[1].z), 0.1) << i;  // its side is level
    EXPECT_GT(turn.row[1].y, 0.9) << i;
    EXPECT_NEAR(turn.determinant(), 1, 1e-9);
  }
}

TEST(Curve, NeitherFlipsWhereItIsSteepNorLeavesThePlaneOfALoop) {
  const Curve loop(
      std::vector<Vec3d>{{0, 0, 0}, {1, 0, 0}, {1.7, 0.7, 0}, {1, 1.4, 0}, {0.3, 0.7, 0}, {1, 0, 0}, {2, 0, 0}}, false);
  EXPECT_LT(fastest_turn(loop), 30);
  for (int i = 0; i <= 100; ++i) EXPECT_LT(length(loop.turn(i / 100.0) * Vec3d{0, 0, 1} - Vec3d{0, 0, 1}), 1e-6);
  EXPECT_LT(up_at(loop, 0.5).y, -0.9);  // upside down at its top
  EXPECT_GT(up_at(loop, 1).y, 0.99);
  // Straight up past the vertical and off to a side.
  const Curve pillar(
      std::vector<Vec3d>{{0, 0, 0}, {1, 0, 0}, {1.2, 1, 0}, {1.2, 2, 0}, {1.2, 3, 0.2}, {1.2, 3.5, 1}, {1.2, 3.5, 2}},
      false);
  EXPECT_LT(fastest_turn(pillar), 20);
  // From a start that is vertical: as after a climb from +x.
  const Curve climb(std::vector<Vec3d>{{0, 0, 0}, {0, 1, 0}}, false);
  EXPECT_LT(length(up_at(climb, 0) - Vec3d{-1, 0, 0}), 1e-9);
}

TEST(Curve, RatesAreDerivatives) {
  const Curve curve(spiral(), false);
  for (const double share : {0.03, 0.31, 0.5, 0.77}) {
    const double e = 1e-6;
    const Vec3d slope = (curve.point(share + e) - curve.point(share - e)) / (2 * e);
    EXPECT_LT(length(slope - curve.point_rate(share)), 1e-3 * curve.length()) << share;
    EXPECT_NEAR(length(curve.point_rate(share)), curve.length(), 1e-3 * curve.length());
  }
}

TEST(Curve, PointsThatMakeNoCurveStay) {
  const std::vector<Vec3d> one{{1, 2, 3}}, same{{1, 2, 3}, {1, 2, 3}};
  for (const Curve& curve : {Curve(one, false), Curve(one, true), Curve(same, true)}) {
    EXPECT_EQ(curve.point(0.4), (Vec3d{1, 2, 3}));
    EXPECT_EQ(curve.length(), 0);
    EXPECT_TRUE(is_finite(up_at(curve, 0.4)));
  }
  EXPECT_EQ(Curve({}, false).point(0.5), Vec3d{});
  // Out and back again on itself.
  const Curve back(std::vector<Vec3d>{{0, 0, 0}, {1, 0, 0}, {0, 0, 0}}, true);
  for (int i = 0; i <= 50; ++i) {
    EXPECT_TRUE(is_finite(back.point(i / 50.0)));
    EXPECT_NEAR(length(up_at(back, i / 50.0)), 1, 1e-9);
  }
}

Transform on_path() {
  Transform t;
  t.path =
      Path{.points = spiral(), .along = Animated<double>({{1, 0.1}, {9, 0.8}}, Interpolation::smooth), .align = true};
  t.pivot = Vec3d{0.3, -0.1, 0.2};
  t.translate = Animated<Vec3d>({{1, {0, 0, 0}}, {9, {0, 0.5, 1}}}, Interpolation::linear);
  t.spin = Animated<double>({{1, 0.0}, {9, 100.0}}, Interpolation::linear);
  return t;
}

TEST(Transform, APathTakesThePivotAlong) {
  Transform t;
  t.path = Path{.points = {{0, 1, 0}, {4, 1, 0}}, .along = Animated<double>({{1, 0}, {5, 1}}, Interpolation::linear)};
  EXPECT_TRUE(t.moves());
  t.pivot = Vec3d{7, 7, 7};
  EXPECT_LT(length(affine_at(t, 2).point({7, 7, 7}) - Vec3d{1, 1, 0}), 1e-9);
  t.translate = Vec3d{0, 0.5, 0};
  EXPECT_LT(length(affine_at(t, 2).point({7, 7, 7}) - Vec3d{1, 1.5, 0}), 1e-9);
  EXPECT_LT(length(velocity_at(t, {2, 1, 0}, 3, 24) - Vec3d{24, 0, 0}), 1e-6);
}

TEST(Transform, RatesOnAPathAndOnACarrierAreDerivatives) {
  Transform t = on_path();
  Carrier boat;
  boat.transform.translate = Animated<Vec3d>({{1, {0, 0, 0}}, {9, {3, 1, 0}}}, Interpolation::linear);
  boat.transform.spin = Animated<double>({{1, 20.0}, {9, 80.0}}, Interpolation::smooth);
  boat.transform.pivot = Vec3d{1, 0, 0};
  const Vec3d p{0.7, 0.2, -0.4};
  for (const bool carried : {false, true}) {
    if (carried) t.carrier = std::make_shared<const Carrier>(boat);
    for (const double f : {1.5, 3.0, 4.99, 7.7}) {
      const double e = 1e-4;
      const Vec3d slope = (affine_at(t, f + e).point(p) - affine_at(t, f - e).point(p)) / (2 * e);
      EXPECT_LT(length(slope - affine_rate_at(t, f).point(p)), 2e-3 * length(slope)) << f;
    }
  }
}

// It goes with its carrier from where both were.
TEST(Transform, ACarrierTakesItAlongRigidly) {
  Transform t;
  t.translate = Vec3d{2, 0, 0};
  Carrier turning{.transform = {}, .since = 1};
  turning.transform.translate = Vec3d{5, 5, 5};
  turning.transform.pivot = Vec3d{-5, -5, -5};  // so it turns about zero
  turning.transform.spin = Animated<double>({{1, 30.0}, {9, 120.0}}, Interpolation::linear);
  t.carrier = std::make_shared<const Carrier>(turning);
  EXPECT_TRUE(t.moves());
  EXPECT_LT(length(affine_at(t, 1).point({}) - Vec3d{2, 0, 0}), 1e-9);
  EXPECT_LT(length(affine_at(t, 9).point({}) - Vec3d{0, 0, -2}), 1e-9);
}

TEST(Path, KnowsItsCurveUntilItsPointsChange) {
  Path path;
  path.points = {{0, 0, 0}, {1, 0, 0}};
  const auto first = path.curve();
  const Path copy = path;
  EXPECT_EQ(copy.curve(), first);
  EXPECT_EQ(copy, path);
  path.points.push_back({3, 0, 0});
  EXPECT_NEAR(path.curve()->length(), 3, 1e-9);
  EXPECT_NEAR(first->length(), 1, 1e-9);
}

}  // namespace
}  // namespace weir
