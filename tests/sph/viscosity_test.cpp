// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/viscosity.h"

#include <gtest/gtest.h>

#include "sph/flow_fixture.h"

namespace weir::sph {

namespace {

// Liquid that feels viscosity and nothing else.
struct Thick : FlowFixture {
  Thick(Scene s, std::vector<Vec3f> points, std::vector<float> mu)
      : FlowFixture(std::move(s), std::move(points)),
        viscosity(std::move(mu)),
        solve(flow, bodies, scene.dimensions),
        change(position.size()) {}
  ViscosityResult step(double seconds, double tolerance = 0.01) {
    ViscositySettings settings{seconds, viscosity, 1};
    settings.tolerance = tolerance;
    return solve.apply(settings, phase, velocity, change);
  }

  std::vector<float> viscosity;
  Viscosity solve;
  std::vector<Vec3f> change;
};

std::unique_ptr<Thick> random_block(std::vector<float> mu) {
  auto f = std::make_unique<Thick>(flow_scene(3, 0.025), block({14, 12, 10}, 0.025f, 0.3f), std::move(mu));
  f->set_random_velocity(1);
  return f;
}

// A lattice of equilateral triangles: to fourth order it looks alike from all sides, as liquid does and squares do not.
// The lowest row is half a row above zero.
std::vector<Vec3f> triangles(int columns, int rows, float spacing) {
  const float base = spacing * std::sqrt(2 / std::sqrt(3.0f)), height = spacing * spacing / base;
  std::vector<Vec3f> points;
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      const float x = static_cast<float>(i) + 0.5f * static_cast<float>(j % 2), y = static_cast<float>(j) + 0.5f;
      points.push_back({base * x, height * y, 0});
    }
  }
  return points;
}

// A block of 0.6 x 0.8 x 0.4 m of the cubic lattice, seen from the side or along the diagonals.
std::vector<Vec3f> turned_block(float spacing, bool diagonal) {
  const float c = diagonal ? std::sqrt(0.5f) : 1, s = diagonal ? c : 0;
  std::vector<Vec3f> points;
  const auto n = static_cast<int32_t>(1.2f / spacing);
  for (const Vec3f& p : block({n, n, n / 3}, spacing, 0, {-0.6f, -0.6f, 0})) {
    const Vec3f at{c * p.x - s * p.y, s * p.x + c * p.y, p.z};
    if (std::abs(at.x) < 0.3f && std::abs(at.y) < 0.4f) points.push_back(at + Vec3f{0.3f, 0.4f, 0});
  }
  return points;
}

// A wave v_x = cos(k y) in a block, looked at in its middle: by what share of the true rate nu k^2 it decays.
double decay_of_wave(Thick& f, double wave_length, const Box3f& middle) {
  const double k = 2 * kPi / wave_length, nu = static_cast<double>(f.viscosity[0]) / 1000, share = 0.02;
  const auto wave = [&](const Vec3f& p) { return std::cos(k * static_cast<double>(p.y)); };
  f.set_velocity([&](const Vec3f& p) { return Vec3f{static_cast<float>(wave(p)), 0, 0}; });
  const auto amplitude = [&] {
    double along = 0, all = 0;
    for (size_t i = 0; i < f.size(); ++i) {
      if (!middle.contains(f.position[i])) continue;
      along += wave(f.position[i]) * static_cast<double>(f.velocity[i].x);
      all += wave(f.position[i]) * wave(f.position[i]);
    }
    return along / all;
  };
  const double before = amplitude();
  for (int i = 0; i < 5; ++i) f.step(share / (nu * k * k), 1e-4);
  return std::log(before / amplitude()) / (5 * std::log(1 + share));  // an implicit step divides by 1 + dt nu k^2
}

Vec3d momentum_of(const RigidBodies& bodies) { return bodies.motion(0).velocity * bodies.mass(0); }

}  // namespace

TEST(Viscosity, WaveDecaysAtTheTrueRateIn2D) {
  Thick f(flow_scene(2, 0.02), triangles(64, 64, 0.02f), {5});
  EXPECT_NEAR(decay_of_wave(f, 0.4, {{0.4f, 0.4f, -1}, {0.9f, 0.8f, 1}}), 1, 0.1);
}

// A cubic lattice resists shear along its sides less than along its diagonals, as a crystal does; what disorder makes
// of it is Voigt's mean of the two, 3/5 and 2/5.
TEST(Viscosity, WaveDecaysAtTheTrueRateIn3D) {
  double mean = 0;
  for (const bool diagonal : {false, true}) {
    Thick f(flow_scene(3, 0.025), turned_block(0.025f, diagonal), {5});
    mean += (diagonal ? 0.4 : 0.6) * decay_of_wave(f, 0.4, {{0.15f, 0.2f, 0.1f}, {0.45f, 0.6f, 0.3f}});
  }
  EXPECT_NEAR(mean, 1, 0.1);
}

TEST(Viscosity, KeepsMomentumAndAngularMomentum) {
  for (const float mu : {0.1f, 10.0f, 1e4f}) {
    const auto f = random_block({mu, 0.01f * mu});
    const Random random(3);
    for (size_t i = 0; i < f->size(); ++i) {
      f->phase[i] = random.unit(i) < 0.3f;
      f->mass[i] *= 0.5f + random.unit(i, 1);
    }
    f->prepare();
    const double scale = f->scale(f->velocity);
    const Vec3d momentum = f->momentum(f->velocity), spin = f->angular_momentum(f->velocity);
    for (int step = 0; step < 4; ++step) f->step(0.002);
    EXPECT_LT(f->scale(f->velocity), 0.999 * scale) << mu;
    EXPECT_LT(length(f->momentum(f->velocity) - momentum), 1e-6 * scale) << mu;
    EXPECT_LT(length(f->angular_momentum(f->velocity) - spin), 1e-6 * scale) << mu;
  }
}

// The start may carry momentum: particles have left since the last step.
TEST(Viscosity, KeepsMomentumWhateverTheStart) {
  const auto f = random_block({1000});
  for (size_t i = 0; i < f->size(); ++i) f->change[i] = f->velocity[i] * -0.8f + Vec3f{0.3f, 0, 0};
  const Vec3d momentum = f->momentum(f->velocity);
  f->step(0.005);
  EXPECT_LT(length(f->momentum(f->velocity) - momentum), 1e-6 * f->scale(f->change));
}

TEST(Viscosity, LeavesRigidMotionAlone) {
  const auto f = random_block({1000});
  f->set_velocity([](const Vec3f& p) { return Vec3f{3, -2, 1} + cross(Vec3f{1, 2, -3}, p); });
  const std::vector<Vec3f> before = f->velocity;
  f->step(0.005);
  for (size_t i = 0; i < f->size(); ++i) EXPECT_LT(length(f->velocity[i] - before[i]), 2e-6f);
}

TEST(Viscosity, EnergyNeverGrows) {
  for (const float mu : {0.01f, 1.0f, 100.0f, 1e4f, 1e6f}) {
    const auto f = random_block({mu});
    for (int step = 0; step < 5; ++step) {
      const double before = f->energy();
      EXPECT_LT(f->step(0.005).iterations, 100);
      EXPECT_LE(f->energy(), before * (1 + 1e-6)) << mu;
    }
  }
}

TEST(Viscosity, VeryThickLiquidMovesAsOne) {
  const auto f = random_block({1e4f});
  const std::vector<Vec3f> random = f->velocity;
  f->set_velocity([](const Vec3f& p) { return Vec3f{3, -2, 1} + cross(Vec3f{1, 2, -3}, p); });
  const std::vector<Vec3f> rigid = f->velocity;
  // What is left of the random part after some steps is the little rigid motion that is in it.
  for (size_t i = 0; i < f->size(); ++i) f->velocity[i] += random[i];
  for (int step = 0; step < 10; ++step) f->step(0.005, 1e-3);
  double rest = 0;
  for (size_t i = 0; i < f->size(); ++i) rest += static_cast<double>(length(f->velocity[i] - rigid[i]));
  EXPECT_LT(rest / static_cast<double>(f->size()), 0.05);
}

TEST(Viscosity, ThinPhaseIsLeftAlone) {
  const auto f = random_block({50, 0});
  for (size_t i = 0; i < f->size(); ++i) f->phase[i] = f->position[i].y > 0.15f;
  const std::vector<Vec3f> before = f->velocity;
  const Vec3d momentum = f->momentum(before);
  f->step(0.005);
  for (size_t i = 0; i < f->size(); ++i) {
    if (f->phase[i] == 1) {
      EXPECT_EQ(f->velocity[i], before[i]);
    }
  }
  EXPECT_LT(length(f->momentum(f->velocity) - momentum), 1e-6 * f->scale(before));
  EXPECT_LT(f->scale(f->velocity), 0.8 * f->scale(before));
}

// Liquid that runs down a slope ends up with v(y) = rho g / mu (H y - y^2 / 2).
TEST(Viscosity, FilmOnAFloorHasItsParabola) {
  constexpr int columns = 140, rows = 13;
  Scene scene = flow_scene(2, 0.02);
  scene.domain = Domain{{-10, 0, -1}, {10, 2, 1}, Walls::closed};
  const std::vector<Vec3f> points = triangles(columns, rows, 0.02f);
  const float depth = 2 * rows * points[0].y, middle = points[columns / 2].x, g = 1, mu = 50;
  Thick f(scene, points, {mu});
  std::vector<int> iterations;
  for (int step = 0; step < 200; ++step) {
    for (Vec3f& v : f.velocity) v.x += 0.05f * g;
    iterations.push_back(f.step(0.05).iterations);
  }
  EXPECT_LT(4 * iterations.back(), iterations.front());  // in the end all steps make the same change
  double found = 0, expected = 0;
  for (size_t i = 0; i < f.size(); ++i) {
    const Vec3f& p = f.position[i];
    if (std::abs(p.x - middle) > 0.1f) continue;
    const float truth = 1000 * g / mu * (depth * p.y - p.y * p.y / 2);
    found += static_cast<double>(f.velocity[i].x);
    expected += static_cast<double>(truth);
    EXPECT_NEAR(f.velocity[i].x, truth, 0.06f) << p.y;
  }
  EXPECT_NEAR(found / expected, 1, 0.15);
}

TEST(Viscosity, MovingWallsTakeLiquidAlong) {
  Scene scene = flow_scene(3, 0.025);
  Shape bar;
  bar.kind = shapes::Box{{-0.2, -0.2, -0.2}, {0.5, 0, 0.5}};
  bar.transform.translate = Animated<Vec3d>({{1, {0, 0, 0}}, {25, {3, 0, 0}}}, Interpolation::linear);
  scene.solids.push_back({"bar", bar, {}});
  Thick f(scene, block({12, 8, 12}, 0.025f), {1e4f});
  const Vec3f wall{3, 0, 0};
  for (int step = 0; step < 20; ++step) f.step(0.05, 1e-3);
  for (const Vec3f& v : f.velocity) EXPECT_LT(length(v - wall), 0.02f);
  f.set_velocity([&](const Vec3f&) { return wall; });
  f.step(0.01);
  for (const Vec3f& v : f.velocity) EXPECT_LT(length(v - wall), 1e-4f);
}

TEST(Viscosity, RigidBodiesAreTakenAlong) {
  Scene scene = flow_scene(3, 0.025);
  Shape cube;
  cube.kind = shapes::Box{{-0.1, -0.1, -0.1}, {0.1, 0.1, 0.1}};
  scene.solids.push_back({"cube", cube, Rigid{300, {0, 0, 0}, {0, 0, 5}}});
  std::vector<Vec3f> around;
  for (const Vec3f& p : block({16, 16, 16}, 0.025f, 0, {-0.2f, -0.2f, -0.2f})) {
    if (max_component(abs(p)) > 0.1f) around.push_back(p);
  }
  Thick f(scene, around, {1e4f});
  f.set_velocity([](const Vec3f& p) { return Vec3f{1 + 2 * p.y, 0, 0}; });
  const auto spin = [&] {
    return f.angular_momentum(f.velocity) +
           f.bodies.inverse_inertia(0).inverse() * f.bodies.motion(0).angular_velocity +
           cross(f.bodies.centre(0), momentum_of(f.bodies));
  };
  const double scale = f.scale(f.velocity);
  const Vec3d momentum = f.momentum(f.velocity) + momentum_of(f.bodies), spin_before = spin();
  for (int step = 0; step < 5; ++step) f.step(0.005, 1e-3);
  EXPECT_LT(length(f.momentum(f.velocity) + momentum_of(f.bodies) - momentum), 1e-5 * scale);
  EXPECT_LT(length(spin() - spin_before), 1e-5 * scale);
  const RigidMotion motion = f.bodies.motion(0);
  EXPECT_GT(motion.velocity.x, 0.9);
  for (size_t i = 0; i < f.size(); ++i) {
    const Vec3d with = motion.velocity + cross(motion.angular_velocity, static_cast<Vec3d>(f.position[i]));
    EXPECT_LT(length(static_cast<Vec3d>(f.velocity[i]) - with), 0.02);
  }
}

TEST(Viscosity, IsTheSameForAnyNumberOfThreads) {
  std::vector<Vec3f> result[2];
  for (int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    const auto f = random_block({100});
    f->step(0.005);
    result[threads - 1] = f->velocity;
  }
  EXPECT_EQ(result[0], result[1]);
}

}  // namespace weir::sph
