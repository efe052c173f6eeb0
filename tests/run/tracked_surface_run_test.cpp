// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The tracked surface of the grid liquid, in whole simulations.

#include "grid/grid_director.h"
#include "grid/liquid/flip.h"
#include "grid/liquid/flip_settings.h"
#include "liquid.h"
#include "tracked/tracked_surface.h"

namespace weir::run {

static Scene tracked(Scene scene) {
  scene.solver.get<grid::FlipSettings>()->tracked_surface = true;
  return scene;
}

static double surface_volume(const Stage& stage) { return stage.solver().surface()->volume(); }

static Box3f bounds_of(const tracked::TrackedSurface& surface) {
  Box3f box;
  for (const Vec3f& p : surface.positions()) box.include(p);
  return box;
}

TEST(TrackedSurfaceRun, APoolAtRestStaysFlatAndWhole) {
  const Scene scene = tracked(flip_pool(3, 0.025, {0.6, 0.6, 0.6}, 0.3));
  Stage stage(scene);
  advance(stage, 12);
  const tracked::TrackedSurface& surface = *stage.solver().surface();
  EXPECT_EQ(surface.validate(), "");
  EXPECT_NEAR(surface_volume(stage), 0.6 * 0.6 * 0.3, 0.02 * 0.6 * 0.6 * 0.3);
  const Box3f box = bounds_of(surface);
  EXPECT_NEAR(box.upper.y, 0.3, 0.01);
  EXPECT_NEAR(box.lower.x, 0, 0.01);
  EXPECT_NEAR(box.upper.z, 0.6, 0.01);
  for (const Vec3f& p : surface.positions()) {  // the open surface, away from the walls
    if (p.y < 0.2f || min_component(Vec3f{p.x, p.z, 1}) < 0.1f || std::max(p.x, p.z) > 0.5f) continue;
    EXPECT_NEAR(p.y, 0.3, 0.01);
  }
}

// A ball that flies and turns without forces keeps its form to a fraction of a cell.
TEST(TrackedSurfaceRun, AFlyingBallKeepsItsForm) {
  Scene scene;
  scene.gravity = Vec3d{};
  scene.solver.spacing = 0.02;
  scene.solver.settings = grid::FlipSettings{};
  add_liquid(scene, ball({0, 0, 0}, 0.2), {1, 0.3, 0.2});
  scene = tracked(scene);
  Stage stage(scene);
  advance(stage, 10);
  const tracked::TrackedSurface& surface = *stage.solver().surface();
  const Vec3f centre = Vec3f{1, 0.3f, 0.2f} * (10.0f / 24);
  double mean = 0;
  for (const Vec3f& p : surface.positions()) {
    EXPECT_NEAR(length(p - centre), 0.2, 0.02);
    mean += static_cast<double>(std::abs(length(p - centre) - 0.2f)) / static_cast<double>(surface.vertices());
  }
  note("mean_error_in_cells", mean / 0.04);
  EXPECT_LT(mean, 0.1 * 0.04);
}

static Scene drop_into_pool() {
  Scene scene = flip_pool(3, 0.03, {0.6, 0.6, 0.6}, 0.2);
  add_liquid(scene, ball({0.3, 0.38, 0.3}, 0.12), {0, -2, 0});
  return tracked(scene);
}

TEST(TrackedSurfaceRun, ADropJoinsAPoolAndNothingIsLost) {
  const Scene scene = drop_into_pool();
  Stage stage(scene);
  const double before = surface_volume(stage);
  for (int frame = 0; frame < 24; ++frame) {
    advance(stage, 1);
    ASSERT_EQ(stage.solver().surface()->validate(), "") << "frame " << stage.frame();
  }
  EXPECT_NEAR(surface_volume(stage), before, 0.04 * before);
  EXPECT_LT(bounds_of(*stage.solver().surface()).upper.y, 0.45f);
}

TEST(TrackedSurfaceRun, IsTheSameForAnyThreadsAndWhenResumed) { expect_same_bytes(drop_into_pool(), 3); }

TEST(TrackedSurfaceRun, LiquidThatAppearsIsFollowed) {
  Scene scene = flip_pool(3, 0.03, {0.6, 0.9, 0.6}, 0.12);
  Emitter emitter;
  emitter.shape = ball({0.3, 0.6, 0.3}, 0.12);
  emitter.velocity = Vec3d{0, -1, 0};
  scene.emitters = {emitter};
  scene = tracked(scene);
  Stage stage(scene);
  const double before = surface_volume(stage);
  const Stage::FrameReport report = advance(stage, 14);
  const tracked::TrackedSurface& surface = *stage.solver().surface();
  ASSERT_EQ(surface.validate(), "");
  const double liquid = measure(report, "volume");
  EXPECT_GT(liquid, 1.2 * before);
  // A jet four cells thick: the mesh may be a part of a cell inside of it all around (docs/tracked.md, what is weak).
  EXPECT_NEAR(measure(report, "surface_volume"), liquid, 0.15 * liquid);
  EXPECT_GT(bounds_of(surface).upper.y, 0.5f);
}

// A drop splashes into shallow water: its crown is thin. Asked to keep thin sheets, the surface is made anew at fewer
// places while the crown rises, and nothing else changes: it is sound and holds as much.
TEST(TrackedSurfaceRun, ThinSheetsOfASplashAreLeftAlone) {
  Scene scene = flip_pool(3, 0.02, {0.6, 0.6, 0.6}, 0.1);
  add_liquid(scene, ball({0.3, 0.25, 0.3}, 0.1), {0, -4, 0});
  scene = tracked(scene);
  double remade[2] = {0, 0}, volume[2] = {0, 0};
  for (const bool keep : {false, true}) {
    scene.solver.get<grid::FlipSettings>()->thin_sheets = keep;
    Stage stage(scene);
    for (int frame = 0; frame < 7; ++frame) remade[keep] += measure(advance(stage, 1), "surface_cells_remade");
    EXPECT_EQ(stage.solver().surface()->validate(), "");
    volume[keep] = surface_volume(stage);
  }
  EXPECT_LT(remade[1], 0.95 * remade[0]);
  EXPECT_NEAR(volume[1], volume[0], 0.02 * volume[0]);
}

// A director that moves the surface is called every step, and only where there is one.
struct Lifter final : Director, grid::GridDirector {
  unsigned hooks() const override { return hook::surface; }
  void surface(const Clock&, tracked::TrackedSurface& surface) override {
    ++calls;
    for (Vec3f& p : surface.positions()) p.y += 1e-4f;
  }
  int calls = 0;
};

TEST(TrackedSurfaceRun, DirectorsAreCalledAtTheSurface) {
  const Scene scene = flip_pool(3, 0.03, {0.3, 0.3, 0.3}, 0.15);
  const Scene with = tracked(scene);
  const auto solver = grid::make_flip_solver(scene), with_surface = grid::make_flip_solver(with);
  auto lifter = std::make_unique<Lifter>();
  EXPECT_NE(incompatibility(*solver, *lifter), "");
  EXPECT_EQ(solver->surface(), nullptr);
  EXPECT_EQ(incompatibility(*with_surface, *lifter), "");
  const Lifter& called = *lifter;
  Directors directors;
  directors.add(std::move(lifter));
  with_surface->step({1, 0, 0.01, 24}, directors);
  EXPECT_EQ(called.calls, 1);
}

}  // namespace weir::run
