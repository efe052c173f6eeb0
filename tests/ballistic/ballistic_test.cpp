// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The ballistic solver against the formulas of free flight, bouncing and sliding.

#include "ballistic/ballistic.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "ballistic/ballistic_settings.h"
#include "weir/scene/scene.h"

namespace weir::ballistic {

namespace {

Shape shape_of(decltype(Shape::kind) kind, Vec3d translate = {}) {
  Shape shape;
  shape.kind = std::move(kind);
  shape.transform.translate = translate;
  return shape;
}

// A cube of 2 x 2 x 2 particles around `centre`.
Scene drop_scene(const Vec3d& centre, const Vec3d& velocity) {
  Scene scene;
  scene.solver.spacing = 0.01;
  scene.solver.settings = BallisticSettings{};
  Liquid liquid;
  liquid.shape = shape_of(shapes::Box{{-0.01, -0.01, -0.01}, {0.01, 0.01, 0.01}}, centre);
  liquid.velocity = velocity;
  scene.liquids = {liquid};
  return scene;
}

BallisticSettings& ballistic(Scene& scene) { return *scene.solver.get<BallisticSettings>(); }

void advance(Solver& solver, const Scene& scene, double seconds, double step) {
  Directors none;
  const int steps = static_cast<int>(std::lround(seconds / step));
  for (int i = 0; i < steps; ++i) {
    solver.step({scene.frames.first + i * step * scene.frames.rate, i * step, step, scene.frames.rate}, none);
  }
}

Vec3d centre_of(const Particles& particles) {
  Vec3d sum{};
  for (const Vec3f& p : particles.position) sum += static_cast<Vec3d>(p);
  return sum / static_cast<double>(particles.size());
}

}  // namespace

TEST(Ballistic, FreeFlightIsExactForAnyStep) {
  for (const double step : {0.5, 0.05, 0.004}) {
    const Scene scene = drop_scene({1, 2, 3}, {2, 5, -1});
    const auto solver = make_ballistic_solver(scene);
    ASSERT_EQ(solver->particles().size(), 8u);
    advance(*solver, scene, 1, step);
    const Vec3d expected{1 + 2, 2 + 5 - 0.5 * 9.81, 3 - 1};
    EXPECT_LT(length(centre_of(solver->particles()) - expected), 5e-5) << step;  // rounding of 250 steps
    EXPECT_NEAR(solver->particles().velocity[0].y, 5 - 9.81, 5e-5);
  }
}

TEST(Ballistic, BouncesToTheHeightOfTheRestitution) {
  Scene scene = drop_scene({0, 1, 0}, {});
  scene.solids = {{"floor", shape_of(shapes::Plane{}), {}}};
  for (const double bounce : {1.0, 0.7, 0.5}) {
    ballistic(scene).bounce = bounce;
    const auto solver = make_ballistic_solver(scene);
    const double fall = std::sqrt(2 * 1.005 / 9.81);  // of the upper layer, which starts at 1.005 m
    double highest = 0;
    Directors none;
    const double step = 1.0 / 96;
    for (double t = 0; t < fall * (1 + 2 * bounce) * 0.999; t += step) {
      solver->step({1 + t * 24, t, step, 24}, none);
      if (t > fall + step) {
        for (const Vec3f& p : solver->particles().position) highest = std::max(highest, static_cast<double>(p.y));
      }
    }
    EXPECT_NEAR(highest, bounce * bounce * 1.005, 0.005) << bounce;
  }
}

TEST(Ballistic, SlidesDownASlopeByTheLaw) {
  for (const double friction : {0.0, 0.3}) {
    const double angle = 30 * kPi / 180;
    Scene scene = drop_scene({0, 0.03, 0}, {});
    ballistic(scene).friction = friction;
    ballistic(scene).bounce = 0;
    scene.solids = {{"slope", shape_of(shapes::Plane{{}, {std::sin(angle), std::cos(angle), 0}}), {}}};
    const auto solver = make_ballistic_solver(scene);
    advance(*solver, scene, 0.2, 0.01);  // lands
    const float before = length(solver->particles().velocity[0]);
    advance(*solver, scene, 0.5, 0.01);
    const double gained = length(solver->particles().velocity[0]) - before;
    EXPECT_NEAR(gained, 0.5 * 9.81 * (std::sin(angle) - friction * std::cos(angle)), 0.02) << friction;
  }
}

TEST(Ballistic, StaysWhereFrictionHoldsIt) {
  Scene scene = drop_scene({0, 0.03, 0}, {});
  ballistic(scene).friction = 1;
  ballistic(scene).bounce = 0;
  scene.solids = {{"slope", shape_of(shapes::Plane{{}, {0.5, 1, 0}}), {}}};
  const auto solver = make_ballistic_solver(scene);
  advance(*solver, scene, 0.5, 0.01);
  const Vec3d before = centre_of(solver->particles());
  advance(*solver, scene, 1, 0.01);
  EXPECT_LT(length(centre_of(solver->particles()) - before), 1e-3);
}

TEST(Ballistic, DoesNotTunnelThroughThinWalls) {
  Scene scene = drop_scene({0, 0, 0}, {200, 0, 0});
  scene.gravity = Vec3d{};
  scene.solids = {{"sheet", shape_of(shapes::Box{{1, -1, -1}, {1.001, 1, 1}}), {}}};
  const auto solver = make_ballistic_solver(scene);
  advance(*solver, scene, 0.1, 0.05);
  for (const Vec3f& p : solver->particles().position) EXPECT_LT(p.x, 1);
}

TEST(Ballistic, AMovingSolidSweepsParticlesAlong) {
  Scene scene = drop_scene({0.3, 0.5, 0}, {});
  scene.gravity = Vec3d{};
  ballistic(scene).bounce = 0;
  Solid wall{"wall", shape_of(shapes::Box{{-0.1, 0, -1}, {0.1, 1, 1}}), {}};
  wall.shape.transform.translate = Animated<Vec3d>({{1, {0, 0, 0}}, {25, {2, 0, 0}}}, Interpolation::linear);  // 2 m/s
  scene.solids = {wall};
  const auto solver = make_ballistic_solver(scene);
  advance(*solver, scene, 0.75, 1.0 / 96);
  for (size_t i = 0; i < solver->particles().size(); ++i) {
    EXPECT_NEAR(solver->particles().velocity[i].x, 2, 1e-3);
    EXPECT_GE(solver->particles().position[i].x, 1.6);  // the wall's face
    EXPECT_LT(solver->particles().position[i].x, 1.66);
  }
}

// A thin plate sweeps a curtain of drops at rest: it must take every one along, however fast.
TEST(Ballistic, AThinFastPlateMissesNothing) {
  for (const bool in_union : {false, true}) {
    for (const double speed : {1.0, 4.0, 16.0}) {
      if (in_union && speed > 1) continue;  // a part of a boolean blends over a step: docs/scene.md
      Scene scene;
      scene.gravity = Vec3d{};
      scene.solver.spacing = 0.02;
      scene.solver.settings = BallisticSettings{.bounce = 0};
      Liquid curtain;
      curtain.shape = shape_of(shapes::Box{{0.1, -0.1, -0.1}, {0.4, 0.1, 0.1}});
      scene.liquids = {curtain};
      Shape plate = shape_of(shapes::Box{{-0.01, -0.5, -0.5}, {0.01, 0.5, 0.5}});
      plate.transform.translate = Animated<Vec3d>({{1, {0, 0, 0}}, {25, {speed, 0, 0}}}, Interpolation::linear);
      if (in_union) plate = shape_of(shapes::Union{{plate}, 0});
      scene.solids = {{"plate", plate, {}}};
      const auto solver = make_ballistic_solver(scene);
      advance(*solver, scene, 0.5 / speed, 1.0 / 96 < 0.5 / speed ? 1.0 / 96 : 0.5 / speed);
      size_t behind = 0;
      const double face = std::round(0.5 / speed * 96) / 96.0 * speed;
      for (const Vec3f& p : solver->particles().position) behind += p.x < face;
      EXPECT_EQ(behind, 0u) << speed << " m/s, in a union: " << in_union;
    }
  }
}

// A turning blade: what its tip reaches is thrown, nothing passes through it.
TEST(Ballistic, ATurningBladePassesThroughNothing) {
  Scene scene;
  scene.gravity = Vec3d{};
  scene.solver.spacing = 0.02;
  scene.solver.settings = BallisticSettings{.bounce = 0.2};
  Liquid block;
  block.shape = shape_of(shapes::Box{{0.2, 0.05, -0.1}, {0.6, 0.45, 0.1}});
  scene.liquids = {block};
  Shape blade = shape_of(shapes::Box{{0, -0.01, -0.5}, {1, 0.01, 0.5}});
  blade.transform.spin_axis = {0, 0, 1};
  blade.transform.spin =
      Animated<double>({{1, 0}, {13, 90}}, Interpolation::linear);  // a quarter turn in half a second
  scene.solids = {{"blade", blade, {}}};
  const auto solver = make_ballistic_solver(scene);
  advance(*solver, scene, 0.5, 1.0 / 96);
  for (const Vec3f& p : solver->particles().position) {
    if (length(Vec3f{p.x, p.y, 0}) > 1) continue;  // flew off its tip
    EXPECT_LT(p.x, -0.0099f);
  }
}

// A step of ten seconds, and a floor the drops would be far below at its end.
TEST(Ballistic, LongStepsDoNotFallThroughFloors) {
  Scene scene = drop_scene({0, 1, 0}, {});
  scene.solids = {{"floor", shape_of(shapes::Box{{-50, -0.2, -50}, {50, 0, 50}}), {}}};
  const auto solver = make_ballistic_solver(scene);
  advance(*solver, scene, 20, 10);
  for (const Vec3f& p : solver->particles().position) EXPECT_GT(p.y, 0);
}

TEST(Ballistic, NothingLeavesAClosedBox) {
  EXPECT_TRUE(rc::check("random throws", [] {
    const auto number = [](double from, double to) { return from + (to - from) * *rc::gen::inRange(0, 1000) / 1000.0; };
    Scene scene = drop_scene({number(-0.8, 0.8), number(0.2, 1.8), number(-0.8, 0.8)},
                             {number(-30, 30), number(-30, 30), number(-30, 30)});
    RC_PRE(length(scene.liquids[0].shape.transform.translate.keys[0].value - Vec3d{0, 1, 0}) >
           0.53);  // not in the ball
    scene.domain = Domain{{-1, 0, -1}, {1, 2, 1}, Walls::closed};
    ballistic(scene).bounce = number(0, 1);
    scene.solids = {{"ball", shape_of(shapes::Sphere{{0, 0, 0}, 0.5}, {0, 1, 0}), {}}};
    const auto solver = make_ballistic_solver(scene);
    advance(*solver, scene, 1, 1.0 / 48);
    RC_ASSERT(solver->particles().validate().empty());
    for (const Vec3f& p : solver->particles().position) {
      RC_ASSERT(Box3f({-1, 0, -1}, {1, 2, 1}).contains(p));
      RC_ASSERT(length(p - Vec3f{0, 1, 0}) > 0.499f);
    }
  }));
}

TEST(Ballistic, EnergyNeverGrowsInABox) {
  Scene scene = drop_scene({0.2, 1.5, 0.1}, {3, 0, 1});
  scene.domain = Domain{{-0.5, 0, -0.5}, {0.5, 2, 0.5}, Walls::closed};
  const auto solver = make_ballistic_solver(scene);
  const auto energy = [&] {
    double sum = 0;
    for (size_t i = 0; i < solver->particles().size(); ++i) {
      sum += 0.5 * length_squared(solver->particles().velocity[i]) + 9.81 * solver->particles().position[i].y;
    }
    return sum;
  };
  double last = energy();
  for (int i = 0; i < 200; ++i) {
    advance(*solver, scene, 1.0 / 96, 1.0 / 96);
    EXPECT_LT(energy(), last + 0.02);  // rounding, and the push out of touching range
    last = energy();
  }
  EXPECT_LT(last, 8 * 9.81 * 0.1);  // settled
}

TEST(Ballistic, OpenDomainLetsGoAndSinksTake) {
  Scene scene = drop_scene({0, 1, 0}, {});
  scene.domain = Domain{{-1, 0, -1}, {1, 2, 1}, Walls::open};
  const auto open = make_ballistic_solver(scene);
  advance(*open, scene, 1, 0.05);
  EXPECT_EQ(open->particles().size(), 0u);
  scene.domain.reset();
  scene.sinks = {{"drain", shape_of(shapes::Sphere{{0, 0, 0}, 0.3})}};
  const auto drained = make_ballistic_solver(scene);
  advance(*drained, scene, 1, 0.01);
  EXPECT_EQ(drained->particles().size(), 0u);
}

// When the drops of a stream left the tap, in s before now, the last one first. A drop of age t has fallen t + g t^2
// / 2.
std::vector<double> ages_below_a_tap(double gravity) {
  Scene scene = drop_scene({0, 50, 0}, {});
  scene.gravity = Vec3d{0, -gravity, 0};
  Emitter tap;
  tap.shape = shape_of(shapes::Box{{-0.005, 0, -0.005}, {0.005, 0.1, 0.005}});
  tap.velocity = Vec3d{0, -1, 0};
  scene.emitters = {tap};
  const auto solver = make_ballistic_solver(scene);
  advance(*solver, scene, 1, 1.0 / 96);
  std::vector<double> ages;
  for (size_t i = 0; i < solver->particles().size(); ++i) {
    if (solver->particles().id[i] < 8) continue;  // the drop
    const double fallen = 0.1 - static_cast<double>(solver->particles().position[i].y);
    ages.push_back(gravity > 0 ? (-1 + std::sqrt(1 + 2 * gravity * fallen)) / gravity : fallen);
  }
  std::sort(ages.begin(), ages.end());
  return ages;
}

// Far below the tap, drops that left it one after the other are as far apart as the law of falling says: those of a
// step do not fall as one.
TEST(Ballistic, AStreamFallsWithoutBands) {
  const std::vector<double> fallen = ages_below_a_tap(9.81), straight = ages_below_a_tap(0);
  ASSERT_GT(fallen.size(), 90u);
  ASSERT_EQ(fallen.size(), straight.size());
  for (size_t i = 0; i < fallen.size(); ++i) EXPECT_NEAR(fallen[i], straight[i], 1e-4) << i;
}

TEST(Ballistic, FlatStaysFlat) {
  Scene scene = drop_scene({0, 1, 0}, {1, 0, 5});
  scene.dimensions = 2;
  scene.domain = Domain{{-1, 0, 0}, {1, 2, 1}, Walls::closed};
  scene.solids = {{"ball", shape_of(shapes::Sphere{{0, 0, 0.2}, 0.4}), {}}};
  const auto solver = make_ballistic_solver(scene);
  ASSERT_EQ(solver->particles().size(), 4u);
  advance(*solver, scene, 1, 0.01);
  for (const Vec3f& p : solver->particles().position) EXPECT_EQ(p.z, 0);
}

}  // namespace weir::ballistic
