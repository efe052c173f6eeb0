// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/flow.h"

#include <gtest/gtest.h>

#include "sph/flow_fixture.h"
#include "sph/pressure.h"

namespace weir::sph {

namespace {

constexpr float kSpacing = 0.02f;

// Accelerations by pressures, alone.
std::vector<Vec3f> accelerations(FlowFixture& f, const std::vector<float>& pressure) {
  std::vector<Vec3f> a(f.size());
  PressureSolve(f.flow, f.bodies).apply_pressure(pressure, a, 1);
  return a;
}

std::vector<float> divergences(FlowFixture& f, const std::vector<Vec3f>& velocity) {
  for (size_t i = 0; i < f.size(); ++i) f.flow.vector[i] = float4(velocity[i]);
  std::vector<float> d(f.size());
  for (size_t i = 0; i < f.size(); ++i) {
    d[i] = divergence_at(f.flow, i, sum_of_dot_products(f.flow, NearbyVectors(f.flow, i), i), f.flow.boundary.flux[i]);
  }
  return d;
}

// sum_j V w_j grad W_ij in double, over all pairs.
template <class Weight>
Vec3d gradients_by_hand(const FlowFixture& f, size_t i, const Weight& weight) {
  Vec3d sum;
  for (size_t j = 0; j < f.size(); ++j) {
    const Vec3d x = static_cast<Vec3d>(f.position[i]) - static_cast<Vec3d>(f.position[j]);
    sum += x * (f.flow.volume * weight(j) * f.flow.kernel.gradient_factor(static_cast<float>(length(x))));
  }
  return sum;
}

std::vector<Vec3f> random_points(int dimensions) {
  const Random random(4);
  std::vector<Vec3f> points(600);
  for (size_t i = 0; i < points.size(); ++i) {
    points[i] = random.unit_vec3(i) * (dimensions == 2 ? 0.4f : 0.15f);
    if (dimensions == 2) points[i].z = 0;
  }
  points[17] = points[18] = points[19];
  return points;
}

Scene closed_corner(int dimensions) {
  Scene scene = flow_scene(dimensions, kSpacing);
  scene.domain = Domain{{0, 0, 0}, {1, 1, 1}, Walls::closed};
  return scene;
}

// Random particles in a corner of closed walls, some at the same point, with different masses.
struct RandomLiquid : FlowFixture {
  explicit RandomLiquid(int dimensions) : FlowFixture(closed_corner(dimensions), random_points(dimensions)) {
    const Random random(5);
    for (size_t i = 0; i < size(); ++i) mass[i] *= 0.3f + 2 * random.unit(i);
    prepare();
  }
};

FlowFixture lattice(int dimensions) {
  return FlowFixture(flow_scene(dimensions, kSpacing), block({11, 11, dimensions == 2 ? 1 : 11}, kSpacing));
}

size_t nearest(const FlowFixture& f, const Vec3f& to) {
  size_t best = 0;
  for (size_t i = 0; i < f.size(); ++i) {
    if (length(f.position[i] - to) < length(f.position[best] - to)) best = i;
  }
  return best;
}

size_t middle(const FlowFixture& f) {
  return nearest(f, {5.5f * kSpacing, 5.5f * kSpacing, f.scene.dimensions == 2 ? 0 : 5.5f * kSpacing});
}

std::vector<float> random_pressures(const FlowFixture& f) {
  const Random random(8);
  std::vector<float> p(f.size());
  for (size_t i = 0; i < f.size(); ++i) p[i] = 5000 * (random.unit(i) - 0.2f);
  return p;
}

}  // namespace

TEST(Flow, LatticeHasDensityOneInside) {
  for (const int d : {2, 3}) {
    const FlowFixture f = lattice(d);
    for (size_t i = 0; i < f.size(); ++i) {
      const Vec3f cell = f.position[i] / kSpacing;
      const auto inside = [](float x) { return x > 1 && x < 10; };
      if (!inside(cell.x) || !inside(cell.y) || (d == 3 && !inside(cell.z))) continue;
      EXPECT_NEAR(f.flow.density[i], 1, 1e-5);
      EXPECT_LT(length(f.flow.gradient[i]) * kSpacing, 1e-5);
    }
    EXPECT_LT(f.flow.density[nearest(f, {})], 0.8f);  // a corner has fewer
  }
}

TEST(Flow, DensityAndGradientAreTheirSums) {
  for (const int d : {2, 3}) {
    const RandomLiquid f(d);
    for (size_t i = 0; i < f.size(); i += 7) {
      double density = f.flow.boundary.density[i];
      for (const Vec3f& p : f.position) density += f.flow.volume * f.flow.kernel.value(length(f.position[i] - p));
      EXPECT_NEAR(f.flow.density[i], density, 1e-5 * density);
      const Vec3d s = gradients_by_hand(f, i, [](size_t) { return 1.0; });
      const Vec3d all = s + static_cast<Vec3d>(f.flow.boundary.gradient[i]);
      EXPECT_LT(length(static_cast<Vec3d>(f.flow.gradient[i]) - all) * kSpacing, 1e-3);
    }
  }
}

TEST(Flow, DivergenceIsItsSum) {
  for (const int d : {2, 3}) {
    RandomLiquid f(d);
    f.set_random_velocity(1);
    const std::vector<float> found = divergences(f, f.velocity);
    for (size_t i = 0; i < f.size(); i += 7) {
      double sum = dot(static_cast<Vec3d>(f.velocity[i]), static_cast<Vec3d>(f.flow.boundary.gradient[i]));
      for (int axis = 0; axis < 3; ++axis) {
        const auto difference = [&](size_t j) { return double{f.velocity[i][axis]} - double{f.velocity[j][axis]}; };
        sum += gradients_by_hand(f, i, difference)[axis];
      }
      EXPECT_NEAR(found[i] * kSpacing, sum * kSpacing, 1e-3) << i;
    }
  }
}

// <p, V D v> = -<m a(p), v>, walls included: what makes the pressure's system symmetric.
TEST(Flow, DivergenceAndAccelerationAreTransposed) {
  for (const int d : {2, 3}) {
    RandomLiquid f(d);
    f.set_random_velocity(2);
    const std::vector<float> pressure = random_pressures(f);
    const std::vector<Vec3f> a = accelerations(f, pressure);
    const std::vector<float> divergence = divergences(f, f.velocity);
    double left = 0, right = 0, scale = 0;
    for (size_t i = 0; i < f.size(); ++i) {
      left += static_cast<double>(pressure[i] * f.flow.volume * divergence[i]);
      right -= static_cast<double>(f.mass[i] * dot(a[i], f.velocity[i]));
      scale += static_cast<double>(f.mass[i] * length(a[i]) * length(f.velocity[i]));
    }
    EXPECT_NEAR(left, right, 1e-6 * scale);
    EXPECT_GT(std::abs(left), 1e-4 * scale);  // not zero on both sides
  }
}

TEST(Flow, DiagonalIsTheOperatorOnUnitPressures) {
  for (const int d : {2, 3}) {
    RandomLiquid f(d);
    for (size_t i = 0; i < f.size(); i += 13) {
      std::vector<float> unit(f.size(), 0);
      unit[i] = 1;
      const float image = -divergences(f, accelerations(f, unit))[i];
      EXPECT_NEAR(image, f.flow.diagonal[i], 5e-4f * f.flow.diagonal[i]) << i;
    }
  }
}

TEST(Flow, PressureForcesKeepBothMomentaWithoutWalls) {
  for (const int d : {2, 3}) {
    RandomLiquid f(d);
    f.scene.domain.reset();
    f.prepare();
    const std::vector<Vec3f> a = accelerations(f, random_pressures(f));
    EXPECT_LT(length(f.momentum(a)), 1e-6 * f.scale(a));
    EXPECT_LT(length(f.angular_momentum(a)), 1e-6 * f.scale(a));
  }
}

// a = -grad p / rho. On a lattice the sum differs from the gradient by a few per cent, along and not across it.
TEST(Flow, LinearPressurePushesDownItsSlope) {
  for (const int d : {2, 3}) {
    FlowFixture f = lattice(d);
    const Vec3f slope{3000, -9810, d == 2 ? 0.0f : 2000.0f};
    std::vector<float> pressure(f.size());
    for (size_t i = 0; i < f.size(); ++i) pressure[i] = 500 + dot(slope, f.position[i]);
    const Vec3f a = accelerations(f, pressure)[middle(f)], truth = slope / -1000.0f;
    EXPECT_LT(length(a - truth), 0.05f * length(truth));
    EXPECT_LT(length(cross(a, truth)), 1e-3f * length_squared(truth));
  }
}

TEST(Flow, ConstantPressureDoesNothingInside) {
  FlowFixture f = lattice(3);
  const Vec3f a = accelerations(f, std::vector<float>(f.size(), 1e4f))[middle(f)];
  EXPECT_LT(length(a), 1e-4f * 1e4f / (1000 * kSpacing));
}

TEST(Flow, RigidMotionHasNoDivergence) {
  for (const int d : {2, 3}) {
    RandomLiquid f(d);
    f.scene.domain.reset();
    f.prepare();
    const Vec3d turn{0, 0, 5};
    f.set_velocity([&](const Vec3f& p) {
      return static_cast<Vec3f>(cross(turn, static_cast<Vec3d>(p))) + Vec3f{1, 2, 0};
    });
    for (const float found : divergences(f, f.velocity)) EXPECT_LT(std::abs(found) * kSpacing, 1e-3);
  }
}

TEST(Flow, ExpansionHasItsDivergence) {
  for (const int d : {2, 3}) {
    FlowFixture f = lattice(d);
    f.set_velocity([](const Vec3f& p) { return p * 0.5f; });
    // Particles that part make density fall: D v is its rate.
    EXPECT_NEAR(divergences(f, f.velocity)[middle(f)], -0.5f * static_cast<float>(d), 0.05f * static_cast<float>(d));
  }
}

TEST(Flow, RelativeVelocityOfWhatMovesTogetherIsZero) {
  RandomLiquid f(3);
  f.set_velocity([](const Vec3f&) { return Vec3f{3, -7, 2}; });
  for (size_t i = 0; i < f.size(); ++i) f.flow.vector[i] = float4(f.velocity[i], 1);
  for (size_t i = 0; i < f.size(); ++i)
    EXPECT_LT(length(look_ahead_at(f.flow, NearbyVectors(f.flow, i), 0.01f, i).relative_velocity), 1e-5f);
}

TEST(Flow, RelativeVelocityWithoutNeighboursIsZero) {
  FlowFixture f(flow_scene(3, kSpacing), {{0, 0, 0}, {1, 0, 0}});
  for (size_t i = 0; i < 2; ++i) f.flow.vector[i] = {5, 6, 7, 1};
  for (size_t i = 0; i < 2; ++i)
    EXPECT_EQ(look_ahead_at(f.flow, NearbyVectors(f.flow, i), 0.01f, i).relative_velocity, (Vec3f{}));
}

// The forecast is what the density is there, as long as no new neighbour comes in.
TEST(Flow, LooksAheadAsFarAsTheStep) {
  for (const int d : {2, 3}) {
    FlowFixture f = lattice(d);
    const size_t i = middle(f);
    const float step = 0.1f;
    f.set_velocity([](const Vec3f& p) { return p * -0.5f; });  // everything 5 % closer in a step
    for (size_t k = 0; k < f.size(); ++k) f.flow.vector[k] = float4(f.velocity[k], 1);
    double expected = f.flow.kernel.at_zero();
    for (const uint32_t j : f.flow.neighbours.of(i).first(f.flow.neighbours.count(i))) {
      expected += f.flow.kernel.value(0.95f * length(xyz(f.flow.point[i]) - xyz(f.flow.point[j])));
    }
    EXPECT_NEAR(look_ahead_at(f.flow, NearbyVectors(f.flow, i), step, i).density, expected * f.flow.volume, 1e-4);
  }
}

}  // namespace weir::sph
