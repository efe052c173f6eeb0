// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Liquid that friction, stickiness and adhesion of solids hold, run by the solver.

#include <gtest/gtest.h>

#include "sph/flow_fixture.h"
#include "sph/sph.h"
#include "sph/sph_settings.h"
#include "weir/sim/directors.h"

namespace weir::sph {

namespace {

// A strip of thick liquid in 2D on a floor along x, under gravity that is tilted by an angle.
Scene strip_on_slope(const SolidGrip& grip, double viscosity, double slope) {
  Scene scene = flow_scene(2, 0.02);
  scene.solver.settings = SphSettings{};
  scene.gravity = Animated<Vec3d>(Vec3d{9.81 * slope, -9.81 * std::sqrt(1 - slope * slope), 0});
  scene.phases[0].viscosity = viscosity;
  scene.domain = Domain{{-1, -1, -1}, {4, 1, 1}, Walls::open};
  Solid floor;
  floor.shape.kind = shapes::Box{{-1, -0.1, -1}, {4, 0, 1}};
  floor.friction = static_cast<double>(grip.friction);
  if (grip.stickiness) floor.stickiness = static_cast<double>(*grip.stickiness);
  scene.solids = {floor};
  Liquid liquid;
  liquid.shape.kind = shapes::Box{{0, 0, -1}, {1, 0.1, 1}};
  scene.liquids = {liquid};
  return scene;
}

class Simulated {
 public:
  explicit Simulated(const Scene& scene) : solver_(make_sph_solver(scene)) {}
  void to(double seconds) {
    Directors none;
    while (time_ < seconds - 1e-9) {
      const double step = std::min(solver_->wanted_step(), seconds - time_);
      solver_->step({1 + time_ * 24, time_, step, 24}, none);
      time_ += step;
    }
  }
  const Particles& particles() const { return solver_->particles(); }
  Vec3d mean_velocity() const {
    Vec3d sum;
    for (const Vec3f& v : particles().velocity) sum += static_cast<Vec3d>(v);
    return sum / static_cast<double>(particles().size());
  }

 private:
  std::unique_ptr<Solver> solver_;
  double time_ = 0;
};

}  // namespace

// a = g (sin - mu cos)
TEST(Slope, LiquidSlidesAsFastAsASled) {
  const double slope = 0.2;
  for (const float mu : {0.0f, 0.1f}) {
    const Scene scene = strip_on_slope({mu, 0.0f, 0}, 1000, slope);
    Simulated run(scene);
    run.to(0.2);
    const double first = run.mean_velocity().x;
    run.to(0.4);
    const double expected = 9.81 * (slope - static_cast<double>(mu) * std::sqrt(1 - slope * slope));
    EXPECT_NEAR((run.mean_velocity().x - first) / 0.2, expected, 0.04 * expected);
  }
}

TEST(Slope, UnderItsFrictionAngleLiquidStays) {
  const Scene scene = strip_on_slope({0.4f, 0.0f, 0}, 1000, 0.2);
  Simulated run(scene);
  run.to(0.3);
  // Thick liquid creeps above its lowest layer and sinks at its ends, so look at that layer in the middle.
  const Particles& p = run.particles();
  double sum = 0, count = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    if (p.position[i].y > 0.02f || std::abs(p.position[i].x - 0.5f) > 0.3f) continue;
    sum += static_cast<double>(p.velocity[i].x);
    ++count;
  }
  const double free = 9.81 * 0.2 * 0.3;
  RecordProperty("creep", std::to_string(sum / count / free));
  EXPECT_LT(std::abs(sum / count), 0.02 * free);
}

// The film of Nusselt: u(y) = g sin(a) / nu (H y - y^2 / 2), reached to within a per cent after H^2 / nu.
TEST(Slope, StickyThickLiquidHasTheProfileOfAFilm) {
  const double nu = 0.02, height = 0.1, pull = 9.81 * 0.2;
  const Scene scene = strip_on_slope({0, 1.0f, 0}, 1000 * nu, 0.2);
  Simulated run(scene);
  run.to(height * height / nu);
  double square = 0;
  int count = 0;
  const Particles& p = run.particles();
  for (size_t i = 0; i < p.size(); ++i) {
    if (std::abs(p.position[i].x - 0.7f) > 0.15f) continue;
    const auto y = static_cast<double>(p.position[i].y);
    const double off = static_cast<double>(p.velocity[i].x) - pull / nu * (height * y - y * y / 2);
    square += off * off;
    ++count;
  }
  ASSERT_GT(count, 50);
  EXPECT_LT(std::sqrt(square / count), 0.15 * pull / nu * height * height / 2);
}

TEST(Slope, LiquidHangsUnderAPlateThatItClingsTo) {
  for (const double adhesion : {0.0, 40.0}) {
    Scene scene = flow_scene(3, 0.02);
    scene.solver.settings = SphSettings{};
    scene.phases[0].viscosity = 0.5;
    scene.phases[0].surface_tension = 1;
    Solid ceiling;
    ceiling.shape.kind = shapes::Box{{-0.3, 0.5, -0.3}, {0.3, 0.6, 0.3}};
    ceiling.adhesion = adhesion;
    scene.solids = {ceiling};
    Liquid liquid;
    liquid.shape.kind = shapes::Box{{-0.08, 0.48, -0.08}, {0.08, 0.5, 0.08}};
    scene.liquids = {liquid};
    Simulated run(scene);
    run.to(0.5);
    for (const Vec3f& x : run.particles().position) {
      if (adhesion > 0) {
        EXPECT_GT(x.y, 0.45f);
      } else {
        EXPECT_LT(x.y, 0);
      }
    }
  }
}

// A drop on a floor: the more it clings to it, the flatter and wider it lies.
TEST(Slope, AdhesionWetsAFloor) {
  double last = 0;
  for (const double adhesion : {0.0, 20.0, 80.0}) {
    Scene scene = flow_scene(2, 0.01);
    scene.solver.settings = SphSettings{};
    scene.gravity = Animated<Vec3d>(Vec3d{0, -0.5, 0});
    scene.phases[0].viscosity = 0.5;
    scene.phases[0].surface_tension = 1;
    Solid floor;
    floor.shape.kind = shapes::Box{{-1, -0.1, -1}, {1, 0, 1}};
    floor.adhesion = adhesion;
    scene.solids = {floor};
    Liquid liquid;
    liquid.shape.kind = shapes::Box{{-0.08, 0, -1}, {0.08, 0.1, 1}};
    scene.liquids = {liquid};
    Simulated run(scene);
    run.to(0.6);
    float left = 0, right = 0;
    for (const Vec3f& x : run.particles().position) {
      if (x.y < 0.01f) left = std::min(left, x.x), right = std::max(right, x.x);
    }
    const auto width = static_cast<double>(right - left);
    RecordProperty("width_" + std::to_string(static_cast<int>(adhesion)), std::to_string(width));
    EXPECT_GT(width, last + 0.01);
    last = width;
  }
}

}  // namespace weir::sph
