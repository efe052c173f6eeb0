// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What target simulations start with: shells, and velocities of the source.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/random.h"
#include "control/reversal/shepard.h"
#include "control/reversal/target_start.h"
#include "geometry/shapes/fields.h"
#include "weir/base/parallel.h"
#include "weir/geometry/sampling/sampling.h"
#include "weir/geometry/shapes/build.h"

namespace weir::reversal {
namespace {

std::vector<Vec3f> scattered(size_t count, uint32_t stream) {
  std::vector<Vec3f> points;
  for (size_t i = 0; i < count; ++i) points.push_back(Random(7, stream).unit_vec3(i));
  return points;
}

TEST(Shepard, GivesTheNodesTheirValues) {
  const std::vector<Vec3f> nodes = scattered(50, 1), values = scattered(50, 2);
  std::vector<Vec3f> result(50);
  shepard(nodes, values, nodes, result);
  EXPECT_EQ(result, values);
}

TEST(Shepard, StaysBetweenTheValuesAndKeepsConstants) {
  const std::vector<Vec3f> nodes = scattered(200, 1), points = scattered(500, 3);
  std::vector<Vec3f> result(points.size());
  shepard(nodes, std::vector<Vec3f>(200, Vec3f{1, -2, 3}), points, result);
  for (const Vec3f& v : result) EXPECT_LT(length(v - Vec3f{1, -2, 3}), 1e-5f);
  shepard(nodes, scattered(200, 2), points, result);
  for (const Vec3f& v : result) {
    EXPECT_GE(min_component(v), 0.0f);
    EXPECT_LE(max_component(v), 1.0f);
  }
}

TEST(Shepard, FollowsALinearFieldWhereNodesAreDense) {
  const std::vector<Vec3f> nodes = scattered(4000, 1), points = scattered(200, 3);
  std::vector<Vec3f> result(points.size());
  shepard(nodes, nodes, points, result);
  double worst = 0;
  for (size_t i = 0; i < points.size(); ++i) worst = std::max(worst, double{length(result[i] - points[i])});
  EXPECT_LT(worst, 0.1);
}

TEST(Shepard, WorksWithFewNodes) {
  std::vector<Vec3f> result(1);
  shepard(std::vector<Vec3f>{{5, 0, 0}}, std::vector<Vec3f>{{1, 2, 3}}, std::vector<Vec3f>{{0, 0, 0}}, result);
  EXPECT_EQ(result[0], (Vec3f{1, 2, 3}));
  shepard(std::vector<Vec3f>{{-1, 0, 0}, {1, 0, 0}}, std::vector<Vec3f>{{0, 0, 0}, {2, 0, 0}},
          std::vector<Vec3f>{{0, 0, 0}}, result);
  EXPECT_FLOAT_EQ(result[0].x, 1);
}

TEST(TargetShell, LiesUnderTheSurfaceAndLeavesNoHoles) {
  const FieldPtr ball = sphere_field({0, 1, 0}, 0.3);
  ReversalTarget target;
  const TargetLengths lengths = lengths_of(target, 0.02);
  EXPECT_FLOAT_EQ(lengths.shell, 0.03f);
  EXPECT_FLOAT_EQ(lengths.keep_distance, 0.02f);
  const std::vector<Vec3f> points = sample_target(*ball, target, lengths, 3, 1);
  for (const Vec3f& p : points) {
    EXPECT_LT(distance_at(*ball, p), 0);
    EXPECT_GE(distance_at(*ball, p), -0.0301f);
  }
  EXPECT_GE(measure_spacing(points).min, 0.0199);
  // Every point of the surface has a particle within two spacings.
  for (size_t i = 0; i < 2000; ++i) {
    const Vec3f at = Vec3f{0, 1, 0} + Random(3).direction(i) * 0.3f;
    const float nearest = length(*std::min_element(points.begin(), points.end(), [&](const Vec3f& a, const Vec3f& b) {
      return length(a - at) < length(b - at);
    }) - at);
    EXPECT_LT(nearest, 0.04f);
  }
  target.fill = true;
  EXPECT_GT(sample_target(*ball, target, lengths, 3, 1).size(), 2 * points.size());
}

TEST(Distractors, LieAroundTheShape) {
  const FieldPtr ball = sphere_field({0, 1, 0}, 0.3);
  const TargetLengths lengths{.spacing = 0.02f, .shell = 0.03f, .keep_distance = 0.02f, .distractors = 0.1f};
  const std::vector<Vec3f> points = sample_distractors(*ball, lengths, 100, 3, 5);
  EXPECT_EQ(points.size(), 100u);
  for (const Vec3f& p : points) {
    EXPECT_GE(distance_at(*ball, p), 0.0199f);
    EXPECT_LE(distance_at(*ball, p), 0.1001f);
  }
}

Particles three_rows() {
  Particles p;
  p.resize(300);
  for (size_t i = 0; i < 300; ++i) {
    p.id[i] = i;
    p.position[i] = {static_cast<float>(i / 100), 0, static_cast<float>(i % 100) * 0.01f};
    p.velocity[i] = {static_cast<float>(i % 100), static_cast<float>(i / 100) - 1, 0};
  }
  return p;
}

TEST(EligibleVelocities, AreThoseOfTheRegionThatPassEveryFilter) {
  const Particles source = three_rows();
  EXPECT_EQ(eligible_velocities(source, nullptr, {}).size(), 300u);
  const FieldPtr region = box_field({{0.5, -1, -1}, {3, 1, 2}});
  EXPECT_EQ(eligible_velocities(source, region.get(), {}).size(), 200u);
  const VelocityFilter upward{.along = {0, 2, 0}, .least = 0.5}, slow{.most = 49.5};
  EXPECT_EQ(eligible_velocities(source, region.get(), std::vector{upward}).size(), 100u);
  EXPECT_EQ(eligible_velocities(source, nullptr, std::vector{upward}).size(), 100u);
  const std::vector<Vec3f> both = eligible_velocities(source, region.get(), std::vector{upward, slow});
  EXPECT_EQ(both.size(), 50u);
  for (const Vec3f& v : both) EXPECT_EQ(v.y, 1);
  EXPECT_TRUE(eligible_velocities(source, region.get(), std::vector{VelocityFilter{.least = 1000}}).empty());
}

TEST(SampledVelocities, AFractionIsTheSourcesTheRestLiesBetween) {
  const std::vector<Vec3f> points = scattered(1000, 9), eligible = scattered(30, 4);
  const std::vector<Vec3f> velocity = sample_velocities(points, eligible, 0.25, 11);
  const auto of_source = std::count_if(velocity.begin(), velocity.end(), [&](const Vec3f& v) {
    return std::find(eligible.begin(), eligible.end(), v) != eligible.end();
  });
  EXPECT_EQ(of_source, 250);
  for (const Vec3f& v : velocity) {
    EXPECT_GE(min_component(v), 0.0f);
    EXPECT_LE(max_component(v), 1.0f);
  }
  EXPECT_EQ(velocity, sample_velocities(points, eligible, 0.25, 11));
  EXPECT_NE(velocity, sample_velocities(points, eligible, 0.25, 12));
  {
    const ThreadLimit one(1);
    EXPECT_EQ(velocity, sample_velocities(points, eligible, 0.25, 11));
  }
  const std::vector<Vec3f> all = sample_velocities(points, eligible, 1, 11);
  for (const Vec3f& v : all) EXPECT_NE(std::find(eligible.begin(), eligible.end(), v), eligible.end());
}

TEST(AdjustedVelocities, AreAmplifiedByAxisAndBlendedWithTheShapes) {
  ReversalTarget target;
  target.shape.kind = shapes::Sphere{};
  target.shape.transform.translate = Animated<Vec3d>({{1, {0, 0, 0}}, {11, {10, 0, 0}}}, Interpolation::linear);
  target.amplification = Animated<double>({{1, 1}, {11, 3}}, Interpolation::linear);
  target.factors = Vec3d{1, 0, 0.5};
  ShapeBuilder builder(0.01f, 24);
  const FieldPtr shape = builder.field(target.shape, 6);
  const std::vector<Vec3f> points{{5, 0, 0}};
  std::vector<Vec3f> velocity{{1, 1, 1}};
  adjust_velocities(*shape, target, 6, points, velocity);
  EXPECT_EQ(velocity[0], (Vec3f{2, 0, 1}));
  target.mesh_velocity = 0.5;
  velocity = {{1, 1, 1}};
  adjust_velocities(*shape, target, 6, points, velocity);
  EXPECT_NEAR(velocity[0].x, 0.5 * 2 + 0.5 * 24, 1e-4);
  EXPECT_NEAR(velocity[0].z, 0.5, 1e-5);
}

}  // namespace
}  // namespace weir::reversal
