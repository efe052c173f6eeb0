// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a guided scene costs beside the same scene without its guide, and how far the surface of either is from that of
// what guides.

#include <ctime>
#include <nlohmann/json.hpp>
#include <numeric>

#include "app/bench_measure.h"
#include "base/scratch_folder.h"
#include "base/stopwatch.h"
#include "control/guide/guide_measures.h"
#include "control/guide/guide_settings.h"
#include "weir/base/parallel.h"
#include "weir/cache/particles_vdb.h"
#include "weir/cache/volumes_vdb.h"
#include "weir/run/run.h"
#include "weir/run/stage.h"

namespace weir::app {

namespace {

using Json = nlohmann::ordered_json;

struct Cost {
  double steps = 0, cpu_ms = 0, wall_ms = 0, control_ms = 0, particles = 0, cells = 0;
  std::vector<double> distance;  // of each frame
  double per_step(double sum) const { return sum / std::max(1.0, steps); }
  double mean_distance() const {
    return std::accumulate(distance.begin(), distance.end(), 0.0) / std::max(1.0, static_cast<double>(distance.size()));
  }
};

// `distance`: of the surface from what guides, at a frame.
template <class Distance>
Cost cost_of(const Scene& scene, run::Stage& stage, const Distance& distance) {
  Cost cost;
  while (stage.frame() < scene.frames.last) {
    const std::clock_t processor = std::clock();
    const run::Stage::FrameReport report = stage.advance();
    cost.cpu_ms += 1000.0 * static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC;
    cost.wall_ms += report.milliseconds;
    cost.steps += report.steps;
    cost.particles += report.steps * static_cast<double>(stage.solver().particles().size());
    for (const Directors::Report& director : report.directors) cost.control_ms += director.milliseconds;
    for (const auto& [name, value] : report.solver) {
      if (name == "tiles") cost.cells += report.steps * value * (scene.dimensions == 2 ? 64 : 512);
    }
    cost.distance.push_back(distance(stage, report));
  }
  return cost;
}

double measured_distance(const run::Stage::FrameReport& report) {
  for (const auto& [name, value] : report.directors.back().measures) {
    if (name == "surface_distance") return value;
  }
  return 0;
}

// The files of a frame: the paper's times have these in them.
double milliseconds_to_save(run::Stage& stage, const Scene& scene, const std::filesystem::path& folder) {
  const Stopwatch watch;
  cache::write_volumes_vdb(folder / "volumes.vdb", stage.volumes());
  cache::write_particles_vdb(folder / "particles.vdb", stage.solver().particles(),
                             static_cast<float>(scene.solver.spacing));
  return watch.milliseconds();
}

}  // namespace

Json measure_guide(const Scene& scene, size_t director, int threads) {
  const ThreadLimit limit(threads);
  const ScratchFolder scratch;
  const std::filesystem::path folder = scratch.path() / "run";
  const Stopwatch prepare;
  run::make_needs(scene, {.folder = folder, .progress = ProgressStyle::none});
  const double prepare_s = prepare.milliseconds() / 1000;
  run::Stage stage(scene, folder);
  const Stopwatch wall;
  const Cost guided = cost_of(
      scene, stage, [](const run::Stage&, const run::Stage::FrameReport& report) { return measured_distance(report); });
  const double wall_s = wall.milliseconds() / 1000;
  const double save_ms = milliseconds_to_save(stage, scene, scratch.path());
  const DirectorPart part{scene, director, folder};
  Scene plain = scene;
  std::erase_if(plain.directors, [](const DirectorSettings& d) { return d.get<guide::GuideSettings>() != nullptr; });
  run::Stage plain_stage(plain);
  const Cost unguided = cost_of(plain, plain_stage, [&](const run::Stage& at, const run::Stage::FrameReport&) {
    return guide::distance_from_input(part, at.frame(), at.solver().particles());
  });
  const double guided_ms = guided.per_step(guided.cpu_ms), unguided_ms = unguided.per_step(unguided.cpu_ms);
  const double guide_share = guided.control_ms / std::max(1e-9, guided.wall_ms);
  const double frames = scene.frames.last - scene.frames.first;
  const double share_with_files = guided.control_ms / std::max(1e-9, guided.wall_ms + frames * save_ms);
  const double from = guided.mean_distance(), unguided_from = unguided.mean_distance();
  return {{"title", scene.title},
          {"solver", "flip"},
          {"dimensions", scene.dimensions},
          {"spacing", scene.solver.spacing},
          {"threads", threads},
          {"wall_s", wall_s},
          {"guide",
           {{"prepare_s", prepare_s},
            {"guided_ms", guided_ms},
            {"guide_ms", guide_share * guided_ms},
            {"guide_percent", 100 * guide_share},
            {"guide_percent_with_files", 100 * share_with_files},
            {"guide_divergence", guide::guide_divergence(part, scene.frames.last)},
            {"particles", guided.per_step(guided.particles)},
            {"cells", guided.per_step(guided.cells)},
            {"unguided_ms", unguided_ms},
            {"unguided_particles", unguided.per_step(unguided.particles)},
            {"unguided_cells", unguided.per_step(unguided.cells)},
            {"time_ratio", guided_ms / std::max(1e-9, unguided_ms)},
            {"distance", from},
            {"unguided_distance", unguided_from},
            {"distance_ratio", from / std::max(1e-9, unguided_from)},
            {"distance_frames", guided.distance},
            {"unguided_distance_frames", unguided.distance}}}};
}

}  // namespace weir::app
