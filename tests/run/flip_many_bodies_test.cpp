// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Many rigid bodies, light and heavy, thrown about by the liquid of the grid solver.

#include "liquid.h"
#include "weir/sim/solids.h"

namespace weir::run {

// A dam breaks over crates and balls from far lighter than water to far heavier.
static Scene thrown_about(int dimensions, int bodies, int band) {
  const bool flat = dimensions == 2;
  Scene scene = flip_pool(dimensions, flat ? 0.01 : 0.03, {2, 1, 0.6}, 0.25);
  scene.solver.get<grid::FlipSettings>()->band = band;
  add_liquid(scene, box({0, 0.25, -1}, {0.5, 0.8, 1}));
  for (int i = 0; i < bodies; ++i) {
    const double density = std::array{100.0, 300.0, 700.0, 2500.0}[static_cast<size_t>(i % 4)];
    const int row = flat ? i / 13 : i / 12, place = flat ? i % 13 : i % 12;
    const double z = flat ? 0 : 0.12 + 0.12 * (place % 4);
    const Vec3d centre{flat ? 0.65 + 0.1 * place : 0.7 + 0.4 * (place / 4), 0.32 + (flat ? 0.09 : 0.14) * row, z};
    const double size = flat ? 0.03 : 0.05;
    const Vec3d half{size, 0.8 * size, flat ? 1 : size};
    Shape shape = i % 3 == 0 ? ball(centre, size) : box(-half, half);
    if (i % 3 != 0) {
      shape.transform.translate = centre;
      shape.transform.rotate = EulerDegrees{{0, 0, 17.0 * i}};
    }
    add_solid(scene, shape).rigid = Rigid{density, {}, {}};
  }
  return scene;
}

// Particles more than 0.3 spacings inside bodies, where both are now. Between bodies that touch, some have no way out.
static size_t inside_bodies(const Scene& scene, Stage& stage) {
  ShapeBuilder builder(static_cast<float>(scene.solver.spacing), scene.frames.rate);
  Solids solids(scene, builder);
  solids.move_to(stage.frame(), stage.frame(), stage.solver().bodies());
  const Particles& p = stage.solver().particles();
  std::vector<uint8_t> inside(p.size(), 0);
  solids.mark_inside(p.position, inside, -0.3f * static_cast<float>(scene.solver.spacing), 1);
  return static_cast<size_t>(std::count(inside.begin(), inside.end(), 1));
}

TEST(FlipManyBodies, SameBytesWithAnyNumberOfThreadsAndAfterResuming) {
  expect_same_bytes(thrown_about(2, 26, 0), 4);
  expect_same_bytes(thrown_about(2, 26, 3), 4);
  expect_same_bytes(thrown_about(3, 12, 3), 3);
}

TEST(FlipManyBodies, FiftyAreThrownAboutAndNothingIsInThem) {
  for (const int band : {0, 3}) {
    const Scene scene = thrown_about(2, 52, band);
    Stage stage(scene);
    const Stage::FrameReport first = advance(stage, 1);
    double fastest = 0, fast_share = 0, iterations = 0;
    size_t inside = 0;
    Stage::FrameReport report;
    constexpr int kFrames = 36;
    for (int frame = 0; frame < kFrames; ++frame) {
      report = advance(stage, 1);
      iterations += measure(report, "pressure_iterations") / kFrames;
      inside = std::max(inside, inside_bodies(scene, stage));
      for (const RigidPose& body : stage.solver().bodies()) {
        const Vec3d moved = body.end.offset - body.begin.offset;
        ASSERT_TRUE(is_finite(moved)) << frame;
      }
      size_t fast = 0;
      for (const Vec3f& v : stage.solver().particles().velocity) {
        fastest = std::max(fastest, static_cast<double>(length(v)));
        fast += length(v) > 8;  // m/s; what falls from the height of the dam has 4
      }
      fast_share += static_cast<double>(fast) / static_cast<double>(stage.solver().particles().size()) / kFrames;
    }
    note(band ? "inside_band" : "inside", static_cast<double>(inside));
    note("fastest", fastest);
    EXPECT_LE(inside, stage.solver().particles().size() / 100);
    note("iterations", iterations);
    note("fast_share", fast_share);
    EXPECT_LT(fast_share, 0.0005);
    EXPECT_NEAR(measure(report, "amount"), measure(first, "amount"), 1e-3 * measure(first, "amount"));
    EXPECT_NEAR(measure(report, "volume"), measure(first, "amount"), 0.08 * measure(first, "amount"));
  }
}

// What is let go under water: stones lie on the floor, corks swim at the surface.
TEST(FlipManyBodies, StonesSinkAndCorksRise) {
  Scene scene = flip_pool(2, 0.0125, {1.2, 1, 0}, 0.6);
  for (const bool heavy : {true, false}) {
    for (int i = 0; i < 4; ++i) {
      const double x = 0.15 + 0.28 * i + (heavy ? 0 : 0.12);
      add_solid(scene, ball({x, 0.3, 0}, 0.05)).rigid = Rigid{heavy ? 2500.0 : 50.0, {}, {}};
    }
  }
  Stage stage(scene);
  advance(stage, 48);
  for (size_t b = 0; b < 8; ++b) {
    const Shape& shape = scene.solids[b].shape;
    const double height = stage.solver().bodies()[b].end.point(std::get<shapes::Sphere>(shape.kind).centre).y;
    EXPECT_NEAR(height, b < 4 ? 0.05 : 0.62, b < 4 ? 0.01 : 0.04) << b;
  }
}

}  // namespace weir::run
