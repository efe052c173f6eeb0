// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "app/bench_measure.h"

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>

#include "app/bench_recordings.h"
#include "app/bench_rig.h"
#include "app/bench_templates.h"
#include "base/stopwatch.h"
#include "control/guide/guide_settings.h"
#include "control/meshes/control_mesh.h"
#include "control/meshes/meshes_settings.h"
#include "control/reversal/reversal_settings.h"
#include "control/rig/rig_settings.h"
#include "control/templates/director/templates_settings.h"
#include "weir/base/parallel.h"
#include "weir/run/stage.h"

namespace weir::app {

using Json = nlohmann::ordered_json;

namespace {

// A solver's measures of a frame are averages over its steps, but the largest of what ends in _max and the sum of what
// ends in _ms; here they become the same of the whole run.
class MeasuresOfRun {
 public:
  void add(const Measures& frame, int steps) {
    steps_ += steps;
    for (const auto& [name, value] : frame) {
      const bool largest = name.ends_with("_max");
      double& total = total_of(name, largest ? value : 0);
      const bool sum = name.ends_with("_ms");
      total = largest ? std::max(total, value) : total + (sum ? value : steps * value);
    }
  }
  Json json() const {
    Json json = Json::object();
    for (const auto& [name, total] : totals_) {
      const bool average = !name.ends_with("_max") && !name.ends_with("_ms");
      json[name] = average ? total / std::max(1, steps_) : total;
    }
    return json;
  }
  int steps() const { return steps_; }

 private:
  double& total_of(const std::string& name, double start) {
    for (auto& [known, total] : totals_) {
      if (known == name) return total;
    }
    return totals_.emplace_back(name, start).second;
  }

  int steps_ = 0;
  Measures totals_;
};

template <class Settings>
bool has(const Scene& scene) {
  return std::any_of(scene.directors.begin(), scene.directors.end(),
                     [](const DirectorSettings& director) { return director.get<Settings>() != nullptr; });
}

// What a frame takes, and what of it is control.
Json frame_costs(double wall_ms, double control_ms, int frames) {
  const double n = std::max(1, frames), simulation = wall_ms - control_ms;
  return {{"frame_ms", wall_ms / n},
          {"simulation_ms", simulation / n},
          {"control_ms", control_ms / n},
          {"control_percent", simulation > 0 ? 100 * control_ms / simulation : 0.0}};
}

// The morphs of a scene: unknowns of Eq. 8 and what the morph takes.
void add_morphs(const Scene& scene, Json& figures) {
  double unknowns = 0, milliseconds = 0;
  for (const DirectorSettings& director : scene.directors) {
    const auto* meshes = director.get<meshes::MeshesSettings>();
    for (size_t i = 0; meshes && i < meshes->meshes.size(); ++i) {
      const meshes::ControlMesh mesh(meshes->meshes[i], scene, scene.file.string());
      if (!mesh.morphed()) continue;
      const auto& frames = mesh.morphed()->frames;
      unknowns += 3.0 * static_cast<double>(frames.size()) * static_cast<double>(frames[0].size());
      milliseconds += mesh.morphed()->milliseconds;
    }
  }
  figures["morph_unknowns"] = unknowns;
  figures["morph_ms"] = unknowns > 0 ? milliseconds * 1e6 / unknowns : 0;  // a million
}

}  // namespace

Json measure_scene(const std::filesystem::path& file, int threads) {
  const ThreadLimit limit(threads);
  const Stopwatch setup;
  const Scene scene = load_scene(file);
  if (has<reversal::ReversalSettings>(scene)) return measure_reversal(scene, threads);
  for (size_t i = 0; i < scene.directors.size(); ++i) {
    if (scene.directors[i].get<guide::GuideSettings>()) return measure_guide(scene, i, threads);
  }
  const std::filesystem::path folder = bench_folder(file);
  run::Stage stage(scene, folder);
  const double setup_s = setup.milliseconds() / 1000;
  const auto count = [&] { return stage.solver().particles().size(); };
  const size_t particles_start = count();

  MeasuresOfRun measures;
  TemplatesOfRun templates;
  RigOfRun rig;
  double particle_steps = 0, control_ms = 0;
  const Stopwatch wall;
  while (stage.frame() < scene.frames.last) {
    const size_t before = count();
    const std::clock_t processor = std::clock();
    const run::Stage::FrameReport report = stage.advance();
    measures.add(report.solver, report.steps);
    particle_steps += report.steps * 0.5 * static_cast<double>(before + count());
    rig.add(report);
    if (has<templates::TemplatesSettings>(scene))
      templates.add(stage, report, 1000.0 * static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC);
    for (const Directors::Report& director : report.directors) control_ms += director.milliseconds;
  }
  const double wall_ms = wall.milliseconds();
  Json figures{{"title", scene.title},
               {"solver", stage.solver().kind()},
               {"dimensions", scene.dimensions},
               {"spacing", scene.solver.spacing},
               {"threads", threads},
               {"particles_start", particles_start},
               {"particles_end", count()},
               {"simulated_s", stage.time()},
               {"frames", stage.frame() - scene.frames.first},
               {"steps", measures.steps()},
               {"setup_s", setup_s},
               {"wall_s", wall_ms / 1000},
               {"control_s", control_ms / 1000},
               {"ms_per_step", wall_ms / std::max(1, measures.steps())},
               {"us_per_particle_step", particle_steps > 0 ? 1000 * wall_ms / particle_steps : 0.0},
               {"measures", measures.json()}};
  if (has<rig::RigSettings>(scene)) figures["rig"] = rig.json();
  if (has<templates::TemplatesSettings>(scene)) {
    figures["templates"] = templates.json();
    figures["templates"]["storage_mb"] = template_storage_mb(scene, folder);
  }
  if (has<meshes::MeshesSettings>(scene)) {
    figures["meshes"] = frame_costs(wall_ms, control_ms, stage.frame() - scene.frames.first);
    add_morphs(scene, figures["meshes"]);
  }
  return figures;
}

}  // namespace weir::app
