// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The same run twice: with any number of threads, and stopped and resumed. Compared are all bytes of a checkpoint, and
// so everything the future depends on.

#include "liquid.h"
#include "sph/sph_settings.h"
#include "weir/base/parallel.h"

namespace weir::run {

// A little of everything the solver has, enough of it for several threads. Faces lie between the layers of particles.
static Scene busy_scene(int dimensions, sph::PressureMethod method) {
  const bool flat = dimensions == 2;
  Scene scene = pool(dimensions, flat ? 0.02 : 0.05, {1, 1, 0.6}, 0.4, method);
  scene.phases = {{.name = "water", .viscosity = 0.5, .surface_tension = 0.5}, {.name = "oil", .density = 800}};
  add_liquid(scene, ball({0.42, 0.6, flat ? 0 : 0.3}, 0.12), {0, -1, 0}, "oil");
  add_paddle(scene, {0.04, 0.12, 1}, {0.3, 0.24, 0}, 360);
  Solid& boat = add_solid(scene, box({0.6, 0.45, flat ? -1 : 0.2}, {0.8, 0.6, flat ? 1 : 0.4}));
  boat.rigid = Rigid{400, {0, -0.5, 0}, {0, 0, 0.2}};
  Emitter emitter;
  emitter.shape = ball({0.15, 0.8, flat ? 0 : 0.3}, 0.08);
  emitter.velocity = Vec3d{0.5, -1, 0};
  scene.emitters = {emitter};
  add_sink_and_wind(scene, box({0.9, 0, -1}, {1, 0.1, 1}));
  return scene;
}

class SphSame : public ::testing::TestWithParam<sph::PressureMethod> {};

INSTANTIATE_TEST_SUITE_P(, SphSame,
                         ::testing::Values(sph::PressureMethod::dfsph, sph::PressureMethod::iisph,
                                           sph::PressureMethod::wcsph),
                         [](const auto& test) {
                           return std::string(std::array{"dfsph", "iisph", "wcsph"}[static_cast<size_t>(test.param)]);
                         });

static void expect_same_with_any_threads(const Scene& scene, int frames) {
  std::string first;
  for (const int threads : {1, 2, 3}) {
    const ThreadLimit limit(threads);
    Stage stage(scene);
    const size_t before = stage.solver().particles().size();
    advance(stage, frames);
    EXPECT_GT(stage.solver().particles().size(), before / 2);
    const std::string bytes = state_bytes(stage);
    if (threads == 1) first = bytes;
    EXPECT_TRUE(bytes == first) << threads << " threads";
  }
}

TEST_P(SphSame, WithAnyNumberOfThreads) {
  expect_same_with_any_threads(busy_scene(2, GetParam()), GetParam() == sph::PressureMethod::wcsph ? 4 : 10);
}

TEST(SphSameInSpace, WithAnyNumberOfThreads) {
  expect_same_with_any_threads(busy_scene(3, sph::PressureMethod::dfsph), 6);
}

static void expect_same_when_resumed(const Scene& scene, int frames) {
  Stage unbroken(scene);
  advance(unbroken, frames);
  const std::string middle = state_bytes(unbroken);
  advance(unbroken, frames);
  Stage resumed(scene);
  load_state(middle, resumed);
  EXPECT_TRUE(state_bytes(resumed) == middle);
  advance(resumed, frames);
  EXPECT_TRUE(state_bytes(resumed) == state_bytes(unbroken));
}

TEST_P(SphSame, WhenResumed) {
  expect_same_when_resumed(busy_scene(2, GetParam()), GetParam() == sph::PressureMethod::wcsph ? 2 : 5);
}

TEST(SphSameInSpace, WhenResumed) { expect_same_when_resumed(busy_scene(3, sph::PressureMethod::dfsph), 4); }

}  // namespace weir::run
