// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/pressure.h"

#include <gtest/gtest.h>

#include "sph/flow_fixture.h"

namespace weir::sph {

namespace {

constexpr double kStep = 0.002;  // s

// The same system as a dense matrix in double, made of pairs alone, and solved by projected Gauss-Seidel.
struct DenseSystem {
  explicit DenseSystem(const FlowFixture& fixture) : f(fixture), n(f.size()), matrix(n * n), rows(n * n), own(n) {
    for (size_t i = 0; i < n; ++i) {
      own[i] = static_cast<Vec3d>(f.flow.boundary.gradient[i]);
      for (size_t j = 0; j < n; ++j) {
        const Vec3d x = static_cast<Vec3d>(f.position[i]) - static_cast<Vec3d>(f.position[j]);
        const double factor = f.flow.kernel.gradient_factor(static_cast<float>(length(x)));
        rows[i * n + j] = x * (f.flow.volume * factor);
        own[i] += rows[i * n + j];
      }
    }
    for (size_t j = 0; j < n; ++j) {
      std::vector<double> unit(n);
      unit[j] = 1;
      const std::vector<Vec3d> a = accelerations(unit);
      for (size_t i = 0; i < n; ++i) matrix[i * n + j] = -kStep * kStep * divergence(a, i);
    }
    for (const BodyContact& a : f.flow.contacts) {
      for (const BodyContact& b : f.flow.contacts) matrix[a.particle * n + b.particle] += by_body(a, b);
    }
  }
  // What pressure at b does to the density at a through the body.
  double by_body(const BodyContact& a, const BodyContact& b) const {
    const Vec3d turned = f.bodies.inverse_inertia(0) * static_cast<Vec3d>(b.angular);
    const double push = dot(static_cast<Vec3d>(a.linear), static_cast<Vec3d>(b.linear)) / f.bodies.mass(0);
    return kStep * kStep * f.flow.volume * (push + dot(static_cast<Vec3d>(a.angular), turned));
  }
  double divergence(const std::vector<Vec3d>& v, size_t i) const {
    double sum = dot(v[i], own[i]);
    for (size_t j = 0; j < n; ++j) sum -= dot(v[j], rows[i * n + j]);
    return sum;
  }
  std::vector<Vec3d> accelerations(const std::vector<double>& p) const {
    std::vector<Vec3d> a(n);
    for (size_t i = 0; i < n; ++i) {
      a[i] = own[i] * p[i];
      for (size_t j = 0; j < n; ++j) a[i] += rows[i * n + j] * p[j];
      a[i] *= -static_cast<double>(f.flow.volume * f.flow.inverse_mass[i]);
    }
    return a;
  }
  // Compression without pressure, with bodies as they move now.
  std::vector<double> compression(const std::vector<float>& excess, const std::vector<Vec3f>& velocity) const {
    std::vector<Vec3d> v(n);
    for (size_t i = 0; i < n; ++i) v[i] = static_cast<Vec3d>(velocity[i]);
    std::vector<double> s(n);
    for (size_t i = 0; i < n; ++i) {
      s[i] = (excess.empty() ? 0.0 : double{excess[i]}) + kStep * (divergence(v, i) - f.flow.boundary.flux[i]);
    }
    for (const BodyContact& c : f.flow.contacts) {
      const RigidMotion m = f.bodies.motion(0);
      s[c.particle] -= kStep * (dot(static_cast<Vec3d>(c.linear), m.velocity) +
                                dot(static_cast<Vec3d>(c.angular), m.angular_velocity));
    }
    return s;
  }
  std::vector<double> solve(const std::vector<double>& s) const {
    std::vector<double> p(n);
    double change = 1, greatest = 0;
    for (int sweep = 0; sweep < 20000 && change > 1e-9 * greatest; ++sweep) {
      change = greatest = 0;
      for (size_t i = 0; i < n; ++i) {
        if (matrix[i * n + i] <= 0) continue;
        double r = s[i];
        for (size_t j = 0; j < n; ++j) r -= matrix[i * n + j] * p[j];
        const double next = std::max(0.0, p[i] + r / matrix[i * n + i]);
        change = std::max(change, std::abs(next - p[i]));
        greatest = std::max(greatest, next);
        p[i] = next;
      }
      if (sweep < 10) change = 1, greatest = std::max(greatest, 1e-30);
    }
    return p;
  }

  const FlowFixture& f;
  size_t n;
  std::vector<double> matrix;
  std::vector<Vec3d> rows, own;  // V grad W_ij, S
};

struct Case {
  std::string name;
  Scene scene;
  std::vector<Vec3f> points;
};

// Small liquids: in a 2D corner, free in 3D, and around a cube that they push.
std::vector<Case> cases() {
  std::vector<Case> all;
  Scene corner = flow_scene(2, 0.02);
  corner.domain = Domain{{0, 0, -1}, {1, 1, 1}, Walls::closed};
  all.push_back({"corner", corner, block({12, 12, 1}, 0.02f, 0.2f)});
  all.push_back({"free", flow_scene(3, 0.02), block({6, 5, 5}, 0.019f, 0.3f)});
  Scene pushed = flow_scene(3, 0.02);
  Shape cube;
  cube.kind = shapes::Box{{-0.03, -0.03, -0.03}, {0.03, 0.03, 0.03}};
  pushed.solids.push_back({"cube", cube, Rigid{400, {0.2, 0.5, 0}, {0, 0, 3}}});
  all.push_back({"pushed", pushed, block({5, 5, 5}, 0.019f, 0.1f, {-0.05f, 0.03f, -0.05f})});
  return all;
}

std::vector<float> excess_of(const FlowFixture& f) {
  std::vector<float> excess(f.size());
  for (size_t i = 0; i < f.size(); ++i) excess[i] = f.flow.density[i] - 1;
  return excess;
}

double energy(const FlowFixture& f) {
  double sum = f.energy();
  for (size_t b = 0; b < f.bodies.size(); ++b) {
    const RigidMotion m = f.bodies.motion(b);
    // The cube's inertia is the same about all axes.
    sum += 0.5 * (f.bodies.mass(b) * length_squared(m.velocity) +
                  length_squared(m.angular_velocity) / f.bodies.inverse_inertia(b).row[0].x);
  }
  return sum;
}

}  // namespace

// Compression that was made by pressures is taken back by these. Velocities are unique even where pressures are not.
TEST(Pressure, FindsThePressuresBehindACompression) {
  const Random random(2);
  for (const Case& c : cases()) {
    FlowFixture f(c.scene, c.points);
    for (size_t b = 0; b < f.bodies.size(); ++b) f.bodies.set_motion(b, {});
    const DenseSystem dense(f);
    std::vector<double> truth(f.size());
    for (size_t i = 0; i < f.size(); ++i) truth[i] = 1000 + 200 * random.unit(i);
    std::vector<float> excess(f.size());
    for (size_t i = 0; i < f.size(); ++i) {
      double sum = 0;
      for (size_t j = 0; j < f.size(); ++j) sum += dense.matrix[i * f.size() + j] * truth[j];
      excess[i] = static_cast<float>(sum);
    }
    const std::vector<Vec3d> a = dense.accelerations(truth);
    std::vector<float> pressure(f.size()), correction(f.size());
    PressureSolve(f.flow, f.bodies).solve({excess, {}, pressure, correction, f.velocity}, kStep, 1e-8, 5000);
    double wrong = 0, scale = 0;
    for (size_t i = 0; i < f.size(); ++i) {
      wrong += length_squared(static_cast<Vec3d>(f.velocity[i]) - a[i] * kStep);
      scale += length_squared(a[i] * kStep);
    }
    EXPECT_LT(std::sqrt(wrong / scale), 0.01) << c.name;
  }
}

TEST(Pressure, MeetsItsToleranceAndIsNeverNegative) {
  for (const Case& c : cases()) {
    for (const double tolerance : {1e-2, 1e-4}) {
      FlowFixture f(c.scene, c.points);
      f.set_random_velocity(0.5f);
      const std::vector<float> excess = excess_of(f);
      std::vector<float> pressure(f.size()), correction(f.size());
      const PressureResult result =
          PressureSolve(f.flow, f.bodies).solve({excess, {}, pressure, correction, f.velocity}, kStep, tolerance, 1000);
      EXPECT_LE(result.error, tolerance) << c.name;
      EXPECT_LT(result.iterations, 1000) << c.name;
      for (const float p : pressure) EXPECT_GE(p, 0);
      double left = 0, greatest = 0;
      for (const double s : DenseSystem(f).compression(excess, f.velocity)) {
        left += std::max(0.0, s) / static_cast<double>(f.size());
        greatest = std::max(greatest, s);
      }
      EXPECT_LE(left, 1.01 * tolerance + 1e-6) << c.name;
      EXPECT_LE(greatest, 101 * tolerance) << c.name;
    }
  }
}

TEST(Pressure, DivergenceSolveAddsNoEnergyFromAnyStart) {
  const Random random(9);
  for (const Case& c : cases()) {
    for (const float start : {0.0f, 1.0f, 1e4f, 1e9f, 1e15f, -1e4f}) {
      for (const int iterations : {0, 1, 3, 50}) {
        FlowFixture f(c.scene, c.points);
        f.set_random_velocity(1);
        std::vector<float> pressure(f.size()), correction(f.size());
        std::vector<uint8_t> spray(f.size());
        for (size_t i = 0; i < f.size(); ++i) {
          pressure[i] = start * (2 * random.unit(i) - (i % 3 == 0 ? 1.0f : 0.0f));
          spray[i] = i % 7 == 0;
        }
        const double before = energy(f);
        PressureSolve(f.flow, f.bodies).solve({{}, spray, pressure, correction, f.velocity}, kStep, 1e-6, iterations);
        EXPECT_LE(energy(f), before * (1 + 1e-5)) << c.name << ' ' << start << ' ' << iterations;
        for (size_t i = 0; i < f.size(); ++i) {
          EXPECT_GE(pressure[i], 0);
          EXPECT_TRUE(!spray[i] || pressure[i] == 0);
        }
      }
    }
  }
}

TEST(Pressure, AGoodStartSavesIterations) {
  const Case c = cases()[0];
  FlowFixture cold(c.scene, c.points), warm(c.scene, c.points);
  cold.set_random_velocity(0.5f);
  warm.set_random_velocity(0.5f);
  const std::vector<float> excess = excess_of(cold);
  std::vector<float> pressure(cold.size()), correction(cold.size());
  const auto solve = [&](FlowFixture& f) {
    return PressureSolve(f.flow, f.bodies)
        .solve({excess, {}, pressure, correction, f.velocity}, kStep, 1e-5, 1000)
        .iterations;
  };
  const int first = solve(cold);
  EXPECT_GT(first, 3);
  EXPECT_LT(solve(warm), first);
}

// What the last solve added is often what this one must take away again: the start finds both out by itself.
TEST(Pressure, TakesTheLastCorrectionBack) {
  int iterations_plain = 0, iterations_told = 0;
  for (const Case& c : cases()) {
    FlowFixture first(c.scene, c.points), plain(c.scene, c.points), told(c.scene, c.points);
    for (FlowFixture* f : {&first, &plain, &told}) f->set_random_velocity(0.5f);
    const std::vector<float> excess = excess_of(first);
    std::vector<float> lower = excess;
    for (float& e : lower) e += 1e-4f;  // as the solve below does by itself, since it may stop earlier
    std::vector<float> truth(first.size()), correction(first.size());
    PressureSolve(first.flow, first.bodies).solve({lower, {}, truth, correction, first.velocity}, kStep, 1e-7, 1000);
    const Random random(7);
    std::vector<float> noise(truth.size()), wrong(truth.size()), none(truth.size());
    for (size_t i = 0; i < truth.size(); ++i) {
      noise[i] = truth[i] * random.unit(i);
      wrong[i] = truth[i] + noise[i];
    }
    const auto iterations = [&](FlowFixture& f, std::vector<float> pressure, std::vector<float> last) {
      return PressureSolve(f.flow, f.bodies)
          .solve({excess, {}, pressure, last, f.velocity}, kStep, 1e-4, 1000)
          .iterations;
    };
    iterations_told += iterations(told, wrong, noise);
    iterations_plain += iterations(plain, wrong, none);
  }
  EXPECT_LT(2 * iterations_told, iterations_plain);
}

// Liquid and the body that it pushes exchange momentum and angular momentum, and lose none.
TEST(Pressure, KeepsMomentaOfLiquidAndBody) {
  const Case c = cases()[2];
  FlowFixture f(c.scene, c.points);
  f.set_velocity([](const Vec3f&) { return Vec3f{0.3f, -1, 0.1f}; });
  ASSERT_GT(f.flow.contacts.size(), 20u);
  const double inertia = 1 / f.bodies.inverse_inertia(0).row[0].x;
  const auto linear = [&] { return f.momentum(f.velocity) + f.bodies.motion(0).velocity * f.bodies.mass(0); };
  const auto angular = [&] {
    const RigidMotion m = f.bodies.motion(0);
    return f.angular_momentum(f.velocity) + cross(f.bodies.centre(0), m.velocity) * f.bodies.mass(0) +
           m.angular_velocity * inertia;
  };
  const Vec3d linear_before = linear(), angular_before = angular();
  const RigidMotion motion = f.bodies.motion(0);
  const std::vector<float> excess = excess_of(f);
  std::vector<float> pressure(f.size(), 100);
  std::vector<float> correction(f.size());
  PressureSolve(f.flow, f.bodies).solve({excess, {}, pressure, correction, f.velocity}, kStep, 1e-6, 200);
  EXPECT_LT(length(linear() - linear_before), 1e-5 * f.scale(f.velocity));
  EXPECT_LT(length(angular() - angular_before), 1e-5 * f.scale(f.velocity));
  EXPECT_LT(f.bodies.motion(0).velocity.y, motion.velocity.y - 0.01);  // the liquid comes from above
}

TEST(Pressure, LooseLiquidIsLeftAlone) {
  FlowFixture f(flow_scene(3, 0.02), block({5, 5, 5}, 0.03f));
  f.set_velocity([](const Vec3f& p) { return p * 3.0f; });
  const std::vector<Vec3f> before = f.velocity;
  std::vector<float> pressure(f.size()), correction(f.size());
  const PressureResult result =
      PressureSolve(f.flow, f.bodies).solve({excess_of(f), {}, pressure, correction, f.velocity}, kStep, 1e-6, 100);
  EXPECT_EQ(result.iterations, 0);
  EXPECT_EQ(result.error, 0);
  EXPECT_EQ(f.velocity, before);
}

TEST(Pressure, NoParticlesAndOne) {
  for (const size_t count : {0u, 1u}) {
    FlowFixture f(flow_scene(3, 0.02), std::vector<Vec3f>(count));
    std::vector<float> pressure(count, 10);
    std::vector<float> correction(f.size());
    const PressureResult result =
        PressureSolve(f.flow, f.bodies).solve({excess_of(f), {}, pressure, correction, f.velocity}, kStep, 1e-6, 100);
    EXPECT_EQ(result.error, 0);
    for (const Vec3f& v : f.velocity) EXPECT_EQ(v, (Vec3f{}));
  }
}

TEST(Pressure, SameForAnyNumberOfThreads) {
  const auto solved = [](int threads) {
    const ThreadLimit limit(threads);
    Scene scene = flow_scene(2, 0.02);
    scene.domain = Domain{{0, 0, -1}, {1, 1, 1}, Walls::closed};
    FlowFixture f(scene, block({50, 40, 1}, 0.02f, 0.2f));
    f.set_random_velocity(0.5f);
    std::vector<float> pressure(f.size(), 500);
    std::vector<float> correction(f.size());
    PressureSolve(f.flow, f.bodies).solve({excess_of(f), {}, pressure, correction, f.velocity}, kStep, 1e-5, 50);
    return std::pair(pressure, f.velocity);
  };
  EXPECT_EQ(solved(1), solved(2));
}

// The velocities are unique even where pressures are not. What is left is pressure that the last iteration made
// negative.
TEST(Pressure, IsCloseToADenseProjectedSolve) {
  for (const Case& c : cases()) {
    FlowFixture f(c.scene, c.points);
    f.set_random_velocity(0.5f);
    const std::vector<float> excess = excess_of(f);
    const DenseSystem dense(f);
    const std::vector<double> truth = dense.solve(dense.compression(excess, f.velocity));
    const std::vector<Vec3d> a = dense.accelerations(truth);
    const std::vector<Vec3f> before = f.velocity;
    std::vector<float> pressure(f.size()), correction(f.size());
    PressureSolve(f.flow, f.bodies).solve({excess, {}, pressure, correction, f.velocity}, kStep, 1e-4, 2000);
    double wrong = 0, scale = 0;
    for (size_t i = 0; i < f.size(); ++i) {
      wrong += length_squared(static_cast<Vec3d>(f.velocity[i] - before[i]) - a[i] * kStep);
      scale += length_squared(a[i] * kStep);
    }
    EXPECT_LT(std::sqrt(wrong / scale), 0.2) << c.name;
  }
}

// The pressure that comes back is nearly the one that acted: negative ones are dropped.
TEST(Pressure, ActsAsItSays) {
  for (const Case& c : cases()) {
    FlowFixture f(c.scene, c.points);
    f.set_random_velocity(0.5f);
    const std::vector<float> excess = excess_of(f);
    const std::vector<Vec3f> before = f.velocity;
    std::vector<float> pressure(f.size()), correction(f.size());
    PressureSolve solve(f.flow, f.bodies);
    solve.solve({excess, {}, pressure, correction, f.velocity}, kStep, 1e-4, 1000);
    std::vector<Vec3f> again = before;
    solve.apply_pressure(pressure, again, kStep);
    double wrong = 0, scale = 0;
    for (size_t i = 0; i < f.size(); ++i) {
      wrong += static_cast<double>(length_squared(again[i] - f.velocity[i]));
      scale += static_cast<double>(length_squared(f.velocity[i] - before[i]));
    }
    EXPECT_LT(std::sqrt(wrong / scale), 0.2) << c.name;
  }
}

}  // namespace weir::sph
