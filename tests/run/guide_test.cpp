// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Whole runs that a guide directs: what must stay as it is, what must not open or get lost, and what a user can get
// wrong.

#include <algorithm>
#include <cmath>

#include "cache/run_folder.h"
#include "control/guide/guide_input.h"
#include "control/guide/guide_settings.h"
#include "control/guide/preliminary_guides.h"
#include "control/rig/rig_settings.h"
#include "control/templates/director/templates_settings.h"
#include "control/templates/library/template_writer.h"
#include "grid/liquid/flip_settings.h"
#include "liquid.h"
#include "weir/base/error.h"
#include "weir/cache/sequence.h"
#include "weir/cache/volumes_vdb.h"
#include "weir/run/run.h"

namespace weir::run {

namespace fs = std::filesystem;

static guide::GuideSettings& add_guide(Scene& scene, double depth, double refine = 2) {
  guide::GuideSettings settings;
  settings.refine = refine;
  settings.depth = depth;
  scene.directors.push_back({"guide", settings});
  return *scene.directors.back().get<guide::GuideSettings>();
}

static double control_measure(const Stage::FrameReport& report, const std::string& name) {
  for (const auto& [key, value] : report.directors.back().measures) {
    if (key == name) return value;
  }
  ADD_FAILURE() << "no measure " << name;
  return 0;
}

// A scene with all that guides it made.
struct Guided {
  explicit Guided(const Scene& wanted) : scene(wanted) {
    make_needs(scene, {.folder = folder / "run", .progress = ProgressStyle::none});
    stage.emplace(scene, folder / "run");
  }
  const Particles& particles() const { return stage->solver().particles(); }

  TempFolder folder;
  Scene scene;
  std::optional<Stage> stage;
};

// What a written level set encloses, m2 or m3.
static double enclosed(const std::vector<Volume>& volumes, int dimensions) {
  for (const Volume& volume : volumes) {
    if (volume.name != "surface") continue;
    const Volume* velocity = &volumes[1];
    const guide::GuideInput input = guide::input_of_volumes(volume, *velocity, dimensions);
    double sum = 0;
    for (size_t i = 0; i < input.tiles.cells(); ++i) {
      sum += std::clamp(0.5 - static_cast<double>(input.distance[i]), 0.0, 1.0);
    }
    return sum * std::pow(input.space.cell, dimensions);
  }
  return 0;
}

TEST(Guide, AStillPoolStaysStill) {
  for (const int dimensions : {2, 3}) {
    const double spacing = dimensions == 2 ? 0.01 : 0.02, depth = dimensions == 2 ? 0.12 : 0.2;
    Scene scene = flip_pool(dimensions, spacing, {0.8, 0.8, 0.8}, 0.48);
    scene.frames.last = 13;
    add_guide(scene, depth);
    Guided guided(scene);
    const double whole = std::pow(0.8, dimensions - 1) * 0.48 / std::pow(spacing, dimensions);
    // Only the shell has particles, from the very start.
    EXPECT_NEAR(static_cast<double>(guided.particles().size()) / whole, depth / 0.48, 0.1);
    const Stage::FrameReport report = advance(*guided.stage, 12);
    EXPECT_NEAR(static_cast<double>(guided.particles().size()) / whole, depth / 0.48, 0.1);
    EXPECT_LT(mean_speed(guided.particles()), 0.001) << dimensions;
    EXPECT_NEAR(surface_between(guided.particles(), 0, 0.8, spacing), 0.48, 0.01 * spacing);
    EXPECT_LT(control_measure(report, "surface_distance"), 0.02);
    const double volume = std::pow(0.8, dimensions - 1) * 0.48;
    EXPECT_NEAR(control_measure(report, "volume") / volume, 1, 0.001);
    EXPECT_EQ(control_measure(report, "filled_up"), 0);
  }
}

// A ball of water flies without weight: so does its guided version, and it stays as large.
TEST(Guide, ABodyKeepsTranslating) {
  Scene scene;
  scene.dimensions = 2;
  scene.gravity = Vec3d{};
  scene.solver.spacing = 0.01;
  scene.solver.settings = grid::FlipSettings{};
  scene.frames.last = 25;
  add_liquid(scene, ball({0, 0, 0}, 0.4), {0.7, 0.3, 0});
  add_guide(scene, 0.15);
  Guided guided(scene);
  const auto whole = static_cast<double>(guided.particles().size());
  const Stage::FrameReport report = advance(*guided.stage, 24);
  const Particles& p = guided.particles();
  EXPECT_NEAR(mean_of(p, [&](size_t i) { return p.velocity[i].x; }), 0.7, 0.01);
  EXPECT_NEAR(mean_of(p, [&](size_t i) { return p.velocity[i].y; }), 0.3, 0.01);
  EXPECT_NEAR(mean_of(p, [&](size_t i) { return p.position[i].x; }), 0.7, 0.02);
  EXPECT_NEAR(static_cast<double>(p.size()) / whole, 1, 0.05);
  EXPECT_NEAR(control_measure(report, "volume") / (M_PI * 0.16), 1, 0.03);
  for (size_t i = 0; i < p.size(); ++i) ASSERT_GT(length(p.position[i] - Vec3f{0.7f, 0.3f, 0}), 0.15f);
}

// Water that sloshes: nothing opens between guide and shell, the volume stays, the surface is that of the coarse run.
static Scene sloshing(int dimensions, double spacing) {
  Scene scene = flip_pool(dimensions, spacing, {1, 1, 0.4}, 0.4);
  scene.gravity = Animated<Vec3d>(
      {{1, {0, -9.81, 0}}, {8, {1.5, -9.81, 0}}, {20, {-1.5, -9.81, 0}}, {40, {0, -9.81, 0}}}, Interpolation::smooth);
  return scene;
}

TEST(Guide, NoGapOpensWhileWaterSloshes) {
  for (const int dimensions : {2, 3}) {
    const double spacing = dimensions == 2 ? 0.0085 : 0.02;
    Scene scene = sloshing(dimensions, spacing);
    scene.frames.last = dimensions == 2 ? 37 : 19;
    add_guide(scene, dimensions == 2 ? 0.1 : 0.16);
    Guided guided(scene);
    const double volume = dimensions == 2 ? 0.4 : 0.16;
    double worst = 0, at_first = 0;
    for (int frame = 1; frame < scene.frames.last; ++frame) {
      const Stage::FrameReport report = advance(*guided.stage, 1);
      if (frame == 1) at_first = control_measure(report, "volume");
      worst = std::max(worst, std::abs(control_measure(report, "volume") / at_first - 1));
      // All of it, with the guide, is what files show: no surface inside.
      if (frame % 6 == 0) {
        EXPECT_NEAR(enclosed(guided.stage->volumes(), dimensions) / volume, 1, 0.05) << dimensions << ' ' << frame;
      }
      EXPECT_LT(control_measure(report, "surface_distance"), 0.8) << frame;
      EXPECT_LT(control_measure(report, "gaps"), 0.002 * static_cast<double>(guided.particles().size())) << frame;
    }
    EXPECT_LT(worst, 0.01);
    note("volume_drift", worst);
  }
}

TEST(Guide, SameBytesForAnyNumberOfThreadsAndWhenResumed) {
  Scene scene = sloshing(2, 0.02);
  scene.frames.last = 9;
  add_guide(scene, 0.15);
  const TempFolder folder;
  make_needs(scene, {.folder = folder / "run", .progress = ProgressStyle::none});
  std::string first;
  for (const int threads : {1, 2, 3}) {
    const ThreadLimit limit(threads);
    Stage stage(scene, folder / "run");
    advance(stage, 8);
    const std::string bytes = state_bytes(stage);
    if (threads == 1) first = bytes;
    EXPECT_TRUE(bytes == first) << threads << " threads";
  }
  Stage begun(scene, folder / "run"), resumed(scene, folder / "run");
  advance(begun, 4);
  load_state(state_bytes(begun), resumed);
  advance(resumed, 4);
  EXPECT_TRUE(state_bytes(resumed) == first);
}

// One button: the coarse run is made first, and neither it nor its guide is made twice.
TEST(Guide, WhatGuidesIsMadeOnce) {
  Scene scene = flip_pool(2, 0.02, {0.6, 0.6, 0}, 0.4);
  scene.frames.last = 4;
  add_guide(scene, 0.16);
  const TempFolder folder;
  const fs::path run = folder / "run", guide = run / "guides" / "0" / "0002.vdb";
  run_scene(scene, {.folder = run, .progress = ProgressStyle::none});
  ASSERT_TRUE(fs::exists(guide));
  EXPECT_TRUE(cache::RunFolder(run / "guides" / "0" / "run").holds_a_run());
  const auto made = fs::last_write_time(guide);
  run_scene(scene, {.folder = run, .overwrite = true, .progress = ProgressStyle::none});
  EXPECT_EQ(fs::last_write_time(guide), made);
  scene.directors[0].get<guide::GuideSettings>()->depth = 0.2;
  run_scene(scene, {.folder = run, .overwrite = true, .progress = ProgressStyle::none});
  EXPECT_NE(fs::last_write_time(guide), made);
}

// Particles of another solver guide as well: their surface and velocity are found on a grid.
TEST(Guide, SphParticlesGuide) {
  Scene coarse = pool(2, 0.03, {0.9, 0.9, 0}, 0.6);
  coarse.frames.last = 7;
  const TempFolder folder;
  run_scene(coarse, {.folder = folder / "sph", .progress = ProgressStyle::none});
  Scene scene = flip_pool(2, 0.015, {0.9, 0.9, 0}, 0.6);
  scene.frames.last = 7;
  guide::GuideSettings& settings = add_guide(scene, 0.2);
  settings.refine.reset();
  settings.run = RunName{folder / "sph"};
  Guided guided(scene);
  const Stage::FrameReport report = advance(*guided.stage, 6);
  EXPECT_GT(control_measure(report, "guide_volume"), 0.25);
  EXPECT_NEAR(surface_between(guided.particles(), 0, 0.9, 0.015), 0.6, 0.03);
  const Particles sph = cache::read_particles(cache::RunFolder(folder / "sph").particles(7));
  EXPECT_LT(mean_speed(guided.particles()), 2 * mean_speed(sph));  // which has not come to rest either
}

// An input that moves unlike any liquid: a strong guide drags what is above it along.
TEST(Guide, StrengthDragsTheShellAlong) {
  const auto speed = [](double strength) {
    Scene scene;
    scene.dimensions = 2;
    scene.gravity = Vec3d{};
    scene.solver.spacing = 0.015;
    scene.solver.settings = grid::FlipSettings{};
    scene.frames.last = 7;
    add_liquid(scene, ball({0, 0, 0}, 0.4));
    guide::GuideSettings& settings = add_guide(scene, 0.15);
    settings.refine.reset();
    settings.shape = ball({0, 0, 0}, 0.4);
    settings.shape->transform.spin_axis = {0, 0, 1};
    settings.shape->transform.spin = Animated<double>({{1, 0}, {25, 180}}, Interpolation::linear);
    settings.strength = strength;
    Guided guided(scene);
    advance(*guided.stage, 6);
    const Particles& p = guided.particles();
    return mean_of(p, [&](size_t i) { return p.position[i].x * p.velocity[i].y - p.position[i].y * p.velocity[i].x; });
  };
  const double free = speed(0), dragged = speed(20), wanted = M_PI * 0.33 * 0.33;
  EXPECT_LT(free, 0.35 * wanted);  // a turning guide has no hold on what slips along it
  EXPECT_GT(dragged, 0.5 * wanted);
}

// A pool at rest, simulated coarsely; and a guide by that run.
static fs::path coarse_pool(const TempFolder& folder) {
  Scene coarse = flip_pool(2, 0.04, {1, 1, 0}, 0.6);
  coarse.frames.last = 9;
  run_scene(coarse, {.folder = folder / "coarse", .progress = ProgressStyle::none});
  return folder / "coarse";
}
static void add_guide_by(Scene& scene, const fs::path& run) {
  guide::GuideSettings& settings = add_guide(scene, 0.24);
  settings.refine.reset();
  settings.run = RunName{run};
}

// Templates work in the shell: a recorded splash comes again in guided water whose coarse run knows nothing of it.
TEST(Guide, TemplatesWorkInTheShell) {
  const TempFolder folder;
  Scene splash = flip_pool(2, 0.02, {1, 1, 0}, 0.6);
  add_liquid(splash, box({0.4, 0.7, -1}, {0.6, 0.9, 1}), {0, -2, 0});
  {
    templates::TemplateMetadata metadata;
    metadata.name = "splash";
    metadata.dimensions = 2;
    metadata.spacing = 0.02;
    metadata.region = {.size = {0.9, 0.6, 1}, .translate = {0.5, 0.65, 0}};
    templates::TemplateWriter writer(folder / "splash.weirt", metadata);
    Stage stage(splash);
    advance(stage, 4);
    for (int frame = 0; frame < 10; ++frame) {
      advance(stage, 1);
      writer.add_frame(stage.solver().particles());
    }
    writer.finish();
  }
  const fs::path coarse = coarse_pool(folder);
  const auto deepest = [&](double strength) {  // of the hole that the splash makes
    Scene scene = flip_pool(2, 0.02, {1, 1, 0}, 0.6);
    scene.frames.last = 9;
    templates::TemplatesSettings templates;
    templates.library = LinkedPath{folder.path()};
    templates::TemplateInstance instance;
    instance.source = "splash";
    instance.strength = strength;
    instance.temporary = false;
    templates.instances = {instance};
    scene.directors.push_back({"templates", templates});
    add_guide_by(scene, coarse);
    Guided guided(scene);
    advance(*guided.stage, 8);
    return surface_between(guided.particles(), 0.44, 0.56, 0.02);
  };
  EXPECT_NEAR(deepest(0), 0.6, 0.005);
  EXPECT_GT(std::abs(deepest(1) - 0.6), 0.03);
}

// So does a rig: it stirs the surface, although what guides is at rest.
TEST(Guide, ARigWorksInTheShell) {
  const auto speed = [](bool with_rig) {
    Scene scene = flip_pool(2, 0.02, {1, 1, 0}, 0.6);
    scene.frames.last = 9;
    const TempFolder folder;
    const fs::path coarse = coarse_pool(folder);
    if (with_rig) {
      rig::RigSettings rig;
      rig.shape = box({0.3, 0.48, -1}, {0.5, 0.58, 1});
      rig.motion.translate = Animated<Vec3d>({{1, {}}, {9, {0.2, 0, 0}}}, Interpolation::linear);
      scene.directors.push_back({"rig", rig});
    }
    add_guide_by(scene, coarse);
    Guided guided(scene);
    advance(*guided.stage, 8);
    double sum = 0, count = 0;
    for (size_t i = 0; i < guided.particles().size(); ++i) {
      const Vec3f& x = guided.particles().position[i];
      if (x.x < 0.5f || x.x > 0.7f || x.y < 0.5f) continue;
      sum += double{guided.particles().velocity[i].x};
      ++count;
    }
    return sum / count;
  };
  EXPECT_NEAR(speed(false), 0, 0.01);
  EXPECT_GT(speed(true), 0.3);  // the rig's is 0.6
}

// The stream of the slide stays in its chute, whose wall is four cells thick, and none of it is left along the walls
// beside the guide.
TEST(Guide, ASlideStaysInItsChute) {
  Scene scene = load_scene(fs::path(WEIR_SOURCE_DIR) / "examples/guide/slide.json");
  scene.liquids.erase(scene.liquids.begin());  // the pool
  scene.frames.last = 4;
  Guided guided(scene);
  advance(*guided.stage, 3);
  const Particles& p = guided.particles();
  const float c = std::cos(0.349066f), s = std::sin(0.349066f);
  int below = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    const Vec3f x = p.position[i] - Vec3f{0, 1.22f, 0};
    const float along = c * x.x - s * x.y, up = s * x.x + c * x.y;
    ASSERT_LT(std::hypot(up, x.z), 0.19f) << along << ' ' << up << ' ' << x.z;
    below += along > -0.2f && along < 0 && up < -0.1f;
  }
  EXPECT_LT(below, 200);  // a sheet one cell thick would be 1500
}

// Errors that a user can make are told in a sentence.
static std::string complaint(const Scene& scene, const fs::path& folder) {
  try {
    make_needs(scene, {.folder = folder, .progress = ProgressStyle::none});
    const Stage stage(scene, folder);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(Guide, ComplaintsAreClear) {
  const TempFolder folder;
  Scene coarse = flip_pool(2, 0.04, {0.6, 0.6, 0}, 0.4);
  coarse.frames.last = 4;
  run_scene(coarse, {.folder = folder / "coarse", .progress = ProgressStyle::none});
  Scene scene = flip_pool(2, 0.02, {0.6, 0.6, 0}, 0.4);
  scene.frames.last = 4;
  guide::GuideSettings& settings = add_guide(scene, 0.16);
  settings.refine.reset();
  const auto with = [&](auto&& change) {
    Scene changed = scene;
    change(changed, *changed.directors[0].get<guide::GuideSettings>());
    return complaint(changed, folder / "run");
  };
  const auto expect = [](const std::string& said, const std::string& words) {
    EXPECT_NE(said.find(words), std::string::npos) << said;
  };
  settings.run = RunName{folder / "coarse"};
  EXPECT_EQ(complaint(scene, folder / "run"), "none");
  expect(with([&](Scene&, guide::GuideSettings& g) { g.run->folder = folder / "nothing"; }), "there is no run in");
  expect(with([&](Scene& s, guide::GuideSettings&) { s.frames.last = 9; }),
         "has no frame 5; the scene needs frames 1 to 9");
  expect(with([&](Scene& s, guide::GuideSettings&) { s.frames.rate = 30; }), "frames a second");
  expect(with([&](Scene&, guide::GuideSettings& g) { g.depth = 0.05; }), "at least three cells of the solver");
  expect(with([&](Scene& s, guide::GuideSettings&) { s.solver.get<grid::FlipSettings>()->band = 4; }), "band");
  expect(with([&](Scene& s, guide::GuideSettings&) { s.dimensions = 3; }), "is 2D and the scene is 3D");
  expect(with([&](Scene&, guide::GuideSettings& g) { g.run.reset(), g.coarse = LinkedPath{folder / "none.json"}; }),
         "there is no file");
  fs::remove(cache::RunFolder(folder / "coarse").particles(3));
  expect(with([](Scene&, guide::GuideSettings& g) { g.depth = 0.17; }), "has no frame 3");
}

// What guides flies out through an open wall: the shell goes with it, and nothing is left.
TEST(Guide, AGuideMayLeaveTheDomain) {
  Scene scene;
  scene.dimensions = 2;
  scene.gravity = Vec3d{};
  scene.solver.spacing = 0.02;
  scene.solver.settings = grid::FlipSettings{};
  scene.frames.last = 25;
  scene.domain = Domain{{-0.5, -0.5, -1}, {1, 0.5, 1}, Walls::open};
  add_liquid(scene, ball({0.2, 0, 0}, 0.3), {1.8, 0, 0});
  add_guide(scene, 0.13);
  Guided guided(scene);
  EXPECT_GT(guided.particles().size(), 100u);
  const Stage::FrameReport report = advance(*guided.stage, 24);
  EXPECT_EQ(guided.particles().size(), 0u);
  EXPECT_EQ(control_measure(report, "guide_volume"), 0);
}

}  // namespace weir::run
