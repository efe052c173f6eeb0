// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/wcsph.h"

#include <gtest/gtest.h>

#include "sph/flow_fixture.h"

namespace weir::sph {

namespace {

constexpr float kSpacing = 0.02f;

// Pressures of particles with these densities.
std::vector<float> tait(const std::vector<float>& density, double sound, float mass_factor = 1) {
  FlowFixture f(flow_scene(3, kSpacing), std::vector<Vec3f>(density.size()));
  for (float& m : f.mass) m *= mass_factor;
  f.prepare();
  f.flow.density = density;
  std::vector<float> pressure(density.size());
  find_tait_pressures(f.flow, sound, pressure);
  return pressure;
}

// Two particles that come together (or part) along x.
struct Pair : FlowFixture {
  explicit Pair(float speed, float heavier = 1) : FlowFixture(flow_scene(3, kSpacing), {{0, 0, 0}, {kSpacing, 0, 0}}) {
    mass[1] *= heavier;
    prepare();
    velocity = {{speed, 1, 0}, {-speed, 1, 0}};
  }
};

std::vector<Vec3f> viscous(FlowFixture& f, double sound) {
  std::vector<Vec3f> a(f.size());
  add_artificial_viscosity(f.flow, sound, f.velocity, a);
  return a;
}

}  // namespace

TEST(Wcsph, TaitIsZeroAtRestAndInTension) {
  EXPECT_EQ(tait({1, 0.999f, 0.5f, 0}, 30), (std::vector<float>{0, 0, 0, 0}));
}

TEST(Wcsph, TaitGrowsWithDensity) {
  std::vector<float> density;
  for (int i = 0; i < 200; ++i) density.push_back(1 + 0.001f * static_cast<float>(i));
  const std::vector<float> p = tait(density, 30);
  for (size_t i = 1; i < p.size(); ++i) EXPECT_GT(p[i], p[i - 1]);
}

// p = rho c^2 / 7 (delta^7 - 1), so that dp/d rho = c^2 at rest.
TEST(Wcsph, TaitIsTheEquation) {
  for (const float heavier : {0.5f, 1.0f, 3.0f}) {
    const double rho = 1000.0 * static_cast<double>(heavier);
    const std::vector<float> p = tait({1.1f, 1.001f}, 30, heavier);
    EXPECT_NEAR(p[0], rho * 900 / 7 * (std::pow(1.1, 7) - 1), 1e-4 * rho * 900);
    EXPECT_NEAR(p[1] / (0.001 * rho), 900, 900 * 0.01);
  }
}

TEST(Wcsph, SoundKeepsCompressionSmall) {
  EXPECT_NEAR(speed_of_sound(2, 0.01), 20, 1e-9);
  EXPECT_NEAR(4 / std::pow(speed_of_sound(2, 0.003), 2), 0.003, 1e-12);  // eta = v^2 / c^2
  // Sound does not cross a spacing in a step.
  EXPECT_LT(longest_wcsph_step(kSpacing, 20) * 20, 0.5 * kSpacing);
  EXPECT_GT(longest_wcsph_step(kSpacing, 20) * 20, 0.1 * kSpacing);
}

TEST(Wcsph, ViscosityDampsPairsThatApproach) {
  Pair f(0.5f);
  const std::vector<Vec3f> a = viscous(f, 20);
  EXPECT_LT(a[0].x, 0);
  EXPECT_GT(a[1].x, 0);
  for (const Vec3f& v : a) EXPECT_EQ(v.y * v.y + v.z * v.z, 0);
}

TEST(Wcsph, ViscosityLeavesPairsThatPart) {
  Pair f(-0.5f);
  for (const Vec3f& a : viscous(f, 20)) EXPECT_EQ(length(a), 0);
}

TEST(Wcsph, ViscosityGrowsWithSpeedAndSound) {
  Pair slow(0.5f), fast(1);
  const float once = viscous(slow, 20)[0].x;
  EXPECT_NEAR(viscous(fast, 20)[0].x, 2 * once, 1e-4f * std::abs(once));
  EXPECT_NEAR(viscous(slow, 60)[0].x, 3 * once, 1e-4f * std::abs(once));
}

// Becker & Teschner 2007, Eq. 10: a_i = -m_j nu (v_ij . x_ij) / (r^2 + 0.01 h^2) grad W with
// nu = 2 alpha h c / (rho_i + rho_j).
TEST(Wcsph, ViscosityOfAPairByHand) {
  const float heavier = 2.5f, r = kSpacing;
  Pair f(0.5f, heavier);
  const double alpha = 0.1, h = kSpacing, c = 20, volume = f.flow.volume;
  const std::vector<Vec3f> a = viscous(f, c);
  const double towards = -1.0 * r, slope = f.flow.kernel.gradient_factor(r) * r;  // of particle 0, dW/dr
  const double factor = 2 * alpha * h * c / (1000 * (1 + heavier)) * towards / (r * r + 0.01 * h * h);
  EXPECT_NEAR(a[0].x, 1000 * heavier * volume * factor * -slope, 1e-3 * std::abs(a[0].x));
  EXPECT_NEAR(a[1].x, 1000 * volume * factor * slope, 1e-3 * std::abs(a[1].x));
}

TEST(Wcsph, ViscosityKeepsMomentaAndLosesEnergy) {
  for (const int d : {2, 3}) {
    FlowFixture f(flow_scene(d, kSpacing), block({20, 10, d == 2 ? 1 : 6}, kSpacing, 0.4f));
    const Random random(6);
    for (size_t i = 0; i < f.size(); ++i) f.mass[i] *= 0.2f + random.unit(i);
    f.prepare();
    f.set_random_velocity(1);
    const std::vector<Vec3f> a = viscous(f, 20);
    EXPECT_LT(length(f.momentum(a)), 1e-6 * f.scale(a));
    EXPECT_LT(length(f.angular_momentum(a)), 1e-6 * f.scale(a));
    double power = 0;
    for (size_t i = 0; i < f.size(); ++i) power += static_cast<double>(f.mass[i] * dot(a[i], f.velocity[i]));
    EXPECT_LT(power, 0);
  }
}

TEST(Wcsph, ViscosityAddsToWhatIsThere) {
  Pair f(0.5f);
  const std::vector<Vec3f> alone = viscous(f, 20);
  std::vector<Vec3f> a(2, Vec3f{0, -9.81f, 0});
  add_artificial_viscosity(f.flow, 20, f.velocity, a);
  for (size_t i = 0; i < 2; ++i) EXPECT_EQ(a[i], (Vec3f{0, -9.81f, 0} + alone[i]));
}

}  // namespace weir::sph
