// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a scene with reversal costs, part by part.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/bench_measure.h"
#include "base/scratch_folder.h"
#include "cache/run_folder.h"
#include "weir/base/parallel.h"
#include "weir/run/plan.h"
#include "weir/run/run.h"

namespace weir::app {

namespace {

using Json = nlohmann::ordered_json;

// Seconds of the steps that make a part of the whole.
struct PartTime {
  double wall_s = 0, cpu_s = 0;
};

PartTime time_of(const std::vector<run::RunSummary::Step>& steps, std::initializer_list<const char*> names) {
  PartTime sum;
  for (const run::RunSummary::Step& step : steps) {
    const bool counts = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return name.ends_with('/') ? step.name.starts_with(name) : step.name == name;
    });
    if (!counts) continue;
    sum.wall_s += step.wall_s;
    sum.cpu_s += step.cpu_s;
  }
  return sum;
}

// Of the merged run: frames in which some target simulation is.
int frames_with_targets(const std::filesystem::path& folder) {
  int frames = 0;
  for (const std::string& line : cache::RunFolder(folder).read_stats()) {
    const Json director = Json::parse(line)["directors"][0];
    frames += director["target_particles"].get<int64_t>() + director["hidden"].get<int64_t>() > 0;
  }
  return frames;
}

// How large the source and the target simulations are.
Json sizes_of(const Scene& scene, const std::filesystem::path& folder) {
  const run::Plan plan(scene, {.folder = folder});
  double simulations = 0, particles = 0;
  for (const PlanStep& step : plan.steps()) {
    if (!step.name.ends_with("/forward")) continue;
    simulations += 1;
    particles += step.measure().particles;
  }
  Json sizes{{"simulations", simulations},
             {"source_particles", 0},
             {"target_particles", static_cast<size_t>(particles / std::max(1.0, simulations))},
             {"source_frames", 0},
             {"target_frames", frames_with_targets(folder)}};
  const std::vector<std::string> stats = cache::RunFolder(folder / "source").read_stats();
  if (!stats.empty()) {
    sizes["source_particles"] = Json::parse(stats.back())["particles"];
    sizes["source_frames"] = stats.size() - 1;
  }
  return sizes;
}

}  // namespace

Json measure_reversal(const Scene& scene, int threads) {
  const ThreadLimit limit(threads);
  const ScratchFolder scratch;
  const std::filesystem::path folder = scratch.path() / "run";
  const std::vector<run::RunSummary::Step> steps =
      run::run_scene(scene, {.folder = folder, .progress = ProgressStyle::none}).steps;
  Json figures = sizes_of(scene, folder);
  double wall_s = 0;
  const auto tell = [&](const std::string& part, const PartTime& time) {
    figures[part + "_s"] = time.wall_s;
    figures[part + "_cpu_s"] = time.cpu_s;
    wall_s += time.wall_s;
  };
  tell("source", time_of(steps, {"source"}));
  tell("prepare", time_of(steps, {"plan", "targets"}));
  tell("targets", time_of(steps, {"targets/"}));
  tell("merge", time_of(steps, {"begin", "visitors"}));
  tell("write", time_of(steps, {"frames", "interact"}));
  return {{"title", scene.title},
          {"spacing", scene.solver.spacing},
          {"threads", threads},
          {"wall_s", wall_s},
          {"reversal", figures}};
}

}  // namespace weir::app
