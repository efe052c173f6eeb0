// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/run.h"

#include <numeric>

#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/stopwatch.h"
#include "cache/particles_vdb.h"
#include "cache/volumes_vdb.h"
#include "geometry/mesh/mesh_io.h"
#include "run/body_poses.h"
#include "run/guides.h"
#include "run/recordings.h"
#include "run/resume.h"
#include "run/reversal_run.h"
#include "run/stage.h"
#include "run/together.h"
#include "tracked/tracked_surface.h"

namespace weir::run {

namespace {

using Json = nlohmann::ordered_json;

Json measures_json(const Measures& measures) {
  Json json = Json::object();
  for (const auto& [name, value] : measures) json[name] = value;
  return json;
}

// The line of stats.jsonl for a frame (design.md has its form).
std::string stats_line(const Scene& scene, const Stage& stage, const Stage::FrameReport& report, double cache_ms) {
  const Particles& particles = stage.solver().particles();
  double control_ms = 0;
  Json directors = Json::array();
  for (const Directors::Report& d : report.directors) {
    control_ms += d.milliseconds;
    Json entry{{"name", d.name}, {"kind", d.kind}, {"wall_ms", d.milliseconds}};
    entry.update(measures_json(d.measures));
    directors.push_back(std::move(entry));
  }
  const size_t temporary = std::accumulate(particles.temporary.begin(), particles.temporary.end(), size_t{0});
  Json line{{"frame", stage.frame()},
            {"time", stage.time()},
            {"steps", report.steps},
            {"particles", particles.size()},
            {"temporary", temporary},
            {"wall_ms",
             {{"total", report.milliseconds + cache_ms},
              {"simulation", report.milliseconds - control_ms},
              {"control", control_ms},
              {"cache", cache_ms}}},
            {"solver", measures_json(report.solver)},
            {"directors", directors}};
  if (!stage.solver().bodies().empty()) line["bodies"] = json_of(stage.solver().bodies(), scene);
  return line.dump();
}

// Volumes and particles, then the line of stats, then the checkpoint: whatever a kill leaves, the checkpoint never runs
// ahead. Its time (ms, returned) can therefore only be told in the line of the next frame.
double write_frame(const RunFolder& folder, const RunRecord& record, const Scene& scene, Stage& stage,
                   const Stage::FrameReport& report, double last_checkpoint_ms) {
  const Stopwatch watch;
  if (stage.frame() >= record.first_written) {
    const std::vector<Volume> volumes = stage.volumes();
    if (!volumes.empty()) {
      make_folder(folder.path() / "volumes");
      cache::write_volumes_vdb(folder.volumes(stage.frame()), volumes);
    }
    cache::write_particles_vdb(folder.particles(stage.frame()), stage.solver().particles(),
                               static_cast<float>(scene.solver.spacing), scene.output.precision);
    if (const tracked::TrackedSurface* surface = stage.solver().surface()) {
      make_folder(folder.path() / "surface");
      write_ply(surface->mesh(), folder.surface(stage.frame()));
    }
  }
  folder.append_stats(stats_line(scene, stage, report, watch.milliseconds() + last_checkpoint_ms));
  const Stopwatch checkpoint;
  save_checkpoint(folder, record, stage);
  return checkpoint.milliseconds();
}

}  // namespace

static RunSummary run_frames(const Scene& scene, const RunOptions& options) {
  const RunFolder folder(options.folder);
  check_may_use(folder, options.resume, options.overwrite);
  const RecordingOptions recording{.thumbnail = options.thumbnail, .progress = options.progress};
  if (options.records_itself) check_room_in_library(scene, options.folder);
  make_recordings(scene, options.folder, recording);
  make_guides(scene, options.folder, options.progress);
  Stage stage(scene, options.folder);
  const RunLock lock(options.folder);
  check_may_use(folder, options.resume, options.overwrite);  // again: another run may have been faster
  folder.remove_temporaries();
  RunRecord record = make_run_record(scene, options.first_written.value_or(scene.frames.first), options.folder);
  const bool resumed =
      options.resume && folder.holds_a_run() && resume_run(folder, options.first_written, record, stage);
  const bool was_done = resumed && stage.frame() >= scene.frames.last;
  const CatchInterrupts catching;
  Progress progress(options.task, "frame", resumed ? stage.frame() + 1 : stage.frame(), scene.frames.last,
                    options.progress);
  double checkpoint_ms = 0;
  if (!resumed) {
    folder.begin(record.text());
    checkpoint_ms = write_frame(folder, record, scene, stage, {}, 0);
    progress.done(stage.frame(), {{"particles", static_cast<double>(stage.solver().particles().size())}});
  }
  while (stage.frame() < scene.frames.last) {
    const Stage::FrameReport report = stage.advance();
    checkpoint_ms = write_frame(folder, record, scene, stage, report, checkpoint_ms);
    Progress::Numbers numbers{{"particles", static_cast<double>(stage.solver().particles().size())},
                              {"steps", report.steps}};
    numbers.insert(numbers.end(), report.solver.begin(), report.solver.end());
    progress.done(stage.frame(), numbers);
  }
  progress.finish();
  RunSummary summary{record.first_written, stage.frame(), was_done};
  if (options.records_itself) {
    summary.recorded = record_own_run(scene, options.folder, summary.first_frame, summary.last_frame, recording);
  }
  return summary;
}

RunSummary run_scene(const Scene& scene, const RunOptions& options) {
  const std::vector<TogetherScene> others = scenes_together(scene);
  const RunSummary summary = scene.reversal ? run_reversal(scene, options) : run_frames(scene, options);
  run_together(others, options.folder, options.progress);
  return summary;
}

}  // namespace weir::run
