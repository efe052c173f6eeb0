// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Rigid bodies that hold liquid back, by friction or because they are sticky: what they take off the liquid they get.

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "liquid.h"
#include "weir/sim/solids.h"

namespace weir::run {

namespace {

const Vec3d kHalf{0.15, 0.2, 0.1};  // m, of a box; in 2D it is endless along z

// A blob of liquid and boxes far from everything, without gravity.
Scene blob(int dimensions, const Vec3d& velocity, double density, double friction, double stickiness,
           const std::vector<Vec3d>& centres) {
  const bool flat = dimensions == 2;
  Scene scene = flip_pool(dimensions, flat ? 0.0125 : 0.025, {1, 1, 1}, 0.5);
  scene.domain.reset();
  scene.liquids.clear();
  scene.gravity = Vec3d{};
  scene.frames.rate = 50;
  add_liquid(scene, ball({flat ? -0.5 : -0.35, 0.05, flat ? 0 : 0.08}, flat ? 0.25 : 0.15), velocity);
  for (const Vec3d& centre : centres) {
    Solid& solid = add_solid(scene, box(centre - kHalf, centre + kHalf));
    solid.rigid = Rigid{density, {}, {}};
    solid.friction = friction;
    if (stickiness > 0) solid.stickiness = stickiness;
  }
  return scene;
}

struct Momentum {
  Vec3d liquid{}, bodies{}, turning{};
  double scale = 0;
};

// Runs it. Returns what there is at first and at last, of bodies by how far they moved in the last frame.
std::pair<Momentum, Momentum> run(const Scene& scene, const std::vector<Vec3d>& centres, int frames) {
  const double depth = scene.dimensions == 2 ? 1 : 2 * kHalf.z, rate = scene.frames.rate;
  const double mass = scene.solids[0].rigid->density * 4 * kHalf.x * kHalf.y * depth;
  const Vec3d square{kHalf.x * kHalf.x, kHalf.y * kHalf.y, kHalf.z * kHalf.z};
  const Mat3d inertia =
      Mat3d::diagonal(Vec3d{square.y + square.z, square.x + square.z, square.x + square.y} * (mass / 3));
  Stage stage(scene);
  std::vector<Affine> before(centres.size());
  Momentum first, last;
  for (int frame = 0; frame < frames; ++frame) {
    advance(stage, 1);
    last = {};
    const Particles& p = stage.solver().particles();
    for (size_t i = 0; i < p.size(); ++i) {
      const auto of = static_cast<double>(p.mass[i]);
      const auto x = static_cast<Vec3d>(p.position[i]), v = static_cast<Vec3d>(p.velocity[i]);
      last.liquid += v * of;
      last.turning += cross(x, v) * of;
      last.scale += length(v) * of;
    }
    for (size_t b = 0; b < centres.size(); ++b) {
      const Affine now = stage.solver().bodies()[b].end;
      const Vec3d v = (now.point(centres[b]) - before[b].point(centres[b])) * rate;
      last.bodies += v * mass;
      const Mat3d turn = now.linear * before[b].linear.transposed();
      const Vec3d turned{turn.row[2].y - turn.row[1].z, turn.row[0].z - turn.row[2].x, turn.row[1].x - turn.row[0].y};
      const Vec3d spin = now.linear * (inertia * (now.linear.transposed() * turned)) * (0.5 * rate);
      last.turning += cross(now.point(centres[b]), v) * mass + spin;
      before[b] = now;
    }
    if (frame == 0) first = last;
  }
  return {first, last};
}

// The drift of momentum and of angular momentum, as shares of the liquid's; the momentum that bodies got.
Vec3d expect_kept(const std::string& name, const Scene& scene, const std::vector<Vec3d>& centres) {
  const auto [first, last] = run(scene, centres, 40);
  const double drift = length(last.liquid + last.bodies - first.liquid - first.bodies) / first.scale;
  const double turning = length(last.turning - first.turning) / (first.scale * 0.3);
  note("drift_" + name, drift);
  note("turning_drift_" + name, turning);
  EXPECT_LT(drift, 0.025) << name;
  EXPECT_LT(turning, 0.05) << name;
  return last.bodies;
}

}  // namespace

// A blob hits a box aslant, or passes between two.
TEST(FlipHeldBodies, MomentumIsKept) {
  const std::vector<Vec3d> one{{0, 0, 0}}, two{{0, 0.22, 0}, {0, -0.22, 0}};
  const Vec3d velocity{0.8, 0.4, 0};
  for (const double density : {800.0, 50.0}) {
    const std::string name = fmt::format("{}", density);
    const Vec3d rough = expect_kept("rough_" + name, blob(2, velocity, density, 0.2, 0, one), one);
    const Vec3d sticky = expect_kept("sticky_" + name, blob(2, velocity, density, 0, 1, one), one);
    EXPECT_GT(sticky.y, rough.y);
    Scene drawn = blob(2, velocity, density, 0.3, 0, one);
    drawn.solids[0].adhesion = 10;
    expect_kept("drawn_" + name, drawn, one);
    expect_kept("two_" + name, blob(2, velocity, density, 0.3, 0.5, two), two);
  }
}

TEST(FlipHeldBodies, MomentumIsKeptInSpace) {
  const std::vector<Vec3d> one{{0, 0, 0}};
  for (const double density : {800.0, 50.0}) {
    const std::string name = fmt::format("space_{}", density);
    expect_kept(name, blob(3, {1.2, 0.4, 0.2}, density, 0.3, 0.7, one), one);
  }
}

// Liquid that hits a wide plate fast along it pulls by friction times what it pushes.
TEST(FlipHeldBodies, FrictionIsAShareOfThePush) {
  const auto way = [](double density, double friction) {
    Scene scene = blob(2, {0.8, 2.4, 0}, density, friction, 0, {{0, 0, 0}});
    scene.liquids[0].shape = ball({-0.3, -0.8, 0}, 0.25);
    scene.solids[0].shape = box({0, -1.2, -1}, {0.2, 1.2, 1});
    Stage stage(scene);
    advance(stage, 20);
    const Vec3d centre{0.1, 0, 0};
    return stage.solver().bodies()[0].end.point(centre) - centre;
  };
  for (const double density : {2000.0, 500.0}) {
    const Vec3d smooth = way(density, 0), rough = way(density, 0.2);
    note(fmt::format("share_{}", density), (rough.y - smooth.y) / rough.x);
    EXPECT_NEAR(rough.y - smooth.y, 0.2 * rough.x, 0.02 * rough.x) << density;
  }
}

// Liquid that slides past a sticky plate takes it along, but a light one no faster than itself.
TEST(FlipHeldBodies, LightOnesGoAlong) {
  for (const double density : {0.05, 50.0, 2000.0}) {
    Scene scene = flip_pool(2, 0.0125, {2, 0.3, 0}, 0.3);
    scene.gravity = Vec3d{};
    scene.domain->walls = Walls::open;
    scene.liquids[0].velocity = Vec3d{0.5, 0, 0};
    Solid& plate = add_solid(scene, box({0.3, 0.12, -1}, {0.6, 0.17, 1}));
    plate.rigid = Rigid{density, {}, {}};
    plate.stickiness = 1;
    Stage stage(scene);
    double fastest = 0, place = 0;
    for (int frame = 0; frame < 24; ++frame) {
      advance(stage, 1);
      const double now = stage.solver().bodies()[0].end.offset.x;
      fastest = std::max(fastest, (now - place) * scene.frames.rate);
      place = now;
    }
    note(fmt::format("fastest_{}", density), fastest);
    EXPECT_GT(fastest, density < 100 ? 0.45 : 0.3) << density;
    EXPECT_LT(fastest, 0.52) << density;
  }
}

// A pool with light, rough and sticky bodies that slosh, tumble and meet.
static Scene sloshing(double density) {
  Scene scene = flip_pool(2, 0.025, {1.6, 1, 0}, 0.5);
  scene.liquids[0].shape = box({0, 0, -1}, {0.8, 0.8, 1});
  scene.domain->friction = 0.3;
  for (const double x : {0.3, 0.6, 1.0, 1.3}) {
    Solid& solid = add_solid(scene, box({x, 0.82, -1}, {x + 0.15, 0.97, 1}));
    solid.rigid = Rigid{density, {}, {}};
    solid.friction = 0.5;
    if (x < 1) solid.stickiness = 0.8;
    if (x > 1) solid.adhesion = 12;
  }
  return scene;
}

// The liquid as a whole, that is: a single particle may be squeezed out between two bodies.
TEST(FlipHeldBodies, LightOnesAreStable) {
  for (const double density : {50.0, 800.0}) {
    const Scene scene = sloshing(density);
    Stage stage(scene);
    float fastest = 0;
    for (int frame = 0; frame < 48; ++frame) {
      advance(stage, 1);
      std::vector<float> speeds;
      for (const Vec3f& v : stage.solver().particles().velocity) speeds.push_back(length(v));
      const auto sixth = speeds.begin() + 5;
      std::nth_element(speeds.begin(), sixth, speeds.end(), std::greater<>());
      fastest = std::max(fastest, *sixth);
    }
    note(fmt::format("fastest_{}", density), static_cast<double>(fastest));
    EXPECT_EQ(stage.solver().particles().validate(), "");
    EXPECT_LT(fastest, 6) << density;
  }
}

TEST(FlipHeldBodies, GivesTheSameBytes) { expect_same_bytes(sloshing(50), 4); }

}  // namespace weir::run
