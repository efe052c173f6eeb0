// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The same scene at zero and 10 km away, with every solver and director: the same steps and, counted from the scene's
// origin, the same particles and volumes to the last bit.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "every_scene.h"
#include "moved_scene.h"
#include "refusal.h"
#include "temp_folder.h"
#include "weir/cache/run_stats.h"
#include "weir/cache/sequence.h"
#include "weir/cache/volumes_vdb.h"
#include "weir/run/run.h"
#include "weir/run/stage.h"

namespace weir::run {
namespace {

struct Outcome {
  Vec3d origin;
  std::vector<double> steps;
  std::vector<Particles> particles;
  std::vector<std::vector<Volume>> volumes;
};

Outcome run(const Scenes& scenes, const Vec3d& by) {
  const TempFolder folder;
  for (const auto& [name, text] : scenes.files) write_file(folder / name, moved_scene(text, by));
  const Scene scene = load_scene(folder / "scene.json");
  run_scene(scene, {.folder = folder / "run", .progress = ProgressStyle::none});
  Outcome outcome;
  outcome.origin = scene.origin;
  const cache::RunStats stats = cache::read_run_stats(folder / "run");
  if (const cache::Measure* steps = stats.find("steps")) {
    outcome.steps.assign(steps->values.begin() + 1, steps->values.end());
  }
  const cache::ParticleSequence sequence(folder / "run", scene.origin);
  for (const int frame : sequence.frames()) {
    outcome.particles.push_back(sequence.read(frame));
    const std::filesystem::path volumes = folder / "run" / "volumes" / sequence.file(frame).filename();
    if (std::filesystem::exists(volumes)) {
      outcome.volumes.push_back(cache::read_volumes_vdb(volumes, scene.origin));
    }
  }
  return outcome;
}

bool is_flat(const Scenes& scenes) { return Json::parse(scenes.files.at("scene.json"))["dimensions"] == 2; }

class SameAnywhere : public ::testing::TestWithParam<Scenes> {};

TEST_P(SameAnywhere, StepsAndPlaces) {
  const Vec3d far{10000, -5000, is_flat(GetParam()) ? 0.0 : 7000};
  const Outcome here = run(GetParam(), {}), there = run(GetParam(), far);
  ASSERT_EQ(here.origin, Vec3d{});
  ASSERT_EQ(there.origin, far);
  EXPECT_EQ(there.steps, here.steps);
  ASSERT_TRUE(here.particles.back().size() > 50 || !here.volumes.empty());
  for (size_t f = 0; f < here.particles.size(); ++f) {
    ASSERT_TRUE(there.particles[f].id == here.particles[f].id) << "frame " << f + 1;
    ASSERT_TRUE(there.particles[f].position == here.particles[f].position) << "frame " << f + 1;
    ASSERT_TRUE(there.particles[f].velocity == here.particles[f].velocity) << "frame " << f + 1;
  }
  ASSERT_EQ(there.volumes.size(), here.volumes.size());
  for (size_t f = 0; f < here.volumes.size(); ++f) {
    for (size_t v = 0; v < here.volumes[f].size(); ++v) {
      EXPECT_EQ(there.volumes[f][v].origin, here.volumes[f][v].origin);
      EXPECT_TRUE(there.volumes[f][v].values == here.volumes[f][v].values) << here.volumes[f][v].name << f + 1;
    }
  }
}

const auto name_of = [](const auto& test) { return std::string(test.param.name); };
INSTANTIATE_TEST_SUITE_P(Solvers, SameAnywhere, ::testing::ValuesIn(solvers()), name_of);
INSTANTIATE_TEST_SUITE_P(Directors, SameAnywhere, ::testing::ValuesIn(directors()), name_of);

// Where the origin is not the way that the scene was moved by, floats are rounded otherwise. Before that has grown,
// nothing differs but the last digits: by less than a hundredth of a spacing.
TEST(FarScene, IsTheSameAtOddPlaces) {
  for (const Scenes& scenes : {solver("sph", pool(kSph, 2, 3, "")), solver("flip", pool(kFlip, 2, 3, ""))}) {
    const Outcome here = run(scenes, {});
    for (const Vec3d& by : {Vec3d{8192, 0, 0}, Vec3d{-12345.68, 4321.42, 0}}) {
      const Outcome there = run(scenes, by);
      EXPECT_EQ(there.steps, here.steps) << scenes.name << by.x;
      const Particles &a = here.particles.back(), &b = there.particles.back();
      ASSERT_TRUE(a.id == b.id) << scenes.name << by.x;
      double farthest = 0;
      for (size_t i = 0; i < a.size(); ++i) {
        const Vec3d way = static_cast<Vec3d>(b.position[i]) + there.origin - by - static_cast<Vec3d>(a.position[i]);
        farthest = std::max(farthest, length(way));
      }
      EXPECT_LT(farthest, 0.01 * 0.02) << scenes.name << by.x;
    }
  }
}

// Stopped after the third frame and gone on with, a run is what it would have been.
TEST(FarScene, GoesOnWhereItWasStopped) {
  for (const Scenes& scenes :
       {solver("sph", flat_scene(kSph, Flat::sph)), solver("flip", flat_scene(kFlip, Flat::grid))}) {
    const TempFolder folder;
    write_file(folder / "scene.json", moved_scene(scenes.files.at("scene.json"), {10000, -5000, 0}));
    Scene scene = load_scene(folder / "scene.json");
    const auto run_to = [&](int last, const char* name, bool resume) {
      scene.frames.last = last;
      run_scene(scene, {.folder = folder / name, .resume = resume, .progress = ProgressStyle::none});
    };
    run_to(6, "whole", false);
    run_to(3, "parts", false);
    run_to(6, "parts", true);
    for (const int frame : {4, 6}) {
      const std::string file = fmt::format("particles/{:04}.vdb", frame);
      EXPECT_EQ(read_file(folder / "whole" / file), read_file(folder / "parts" / file)) << scenes.name << frame;
    }
  }
}

// The files that others read have the places in the world.
TEST(FarScene, FilesHavePlacesInTheWorld) {
  const TempFolder folder;
  const Vec3d far{10000, 0, 0};
  write_file(folder / "scene.json", moved_scene(pool(kFlip, 2, 2, ""), far));
  run_scene(load_scene(folder / "scene.json"), {.folder = folder / "run", .progress = ProgressStyle::none});
  const Particles world = cache::ParticleSequence(folder / "run").read(2);
  for (const Vec3f& p : world.position) ASSERT_GE(p.x, 10000);
  const std::vector<Volume> volumes = cache::read_volumes_vdb(folder / "run" / "volumes" / "0002.vdb");
  for (const Volume& volume : volumes) EXPECT_GE(volume.origin.x, 9999);
}

// Liquid of a file says where it is when the run begins only.
TEST(FarScene, LiquidOfAFileWithoutADomainIsRefusedInWords) {
  const TempFolder folder;
  Particles drop;
  drop.resize(1);
  drop.position[0] = {10000, 0, 0};
  drop.mass[0] = 0.4f;
  cache::write_particles(folder / "drop.ply", drop, 0.02f);
  write_file(folder / "scene.json",
             R"({"solver": {"kind": "sph", "spacing": 0.02}, "liquids": [{"particles": "drop.ply"}]})");
  const std::string said = refusal([&] { Stage stage(load_scene(folder / "scene.json")); });
  EXPECT_NE(said.find("from its origin"), std::string::npos) << said;
  write_file(folder / "scene.json",
             R"({"solver": {"kind": "sph", "spacing": 0.02}, "liquids": [{"particles": "drop.ply"}],
    "origin": [10000, 0, 0]})");
  const Scene scene = load_scene(folder / "scene.json");
  EXPECT_EQ(Stage(scene).solver().particles().position[0], Vec3f{});
}

}  // namespace
}  // namespace weir::run
