// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/shapes/fields.h"

#include <gtest/gtest.h>

#include "geometry/field_checks.h"

namespace weir {
namespace {

Vec3d on_sphere(double u, double v) {
  const double a = 2 * kPi * u, b = kPi * v;
  return {std::sin(b) * std::cos(a), std::cos(b), std::sin(b) * std::sin(a)};
}

void expect_exact(const Field& field) {
  const Slopes s = slopes(field);
  EXPECT_LT(s.steepest, 1.003);
  EXPECT_GT(s.share_of_one, 0.97);
}

TEST(Fields, Sphere) {
  const FieldPtr field = sphere_field({1, 2, 3}, 0.5);
  EXPECT_NEAR(distance_at(*field, {1, 2, 5}), 1.5, 1e-6);
  EXPECT_NEAR(distance_at(*field, {1, 2, 3}), -0.5, 1e-6);
  EXPECT_NEAR(counted_volume(*field, 80), 4 * kPi / 3 * 0.125, 0.002);
  expect_exact(*field);
}

TEST(Fields, Box) {
  const FieldPtr field = box_field({{0, 0, 0}, {1, 2, 3}});
  EXPECT_NEAR(distance_at(*field, {2, 3, 3}), std::sqrt(2.0), 1e-6);    // an edge
  EXPECT_NEAR(distance_at(*field, {-1, -1, 4}), std::sqrt(3.0), 1e-6);  // a corner
  EXPECT_NEAR(distance_at(*field, {0.9f, 1, 1}), -0.1, 1e-6);
  EXPECT_NEAR(counted_volume(*field, 40), 6, 1e-5);
  expect_exact(*field);
}

TEST(Fields, Cylinder) {
  const FieldPtr field = cylinder_field(0.5, 1.2);
  std::vector<Vec3f> surface = surface_points(150, [](double u, double v) {
    return Vec3d{0.5 * std::cos(2 * kPi * u), 1.2 * v - 0.6, 0.5 * std::sin(2 * kPi * u)};
  });
  for (const double y : {-0.6, 0.6}) {
    const auto cap = surface_points(150, [y](double u, double v) {
      return Vec3d{0.5 * v * std::cos(2 * kPi * u), y, 0.5 * v * std::sin(2 * kPi * u)};
    });
    surface.insert(surface.end(), cap.begin(), cap.end());
  }
  EXPECT_LT(worst_distance_error(*field, surface), 0.002);
  EXPECT_NEAR(counted_volume(*field, 80), kPi * 0.25 * 1.2, 0.01);
  expect_exact(*field);
}

TEST(Fields, Capsule) {
  const Vec3d a{0.1, 0.2, 0.3}, b{0.7, -0.4, 0.1};
  const FieldPtr field = capsule_field(a, b, 0.2);
  EXPECT_NEAR(counted_volume(*field, 80), kPi * 0.04 * length(b - a) + 4 * kPi / 3 * 0.008, 0.003);
  EXPECT_NEAR(distance_at(*field, static_cast<Vec3f>(b + normalized(b - a) * 1.0)), 0.8, 1e-5);
  expect_exact(*field);
  EXPECT_NEAR(distance_at(*capsule_field(a, a, 0.2), static_cast<Vec3f>(a)), -0.2, 1e-6);
}

TEST(Fields, RoundConeIsTheUnionOfItsBalls) {
  const Vec3d a{0, 0, 0}, b{0.3, 0.8, 0.2};
  const FieldPtr field = round_cone_field(a, b, 0.3, 0.1);
  for (const Vec3f& p : random_points(field->bounds().padded(0.5f), 300)) {
    double nearest = 1e9;
    for (int i = 0; i <= 2000; ++i) {
      const double t = i / 2000.0;
      nearest = std::min(nearest, length(static_cast<Vec3d>(p) - lerp(a, b, t)) - lerp(0.3, 0.1, t));
    }
    EXPECT_NEAR(distance_at(*field, p), nearest, 2e-6);
  }
  expect_exact(*field);
  const FieldPtr swallowed = round_cone_field(a, {0.1, 0, 0}, 0.3, 0.1);
  EXPECT_NEAR(distance_at(*swallowed, {1, 0, 0}), 0.7, 1e-6);
}

TEST(Fields, Ellipsoid) {
  const Vec3d centre{0.5, 0, -0.5}, radii{0.8, 0.3, 0.5};
  const FieldPtr field = ellipsoid_field(centre, radii);
  const auto surface = surface_points(300, [&](double u, double v) { return centre + radii * on_sphere(u, v); });
  EXPECT_LT(worst_distance_error(*field, surface), 0.002);
  EXPECT_NEAR(distance_at(*field, static_cast<Vec3f>(centre)), -0.3, 1e-5);  // on the medial axis
  EXPECT_NEAR(distance_at(*field, {0.5f + 1, 0, -0.5f}), 0.2, 1e-5);
  EXPECT_NEAR(counted_volume(*field, 80), 4 * kPi / 3 * 0.8 * 0.3 * 0.5, 0.003);
  expect_exact(*field);
}

TEST(Fields, Torus) {
  const FieldPtr field = torus_field(0.5, 0.15);
  const auto surface = surface_points(250, [](double u, double v) {
    const double r = 0.5 + 0.15 * std::cos(2 * kPi * v);
    return Vec3d{r * std::cos(2 * kPi * u), 0.15 * std::sin(2 * kPi * v), r * std::sin(2 * kPi * u)};
  });
  EXPECT_LT(worst_distance_error(*field, surface), 0.002);
  EXPECT_NEAR(counted_volume(*field, 100), 2 * kPi * kPi * 0.5 * 0.0225, 0.003);
  expect_exact(*field);
}

TEST(Fields, PlaneReachesWithoutLimit) {
  const FieldPtr field = plane_field({0, 1, 0}, {0, 2, 0});
  EXPECT_NEAR(distance_at(*field, {5, 3, 7}), 2, 1e-6);
  EXPECT_EQ(field->bounds().upper.y, 1);
  EXPECT_EQ(field->bounds().lower.x, -Field::kUnbounded);
  EXPECT_EQ(plane_field({}, {1, 1, 0})->bounds().upper.y, Field::kUnbounded);
}

TEST(Fields, NormalsPointOutward) {
  const FieldPtr field = sphere_field({}, 1);
  const std::vector<Vec3f> points = random_points({{-2, -2, -2}, {2, 2, 2}}, 150);
  std::vector<Vec3f> normal(points.size());
  normals(*field, points, 1e-3f, normal);
  for (size_t i = 0; i < points.size(); ++i) {
    if (length(points[i]) < 0.1f) continue;
    EXPECT_NEAR(length(normal[i] - normalized(points[i])), 0, 3e-3);
  }
}

TEST(Fields, BooleansByInclusionAndExclusion) {
  const auto a = [] { return sphere_field({0, 0, 0}, 0.5); };
  const auto b = [] { return box_field({{0, -0.4, -0.3}, {0.9, 0.4, 0.3}}); };
  const double va = 4 * kPi / 3 * 0.125, vb = 0.9 * 0.8 * 0.6;
  const double both = counted_volume(*intersection_field({a(), b()}, 0), 100);
  EXPECT_NEAR(counted_volume(*union_field({a(), b()}, 0), 100), va + vb - both, 0.003);
  EXPECT_NEAR(counted_volume(*difference_field({a(), b()}, 0), 100), va - both, 0.003);
  EXPECT_NEAR(counted_volume(*difference_field({b(), a()}, 0), 100), vb - both, 0.003);
}

TEST(Fields, BooleansOfThreePartsAreMinAndMax) {
  const std::vector<FieldPtr> parts{sphere_field({0, 0, 0}, 0.5), sphere_field({0.4, 0, 0}, 0.4),
                                    torus_field(0.5, 0.1)};
  const FieldPtr join = union_field(parts, 0), common = intersection_field(parts, 0), rest = difference_field(parts, 0);
  const auto points = random_points({{-1, -1, -1}, {1, 1, 1}}, 700);  // more than a chunk
  const auto a = distances(*parts[0], points), b = distances(*parts[1], points), c = distances(*parts[2], points);
  const auto j = distances(*join, points), i = distances(*common, points), r = distances(*rest, points);
  for (size_t k = 0; k < points.size(); ++k) {
    EXPECT_EQ(j[k], std::min({a[k], b[k], c[k]}));
    EXPECT_EQ(i[k], std::max({a[k], b[k], c[k]}));
    EXPECT_EQ(r[k], std::max({a[k], -b[k], -c[k]}));
  }
}

TEST(Fields, SmoothBlendsNearSeamsOnly) {
  const std::vector<FieldPtr> parts{sphere_field({-0.3, 0, 0}, 0.4), sphere_field({0.3, 0, 0}, 0.4)};
  const FieldPtr sharp = union_field(parts, 0), smooth = union_field(parts, 0.2);
  EXPECT_NEAR(distance_at(*smooth, {0, 0.4f, 0}), distance_at(*sharp, {0, 0.4f, 0}) - 0.05, 1e-6);
  EXPECT_EQ(distance_at(*smooth, {-0.8f, 0, 0}), distance_at(*sharp, {-0.8f, 0, 0}));
  for (const auto& field : {smooth, intersection_field(parts, 0.2), difference_field(parts, 0.2)}) {
    EXPECT_LT(slopes(*field).steepest, 1.003);
    for (const Vec3f& p : random_points(field->bounds().padded(1), 500)) {  // bounds hold the inside
      EXPECT_TRUE(distance_at(*field, p) >= 0 || field->bounds().contains(p));
    }
  }
  EXPECT_GT(counted_volume(*smooth, 60), counted_volume(*sharp, 60));
}

TEST(Fields, StretchOfLinearMaps) {
  const Mat3d turn = Quatd::from_euler_degrees({30, 50, -70}).matrix();
  const Stretch s = stretch_of(turn * Mat3d::diagonal({-0.5, 2, 3}));
  EXPECT_NEAR(s.smallest, 0.5, 1e-7);
  EXPECT_NEAR(s.largest, 3, 1e-9);
  EXPECT_NEAR(stretch_of(turn).smallest, 1, 1e-9);
  const Mat3d shear{{Vec3d{1, 1, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}};  // golden ratio and its inverse
  EXPECT_NEAR(stretch_of(shear).largest, (1 + std::sqrt(5.0)) / 2, 1e-9);
  EXPECT_NEAR(stretch_of(shear).smallest, (std::sqrt(5.0) - 1) / 2, 1e-9);
}

TEST(Fields, TransformedVolumeScalesWithTheDeterminant) {
  const Mat3d turn = Quatd::from_euler_degrees({30, 50, -70}).matrix();
  for (const Vec3d& scale : {Vec3d{1, 1, 1}, Vec3d{2, 0.5, 1.5}, Vec3d{-1, 1, 1}, Vec3d{-2, 0.7, -0.3}}) {
    const FieldPtr field = transformed_field(torus_field(0.5, 0.15), {turn * Mat3d::diagonal(scale), {3, -1, 2}});
    const double truth = 2 * kPi * kPi * 0.5 * 0.0225 * std::abs(scale.x * scale.y * scale.z);
    EXPECT_NEAR(counted_volume(*field, 100) / truth, 1, 0.02);
    EXPECT_LT(slopes(*field).steepest, 1.004);
  }
}

TEST(Fields, RigidMotionKeepsDistancesExact) {
  const FieldPtr box = box_field({{-1, -0.5, -0.2}, {1, 0.5, 0.2}});
  const Affine move{Quatd::from_euler_degrees({10, 200, 30}).matrix(), {1, 2, 3}};
  const FieldPtr moved = transformed_field(box, move);
  for (const Vec3f& p : random_points({{-2, -2, -2}, {2, 2, 2}}, 300)) {
    const Vec3f there = static_cast<Vec3f>(move.point(static_cast<Vec3d>(p)));
    EXPECT_NEAR(distance_at(*moved, there), distance_at(*box, p), 3e-6);
  }
}

TEST(Fields, TransformedBoundsKeepWhatIsUnbounded) {
  const FieldPtr floor = plane_field({0, 0, 0}, {0, 1, 0});
  const FieldPtr wall = transformed_field(
      floor, {Quatd::from_euler_degrees({0, 0, 90}).matrix() * Mat3d::diagonal({0.1, 0.1, 0.1}), {2, 0, 0}});
  // Turned about z, the upward normal points along -x: the wall fills x > 2.
  EXPECT_NEAR(wall->bounds().lower.x, 2, 1e-5);
  EXPECT_EQ(wall->bounds().upper.x, Field::kUnbounded);
  EXPECT_EQ(wall->bounds().upper.y, Field::kUnbounded);
}

TEST(Fields, VelocityOfMovingParts) {
  // A ball that spins about z at 2 rad/s and grows at 10 % a second, beside one that stands.
  const Affine rate{{{Vec3d{0.1, -2, 0}, Vec3d{2, 0.1, 0}, Vec3d{0, 0, 0.1}}}, {}};
  const FieldPtr spinning = transformed_field(sphere_field({0, 0, 0}, 0.5), {Mat3d{}, {1, 0, 0}}, rate);
  EXPECT_NEAR(length(velocity_at(*spinning, {1.5f, 0, 0}) - Vec3f{0.05f, 1, 0}), 0, 1e-6);
  const FieldPtr both = union_field({sphere_field({-1, 0, 0}, 0.5), spinning}, 0);
  EXPECT_NEAR(length(velocity_at(*both, {1.5f, 0, 0}) - Vec3f{0.05f, 1, 0}), 0, 1e-6);
  EXPECT_EQ(velocity_at(*both, {-1.5f, 0, 0}), Vec3f{});
  const FieldPtr bitten = difference_field({box_field({{-2, -2, -2}, {2, 2, 2}}), spinning}, 0);
  EXPECT_NEAR(length(velocity_at(*bitten, {1.5f, 0, 0}) - Vec3f{0.05f, 1, 0}), 0, 1e-6);
  EXPECT_EQ(velocity_at(*bitten, {-1.9f, 0, 0}), Vec3f{});
  // A part's velocity turns with what carries it.
  const Affine turn{Quatd::from_euler_degrees({0, 0, 90}).matrix(), {}};
  EXPECT_NEAR(length(velocity_at(*transformed_field(spinning, turn), {0, 1.5f, 0}) - Vec3f{-1, 0.05f, 0}), 0, 1e-6);
}

}  // namespace
}  // namespace weir
