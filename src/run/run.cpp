// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/run.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <numeric>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/stopwatch.h"
#include "cache/particles_vdb.h"
#include "run/run_folder.h"
#include "run/stage.h"

namespace weir {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Measures& measures) {
  Json json = Json::object();
  for (const auto& [name, value] : measures) json[name] = value;
  return json;
}

// The line of stats.jsonl for a frame (design.md has its form).
std::string stats_line(const Stage& stage, const Stage::FrameReport& report, double cache_ms) {
  const Particles& particles = stage.solver().particles();
  double control_ms = 0;
  Json directors = Json::array();
  for (const Directors::Report& d : report.directors) {
    control_ms += d.milliseconds;
    Json entry{{"name", d.name}, {"kind", d.kind}, {"wall_ms", d.milliseconds}};
    entry.update(json_of(d.measures));
    directors.push_back(std::move(entry));
  }
  const size_t temporary = std::accumulate(particles.temporary.begin(), particles.temporary.end(), size_t{0});
  const Json line{{"frame", stage.frame()},
                  {"time", stage.time()},
                  {"steps", report.steps},
                  {"particles", particles.size()},
                  {"temporary", temporary},
                  {"wall_ms",
                   {{"total", report.milliseconds + cache_ms},
                    {"simulation", report.milliseconds - control_ms},
                    {"control", control_ms},
                    {"cache", cache_ms}}},
                  {"solver", json_of(report.solver)},
                  {"directors", directors}};
  return line.dump();
}

// Particles, then the line of stats, then the checkpoint: whatever a kill leaves, the checkpoint never runs ahead.
void write_frame(const RunFolder& folder, Stage& stage, const Scene& scene, const Stage::FrameReport& report,
                 bool wanted) {
  const Stopwatch watch;
  if (wanted) {
    write_particles_vdb(folder.particles(stage.frame()), stage.solver().particles(),
                        static_cast<float>(scene.solver.spacing), scene.output.precision);
  }
  Archive archive = Archive::storing();
  stage.state(archive);
  folder.append_stats(stats_line(stage, report, watch.milliseconds()));
  archive.save(folder.checkpoint());
}

// Brings the stage to the last whole frame of an earlier run; false when there is none.
bool restore(const RunFolder& folder, Stage& stage, const Scene& scene) {
  folder.check_same_scene(scene);
  if (!std::filesystem::exists(folder.checkpoint())) return false;
  Archive archive = Archive::loading(folder.checkpoint());
  stage.state(archive);
  archive.expect_end();
  folder.forget_after(stage.frame());
  return true;
}

}  // namespace

RunSummary run_scene(const Scene& scene, const RunOptions& options) {
  const RunFolder folder(options.folder);
  const RunLock lock(options.folder);
  if (folder.holds_a_run() && !options.resume && !options.overwrite) {
    throw InputError(options.folder.string(),
                     "holds a run already; go on with --resume, replace it with --overwrite, or choose another folder "
                     "with -o");
  }
  Stage stage(scene);
  const bool resumed = options.resume && folder.holds_a_run() && restore(folder, stage, scene);
  const int first = resumed ? stage.frame() + 1 : scene.frames.first;
  Progress progress("simulating", "frame", first, scene.frames.last, options.progress);
  if (!resumed) {
    folder.begin(scene);
    write_frame(folder, stage, scene, {}, scene.frames.first >= options.first_written);
    progress.done(stage.frame(), {{"particles", static_cast<double>(stage.solver().particles().size())}});
  }
  while (stage.frame() < scene.frames.last) {
    const Stage::FrameReport report = stage.advance();
    write_frame(folder, stage, scene, report, stage.frame() >= options.first_written);
    Progress::Numbers numbers{{"particles", static_cast<double>(stage.solver().particles().size())},
                              {"steps", report.steps}};
    numbers.insert(numbers.end(), report.solver.begin(), report.solver.end());
    progress.done(stage.frame(), numbers);
  }
  return {first, scene.frames.last, stage.solver().particles().size()};
}

}  // namespace weir
