// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The drag of rig points (Eq. 7) against decay in closed form, and its spreading over the liquid (Eq. 8).

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "control/rig/drag.h"
#include "control/rig/neighbourhood.h"
#include "weir/base/parallel.h"

namespace weir::rig {
namespace {

// Difference of velocities after `seconds` of drag alone.
double after(const Drag& drag, double start, double seconds, int steps, double gravity = 0) {
  Vec3d u{start, 0, 0};
  const Vec3d others{gravity, 0, 0};
  const double step = seconds / steps;
  for (int i = 0; i < steps; ++i) u += (others + drag_of(drag, {u, others, {}}, step)) * step;
  return u.x;
}

TEST(RigDrag, DecaysAsInClosedForm) {
  EXPECT_NEAR(after({3, 0, 0}, 2, 0.5, 20000), 2 * std::exp(-1.5), 1e-4);
  EXPECT_NEAR(after({0, 5, 0}, 2, 0.5, 20000), 1 / (0.5 + 2.5), 1e-4);
  EXPECT_NEAR(after({3, 0, 2}, 2, 0.5, 20000), 2 * std::exp(-0.5), 1e-4);  // with the inertia of three
  const double both = 3 / (std::exp(1.5) * (3 / 2.0 + 5) - 5);             // u' = -3 u - 5 u^2
  EXPECT_NEAR(after({3, 5, 0}, 2, 0.5, 20000), both, 1e-4);
  EXPECT_NEAR(after({3, 0, 1}, 0, 20, 20000, -9.81), -9.81 / 3, 1e-3);  // falls at a constant speed in the end
  EXPECT_NEAR(after({0, 0, 1}, 0, 1, 100, -9.81), -9.81 / 2, 1e-6);     // inertia alone halves gravity
}

TEST(RigDrag, NeverOvershoots) {
  for (const double step : {1e-4, 0.01, 1.0}) {
    for (const Drag& drag : {Drag{200, 0, 1}, Drag{0, 5000, 0}, Drag{1e9, 1e9, 50}}) {
      const double u = after(drag, 3, step, 1);
      EXPECT_GE(u, 0);
      EXPECT_LT(u, 3);
    }
  }
}

// At rest under gravity that pressure carries, nothing drags.
TEST(RigDrag, IsSilentAtRest) {
  const Vec3d g{0, -9.81, 0};
  EXPECT_LT(length(drag_of({0, 0, 1}, {{}, g, -g}, 0.01)), 1e-12);
}

struct Cloud {
  std::vector<Vec3f> rig, liquid;
};

Cloud cloud() {
  Cloud c;
  const Random random(3);
  for (uint64_t i = 0; i < 60; ++i) c.rig.push_back(random.unit_vec3(i));
  for (uint64_t i = 0; i < 5000; ++i) c.liquid.push_back(random.unit_vec3(i, 1) * 2.0f - Vec3f{0.5f, 0.5f, 0.5f});
  return c;
}

std::vector<Vec3f> spread_of(const Neighbourhood& near, const std::vector<Vec3f>& of_rig, size_t count) {
  std::vector<Vec3f> spread(count);
  near.spread(of_rig, [&](size_t i, const Vec3f& mean, float share) { spread[i] = mean * share; });
  return spread;
}

TEST(RigNeighbourhood, MeansOfAConstantAreThatConstant) {
  const Cloud c = cloud();
  Neighbourhood near(0.25f);
  near.find(c.rig, {c.liquid});
  const std::vector<Vec3f> one(c.liquid.size(), {1, 2, 3}), other(c.liquid.size(), {0, -1, 0});
  for (const Neighbourhood::Means& mean : near.average(one, other)) {
    EXPECT_LT(length(mean.first - Vec3d{1, 2, 3}), 1e-5);
    EXPECT_LT(length(mean.second - Vec3d{0, -1, 0}), 1e-5);
  }
  const std::vector<Vec3f> spread = spread_of(near, std::vector<Vec3f>(c.rig.size(), {1, 2, 3}), c.liquid.size());
  // All of it within 0.7 of the radius, nothing beyond it.
  for (size_t i = 0; i < spread.size(); ++i) {
    float nearest = 9;
    for (const Vec3f& r : c.rig) nearest = std::min(nearest, length(r - c.liquid[i]));
    const float share = length(spread[i]) / length(Vec3f{1, 2, 3});
    EXPECT_LT(length(spread[i] - Vec3f{1, 2, 3} * share), 1e-5f);
    if (nearest < 0.7f * 0.25f) {
      EXPECT_NEAR(share, 1, 1e-5f);
    }
    if (nearest > 0.25001f) {
      EXPECT_EQ(share, 0);
    }
  }
}

// What a point does to its surroundings has no step anywhere.
TEST(RigNeighbourhood, EndsSoftly) {
  std::vector<Vec3f> line;
  for (int i = 0; i <= 1200; ++i) line.push_back({0.001f * static_cast<float>(i), 0, 0});
  Neighbourhood near(1);
  near.find(std::vector<Vec3f>{{0, 0, 0}}, {line});
  const std::vector<Vec3f> spread = spread_of(near, {{1, 0, 0}}, line.size());
  EXPECT_EQ(spread[700].x, 1);
  EXPECT_EQ(spread[1001].x, 0);
  for (size_t i = 1; i < spread.size(); ++i) EXPECT_LT(std::abs(spread[i].x - spread[i - 1].x), 0.01f) << i;
}

TEST(RigNeighbourhood, OnlyOnePhaseAndWhatHasMassCounts) {
  const std::vector<Vec3f> rig{{0, 0, 0}}, liquid{{0.1f, 0, 0}, {0.2f, 0, 0}, {0.3f, 0, 0}};
  const std::vector<uint8_t> phase{0, 1, 1};
  const std::vector<float> mass{1, 0, 1};
  Neighbourhood near(1);
  near.find(rig, {liquid, phase, uint8_t{1}, mass, 0.5f});
  const std::vector<Vec3f> spread = spread_of(near, {{1, 0, 0}}, 3);
  EXPECT_EQ(spread[0].x, 0);
  EXPECT_EQ(spread[1].x, 1);
  EXPECT_NEAR(near.average(liquid, liquid)[0].nearest, 0.3f, 1e-3f);
  EXPECT_EQ(near.near_rig(), (std::vector<uint8_t>{0, 1, 1}));
}

TEST(RigNeighbourhood, AgreesWithSumsOverAllPairs) {
  const Cloud c = cloud();
  Neighbourhood near(0.3f);
  near.find(c.rig, {c.liquid});
  const std::vector<Neighbourhood::Means> means = near.average(c.liquid, c.liquid);
  for (size_t r = 0; r < c.rig.size(); ++r) {
    Vec3d sum{};
    double weight = 0, nearest = 9;
    for (const Vec3f& x : c.liquid) {
      const double d = static_cast<double>(length(x - c.rig[r]));
      nearest = std::min(nearest, d);
      const double w = std::pow(std::max(0.0, 1 - d * d / 0.09), 3);
      sum += static_cast<Vec3d>(x) * w;
      weight += w;
    }
    EXPECT_LT(length(means[r].first - sum / weight), 1e-5);
    EXPECT_NEAR(static_cast<double>(means[r].nearest), nearest, 1e-3);
  }
}

// Drag that takes all of the difference at every point, again and again: energy of the differences never grows.
TEST(RigNeighbourhood, TheStrongestDragIsStable) {
  const Cloud c = cloud();
  Neighbourhood near(0.4f);
  near.find(c.rig, {c.liquid});
  const Random random(5);
  std::vector<Vec3f> velocity;
  for (uint64_t i = 0; i < c.liquid.size(); ++i) velocity.push_back(random.direction(i));
  double last = 1e9;
  for (int step = 0; step < 50; ++step) {
    std::vector<Vec3f> force;
    double largest = 0;
    for (const Neighbourhood::Means& mean : near.average(velocity, velocity)) {
      force.push_back(static_cast<Vec3f>(drag_of({1e6, 0, 0}, {mean.first, {}, {}}, 0.01)) * 0.01f);
      largest = std::max(largest, length(mean.first));
    }
    near.spread(force, [&](size_t i, const Vec3f& mean, float share) { velocity[i] += mean * share; });
    if (step % 10 == 9) {
      EXPECT_LT(largest, last);
      last = largest;
    }
  }
  EXPECT_LT(last, 0.02);
}

}  // namespace
}  // namespace weir::rig
