// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Diffusion between particles against waves and profiles whose answer is known.

#include "sph/diffusion.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sph/flow_fixture.h"
#include "sph/viscosity.h"

namespace weir::sph {

namespace {

constexpr double kDiffusivity = 0.01;  // m2/s

struct Warm : FlowFixture {
  Warm(int dimensions, const std::vector<Vec3f>& points, float apart)
      : FlowFixture(flow_scene(dimensions, static_cast<double>(apart)), points), diffusion(flow, dimensions) {
    value.resize(size());
    for (const Vec3f& p : position) height.push_back(static_cast<double>(p.y)), widest = max(widest, p);
  }
  template <class At>
  void set(At&& at) {
    for (size_t i = 0; i < size(); ++i) value[i] = {static_cast<float>(at(height[i])), 0, 0, 0};
  }
  // How much of a wave is in the values, away from the sides by this much.
  template <class At>
  double share_of(At&& wave, float away = 0) const {
    double along = 0, all = 0;
    for (size_t i = 0; i < size(); ++i) {
      const Vec3f& p = position[i];
      if (std::min({p.x, p.z, widest.x - p.x, widest.z - p.z}) < away) continue;
      along += wave(height[i]) * static_cast<double>(value[i].x);
      all += wave(height[i]) * wave(height[i]);
    }
    return along / all;
  }
  double mean() const {
    double sum = 0, weight = 0;
    for (size_t i = 0; i < size(); ++i) {
      sum += static_cast<double>(mass[i] * value[i].x);
      weight += static_cast<double>(mass[i]);
    }
    return sum / weight;
  }
  // Solids below 0 and above `top`, of these heats.
  void add_walls(double top, float below, float above) {
    for (const double y : height) {
      const bool low = y < 0.5 * top;
      wall.push_back(diffusion.wall_rate(static_cast<float>(low ? y : top - y)));
      target.push_back(low ? below : above);
      if ((low ? y : top - y) >= static_cast<double>(flow.kernel.support())) wall.back() = 0;
    }
  }
  void step(double seconds) {
    diffusion.apply({.spread = seconds * kDiffusivity, .key = mass, .wall = wall, .target = target, .tolerance = 1e-4},
                    value);
  }

  Diffusion diffusion;
  std::vector<double> height;
  Vec3f widest{};
  std::vector<Float4> value;
  std::vector<float> wall, target;
};

}  // namespace

// cos(k y) with half a wave in the block has no slope at its ends, where nothing may pass: it decays with exp(-D k^2
// t). At free sides, where half of the neighbours are missing, less is conducted; so the middle is looked at.
TEST(SphDiffusion, AWaveDecaysAndTheMeanStays) {
  constexpr float kSpacing = 0.02f;
  for (const float jitter : {0.0f, 0.2f}) {
    Warm warm(3, block({18, 40, 18}, kSpacing, jitter), kSpacing);
    const double k = kPi / (40 * static_cast<double>(kSpacing)), share = 0.02;
    const auto wave = [&](double y) { return std::cos(k * y); };
    warm.set(wave);
    const double first = warm.share_of(wave, 5 * kSpacing), mean = warm.mean();
    for (int i = 0; i < 5; ++i) warm.step(share / (kDiffusivity * k * k));
    // An implicit step divides by 1 + dt D k^2.
    const double rate = std::log(first / warm.share_of(wave, 5 * kSpacing)) / (5 * std::log(1 + share));
    RecordProperty(jitter > 0 ? "rate_disordered" : "rate", std::to_string(rate));
    EXPECT_NEAR(rate, 1, jitter > 0 ? 0.08 : 0.02) << jitter;
    EXPECT_NEAR(warm.mean(), mean, 1e-6) << jitter;
  }
}

TEST(SphDiffusion, BetweenSolidsASineDecaysAndAStraightLineIsLeft) {
  constexpr float kSpacing = 0.02f;
  const double top = 30 * static_cast<double>(kSpacing), k = kPi / top;
  Warm warm(2, block({30, 30, 1}, kSpacing), kSpacing);
  warm.add_walls(top, 0, 0);
  const auto wave = [&](double y) { return std::sin(k * y); };
  warm.set(wave);
  const double share = 0.02, first = warm.share_of(wave);
  for (int i = 0; i < 20; ++i) warm.step(share / (kDiffusivity * k * k));
  EXPECT_NEAR(std::log(first / warm.share_of(wave)) / (20 * std::log(1 + share)), 1, 0.05);

  warm.wall.clear(), warm.target.clear();
  warm.add_walls(top, 20, 80);
  for (int i = 0; i < 20; ++i) warm.step(1 / (kDiffusivity * k * k));
  for (size_t i = 0; i < warm.size(); ++i) {
    EXPECT_NEAR(warm.value[i].x, 20 + 60 * warm.height[i] / top, 0.6) << warm.height[i];
  }
}

TEST(SphDiffusion, PaintStaysInItsPhase) {
  constexpr float kSpacing = 0.02f;
  Warm warm(2, block({20, 20, 1}, kSpacing, 0.1f), kSpacing);
  std::vector<float> phase;
  for (size_t i = 0; i < warm.size(); ++i) {
    phase.push_back(warm.height[i] > 0.2);
    warm.value[i] = {phase[i], warm.position[i].x > 0.2f ? 1.0f : 0.0f, 0, 0};
  }
  warm.diffusion.apply({.spread = 100,
                        .between = DiffusionTask::Between::same_key,
                        .key = phase,
                        .wall = {},
                        .target = {},
                        .tolerance = 1e-5},
                       warm.value);
  double mixed = 0;
  for (size_t i = 0; i < warm.size(); ++i) {
    EXPECT_NEAR(warm.value[i].x, phase[i], 1e-4);
    mixed = std::max(mixed, std::abs(static_cast<double>(warm.value[i].y) - 0.5));
  }
  EXPECT_LT(mixed, 0.01);
}

// By mass, hot oil warms water less than itself cools.
TEST(SphDiffusion, HeatIsKeptBetweenPhases) {
  constexpr float kSpacing = 0.02f;
  Warm warm(2, block({12, 12, 1}, kSpacing, 0.1f), kSpacing);
  for (size_t i = 0; i < warm.size(); ++i) {
    if (warm.height[i] > 0.12) warm.mass[i] *= 0.25f;
    warm.value[i] = {warm.height[i] > 0.12 ? 100.0f : 0.0f, 0, 0, 0};
  }
  const double mean = warm.mean();
  for (int i = 0; i < 5; ++i) warm.step(10 / kDiffusivity);
  EXPECT_NEAR(mean, 20, 0.5);
  for (const Float4& v : warm.value) EXPECT_NEAR(v.x, mean, 0.2);
}

// Viscosities of particles are solved for as those of phases are, which viscosity_test.cpp compares with exact flows.
TEST(SphViscosityOfParticles, IsThatOfPhases) {
  FlowFixture f(flow_scene(3, 0.025), block({10, 10, 10}, 0.025f, 0.2f));
  const std::vector<float> of_phase{5, 200};
  std::vector<float> own;
  for (size_t i = 0; i < f.size(); ++i) {
    f.phase[i] = f.position[i].y > 0.12f;
    own.push_back(of_phase[f.phase[i]]);
  }
  f.set_random_velocity(1);
  std::vector<Vec3f> plain = f.velocity, varied = f.velocity, change(f.size()), other(f.size());
  Viscosity solve(f.flow, f.bodies, 3);
  solve.apply({0.01, of_phase, 1}, f.phase, plain, change);
  solve.apply({0.01, {}, 1, own}, f.phase, varied, other);
  EXPECT_EQ(plain, varied);
}

}  // namespace weir::sph
