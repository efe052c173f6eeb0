// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/surface_tension.h"

#include <gtest/gtest.h>

#include "sph/flow_fixture.h"

namespace weir::sph {

namespace {

std::vector<Vec3f> tension(FlowFixture& f, std::vector<float> strength) {
  std::vector<Vec3f> acceleration(f.size());
  add_surface_tension(f.flow, f.scene.dimensions, strength, f.phase, acceleration);
  return acceleration;
}

Vec3f centre_of(const FlowFixture& f) {
  Vec3d sum;
  for (const Vec3f& p : f.position) sum += static_cast<Vec3d>(p);
  return static_cast<Vec3f>(sum / static_cast<double>(f.size()));
}

}  // namespace

// The paper's Eqs. 1 to 5 for two particles: normals are opposite, both terms act along the line between them.
TEST(SurfaceTension, TwoParticlesByHand) {
  const double h = 0.04, gamma = 2;
  for (const double r : {0.012, 0.025, 0.034}) {
    FlowFixture f(flow_scene(3, 0.5 * h), {{0, 0, 0}, {static_cast<float>(r), 0, 0}});
    const std::vector<Vec3f> a = tension(f, {static_cast<float>(gamma)});
    const double cube = std::pow(h - r, 3) * r * r * r, h9 = std::pow(h, 9);
    const double cohesion = 32 / (kPi * h9) * (2 * r > h ? cube : 2 * cube - std::pow(h, 6) / 64);
    const double volume = std::pow(0.5 * h, 3), correction = 1 / static_cast<double>(f.flow.density[0]);
    const double normal = -h * volume * r * static_cast<double>(f.flow.kernel.gradient_factor(static_cast<float>(r)));
    const double expected = gamma * correction * (1000 * volume * cohesion - 2 * normal);
    EXPECT_NEAR(static_cast<double>(a[0].x), expected, 1e-4 * std::abs(expected)) << r;
    EXPECT_NEAR(static_cast<double>(a[1].x), -expected, 1e-4 * std::abs(expected)) << r;
  }
}

TEST(SurfaceTension, KeepsMomentum) {
  for (const int dimensions : {2, 3}) {
    FlowFixture f(flow_scene(dimensions, 0.02), block({14, 12, dimensions == 2 ? 1 : 10}, 0.02f, 0.3f));
    for (size_t i = 0; i < f.size(); ++i) {
      f.phase[i] = f.position[i].x > 0.1f;
      if (f.phase[i]) f.mass[i] *= 0.5f;
    }
    f.prepare();
    const std::vector<Vec3f> a = tension(f, {1, 3});
    EXPECT_LT(length(f.momentum(a)), 1e-5 * f.scale(a));
    EXPECT_GT(f.scale(a), 0);
  }
}

TEST(SurfaceTension, CornersArePulledInwards) {
  for (const int dimensions : {2, 3}) {
    FlowFixture f(flow_scene(dimensions, 0.02), block({12, 12, dimensions == 2 ? 1 : 12}, 0.02f));
    const std::vector<Vec3f> a = tension(f, {1});
    const Vec3f centre = centre_of(f);
    for (size_t i = 0; i < f.size(); ++i) {
      const Vec3f out = f.position[i] - centre;
      const float from_corner = length(abs(out) - Vec3f{0.11f, 0.11f, dimensions == 2 ? 0.0f : 0.11f});
      if (from_corner < 0.001f) {
        EXPECT_LT(dot(a[i], normalized(out)), -0.99f * length(a[i]));
        EXPECT_GT(length(a[i]), 10);
      }
      if (max_component(abs(out)) < 0.04f) {
        EXPECT_LT(length(a[i]), 0.01f) << "inside everything cancels";
      }
    }
  }
}

TEST(SurfaceTension, FlatSurfacesFeelTheSameIn2DAnd3D) {
  double pull[2];
  for (const int dimensions : {2, 3}) {
    FlowFixture f(flow_scene(dimensions, 0.02), block({16, 16, dimensions == 2 ? 1 : 16}, 0.02f));
    const std::vector<Vec3f> a = tension(f, {1});
    const Vec3f centre = centre_of(f);
    double& sum = pull[dimensions - 2] = 0;
    for (size_t i = 0; i < f.size(); ++i) {
      const Vec3f out = f.position[i] - centre;
      if (std::abs(out.x - 0.01f) < 0.001f && (dimensions == 2 || std::abs(out.z - 0.01f) < 0.001f) && out.y > 0.14f) {
        sum -= static_cast<double>(a[i].y);
      }
    }
  }
  EXPECT_GT(pull[1], 10);
  EXPECT_NEAR(pull[0] / pull[1], 1, 0.05);
}

// At equal densities a phase does not notice whether another one lies beside it or nothing.
TEST(SurfaceTension, PhasesDoNotPullEachOther) {
  const std::vector<Vec3f> left = block({6, 6, 6}, 0.02f), right = block({6, 6, 6}, 0.02f, 0, {0.12f, 0, 0});
  std::vector<Vec3f> points = left;
  points.insert(points.end(), right.begin(), right.end());
  FlowFixture both(flow_scene(3, 0.02), points), alone(flow_scene(3, 0.02), right);
  for (size_t i = 0; i < both.size(); ++i) both.phase[i] = both.position[i].x > 0.12f;
  for (FlowFixture* f : {&both, &alone}) std::fill(f->flow.density.begin(), f->flow.density.end(), 1.0f);
  const std::vector<Vec3f> a = tension(both, {0, 1}), expected = tension(alone, {1});
  for (size_t i = 0; i < both.size(); ++i) {
    const auto same = std::find(alone.position.begin(), alone.position.end(), both.position[i]);
    ASSERT_EQ(same != alone.position.end(), both.phase[i] == 1);
    const Vec3f truth = both.phase[i] == 1 ? expected[static_cast<size_t>(same - alone.position.begin())] : Vec3f{};
    EXPECT_LT(length(a[i] - truth), 1e-4f);
  }
}

}  // namespace weir::sph
