// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Rigid bodies in the liquid of the grid solver: they float as deep as Archimedes says, sink and heave as fast as the
// water that they have to move lets them, and the two give each other as much momentum as they take.

#include <numbers>

#include "contained.h"
#include "liquid.h"
#include "weir/sim/solids.h"

namespace weir::run {

// Where a body's points have moved to since the first frame.
static Affine pose(Stage& stage, size_t body = 0) { return stage.solver().bodies()[body].end; }

static Rigid of_density(double density) {
  Rigid rigid;
  rigid.density = density;
  return rigid;
}

// How deep a wide box lies in the water, as a share of its height, and its tilt (a sine), once it has come to rest: the
// mean of some frames, since it still bobs a little.
struct Float {
  double immersed = 0, tilt = 0;
};
static Float float_box(int dimensions, double density, int band) {
  const bool flat = dimensions == 2;
  const double spacing = flat ? 0.0125 : 0.025, depth = 0.5, height = 0.2;
  const Vec3d size{1.2, 1, 0.8}, half{0.3, 0.5 * height, flat ? 1 : 0.2};
  Scene scene = flip_pool(dimensions, spacing, size, depth);
  scene.solver.get<grid::FlipSettings>()->flip = 0;  // APIC: waves die down
  scene.solver.get<grid::FlipSettings>()->band = band;
  // Its bottom lies neither at a face of the grid nor in the middle of a cell.
  const double bottom = depth - density / 1000 * height + 0.3 * spacing;
  const Vec3d centre{0.5 * size.x, bottom + half.y, flat ? 0 : 0.5 * size.z};
  add_solid(scene, box(centre - half, centre + half)).rigid = of_density(density);
  Stage stage(scene);
  Float result;
  double rise = 0;
  constexpr int kFrames = 24;
  const Stage::FrameReport report = advance(stage, 24);
  for (int frame = 0; frame < kFrames; ++frame) {
    advance(stage, 1);
    rise += pose(stage).offset.y / kFrames;
    result.tilt = std::max(result.tilt, std::abs(pose(stage).linear.row[0].y));
  }
  // The surface is where the liquid and what the body displaces fill the tank.
  const double area = size.x * (flat ? 1 : size.z), floor = 4 * half.x * (flat ? 0.5 : half.z);
  const double water = measure(report, "amount") / area, under = bottom + rise;
  result.immersed = (water - under) / (1 - floor / area) / height;
  note("immersed", result.immersed);
  note("tilt", result.tilt);
  return result;
}

TEST(FlipBodies, BoxFloatsAsDeepAsArchimedesSays) {
  for (const double density : {100.0, 500.0, 800.0}) {
    const Float box = float_box(2, density, 0);
    EXPECT_NEAR(box.immersed, density / 1000, 0.02) << density;
    EXPECT_LT(box.tilt, 0.02) << density;
  }
}

TEST(FlipBodies, BoxFloatsAsDeepInSpaceAndOverACore) {
  for (const int band : {0, 3}) {
    const Float box = float_box(3, 500, band);
    EXPECT_NEAR(box.immersed, 0.5, 0.02) << band;
    EXPECT_LT(box.tilt, 0.02) << band;
  }
}

// Acceleration of a ball (2D: a disc) let go deep in still water, over that of theory: the body has to move half (2D:
// all) of the water that it displaces, besides itself.
static double sinking(int dimensions, double density) {
  const bool flat = dimensions == 2;
  const double spacing = flat ? 0.01 : 0.02, radius = flat ? 0.1 : 0.12, width = flat ? 1.6 : 1.0;
  Scene scene = flip_pool(dimensions, spacing, {width, width, width}, 0.95 * width);
  scene.frames.rate = 100;
  const Vec3d centre{0.5 * width, 0.5 * width + 0.003, flat ? 0 : 0.5 * width};
  add_solid(scene, ball(centre, radius)).rigid = of_density(density);
  Stage stage(scene);
  constexpr int kFrames = 5;
  advance(stage, kFrames);
  const double time = kFrames / scene.frames.rate, carried = flat ? 1000 : 500;
  const double expected = -9.81 * (density - 1000) / (density + carried);
  // Steps are whole frames here: velocities change first, then the body moves with them.
  const double found = pose(stage).offset.y / (0.5 * time * (time + 1 / scene.frames.rate));
  note("sinking_" + std::to_string(static_cast<int>(density)), found / expected);
  return found / expected;
}

TEST(FlipBodies, DiscSinksAndRisesWithTheWaterAroundIt) {
  EXPECT_NEAR(sinking(2, 3000), 1, 0.05);
  EXPECT_NEAR(sinking(2, 100), 1, 0.05);
}

TEST(FlipBodies, BallSinksWithTheWaterAroundIt) { EXPECT_NEAR(sinking(3, 3000), 1, 0.05); }

// A disc that floats half immersed in a tank 16 radii wide and 5 deep, lifted by a fifth of its radius and let go.
// Linear potential theory of this very tank (docs/notes/grid.md, "Rigid bodies") has it pass its place at rest
// after 2.096 and 5.498 times sqrt(radius / g), and be lowest in between, at -0.576 of where it was let go.
TEST(FlipBodies, DiscHeavesAsPotentialTheorySays) {
  const double radius = 0.1, lift = 0.02, unit = std::sqrt(radius / 9.81);
  Scene scene = flip_pool(2, 0.005, {16 * radius, 7 * radius, 0}, 5 * radius);
  scene.frames.rate = 100;
  add_solid(scene, ball({8 * radius, 5 * radius + lift, 0}, radius)).rigid = of_density(500);
  Stage stage(scene);
  std::vector<double> zeros;
  double last = lift, lowest = 0;
  for (int frame = 1; frame <= 60; ++frame) {
    advance(stage, 1);
    const Vec3d centre = pose(stage).point({8 * radius, 5 * radius + lift, 0});
    const double now = centre.y - 5 * radius;
    if (now * last < 0) zeros.push_back((frame - now / (now - last)) / scene.frames.rate / unit);
    lowest = std::min(lowest, now / lift);
    last = now;
  }
  ASSERT_EQ(zeros.size(), 2u);
  note("first_zero", zeros[0]);
  note("second_zero", zeros[1]);
  note("lowest", lowest);
  EXPECT_NEAR(zeros[0], 2.096, 0.1);
  EXPECT_NEAR(zeros[1] - zeros[0], 5.498 - 2.096, 0.1);
  EXPECT_NEAR(lowest, -0.576, 0.04);
}

struct Momentum {
  Vec3d linear{};
  double turning = 0, scale = 0;
};
// Of the liquid and a flat box, by how far it moved in the last frame.
static Momentum momentum(Stage& stage, const Vec3d& first_centre, double mass, double inertia, const Affine& before,
                         double rate) {
  Momentum m;
  const auto add = [&](double of, const Vec3d& position, const Vec3d& velocity) {
    m.linear += velocity * of;
    m.turning += cross(position, velocity).z * of;
    m.scale += length(velocity) * of;
  };
  const Particles& p = stage.solver().particles();
  for (size_t i = 0; i < p.size(); ++i) {
    add(static_cast<double>(p.mass[i]), static_cast<Vec3d>(p.position[i]), static_cast<Vec3d>(p.velocity[i]));
  }
  const Affine now = pose(stage);
  add(mass, now.point(first_centre), (now.point(first_centre) - before.point(first_centre)) * rate);
  const Mat3d turn = now.linear * before.linear.transposed();
  m.turning += inertia * std::atan2(turn.row[1].x, turn.row[0].x) * rate;
  return m;
}

// A blob of liquid meets a turning box far from everything.
static void expect_momentum_kept(double density, double viscosity) {
  Scene scene = flip_pool(2, 0.0125, {1, 1, 1}, 0.5);
  scene.domain.reset();
  scene.liquids.clear();
  scene.gravity = Vec3d{};
  scene.frames.rate = 50;
  scene.phases[0].viscosity = viscosity;
  add_liquid(scene, ball({-0.5, 0.1, 0}, 0.25), {0.8, 0.1, 0});
  const Vec3d half{0.15, 0.2, 1};
  add_solid(scene, box(-half, half)).rigid = Rigid{density, {-0.2, 0.1, 0}, {0, 0, 0.2}};
  const double mass = density * 4 * half.x * half.y, inertia = mass / 3 * (half.x * half.x + half.y * half.y);
  Stage stage(scene);
  Affine before = pose(stage);
  Momentum first, last;
  constexpr int kFrames = 40;
  for (int frame = 0; frame < kFrames; ++frame) {
    advance(stage, 1);
    last = momentum(stage, {}, mass, inertia, before, scene.frames.rate);
    if (frame == 0) first = last;
    before = pose(stage);
  }
  const double drift = length(last.linear - first.linear) / first.scale;
  const double turning = std::abs(last.turning - first.turning) / (first.scale * 0.3);
  note("drift", drift);
  note("turning_drift", turning);
  const Vec3d gained = pose(stage).offset - Vec3d{-0.2, 0.1, 0} * (kFrames / scene.frames.rate);
  EXPECT_GT(length(gained), 0.02) << "they should have met";
  EXPECT_LT(drift, 0.02);
  EXPECT_LT(turning, 0.05);
}

TEST(FlipBodies, MomentumIsKept) { expect_momentum_kept(800, 0); }
TEST(FlipBodies, MomentumIsKeptByHoney) { expect_momentum_kept(800, 20); }

// In honey a disc that turns drags the liquid along and comes to rest with it, light or heavy; in water it turns on.
TEST(FlipBodies, HoneyStopsATurningDisc) {
  const auto turned = [](double density, double viscosity) {
    Scene scene = flip_pool(2, 0.02, {1, 1, 0}, 0.9);
    scene.phases[0].viscosity = viscosity;
    scene.gravity = Vec3d{};
    add_solid(scene, ball({0.5, 0.45, 0}, 0.15)).rigid = Rigid{density, {}, {0, 0, 1}};
    Stage stage(scene);
    advance(stage, 11);
    const Affine before = pose(stage);
    advance(stage, 1);
    const Mat3d turn = pose(stage).linear * before.linear.transposed();
    return std::atan2(turn.row[1].x, turn.row[0].x) / (2 * std::numbers::pi / scene.frames.rate);
  };
  EXPECT_GT(turned(1000, 0), 0.98);
  EXPECT_LT(turned(1000, 200), 0.1);
  EXPECT_LT(turned(10, 200), 0.1);
}

}  // namespace weir::run
