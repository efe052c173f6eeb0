// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/reversal_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <exception>
#include <mutex>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "base/stopwatch.h"
#include "run/recordings.h"
#include "run/resume.h"
#include "run/reversal_merge.h"
#include "run/run_folder.h"
#include "run/run_record.h"
#include "run/source_run.h"
#include "sim/in_scene.h"

namespace weir::run {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

// Simulations below this many particles gain more from running side by side
// than from several threads each.
constexpr size_t kSmallSimulation = 50'000;

int last_frame_needed(const Scene& scene, const std::vector<TargetSimulation>& simulations) {
  int last = scene.frames.last;
  for (const TargetSimulation& s : simulations) last = std::max(last, s.span.frame);
  return last;
}

void check_rate(const Scene& scene, const char* part, double rate) {
  if (rate == scene.frames.rate) return;
  throw InputError(place_in(scene, fmt::format("reversal.source.{}", part)),
                   fmt::format("has {} frames a second, but this scene has {}; "
                               "they must be the same",
                               rate, scene.frames.rate));
}

// Where the source's frames are.
fs::path provide_source(const Scene& scene, const fs::path& folder, int last_frame, ProgressStyle progress) {
  if (const std::optional<Scene> source = source_scene(scene, last_frame)) {
    provide_run(*source, folder / "source", {.task = "simulating the source", .progress = progress});
    return folder / "source";
  }
  const ReversalSource& given = *scene.reversal->source;
  if (given.sequence) {
    check_rate(scene, "sequence", given.rate);
    return *given.sequence;
  }
  const Scene ran = scene_of_run(RunFolder(given.run->folder).run_json());
  check_rate(scene, "run", ran.frames.rate);
  return given.run->folder;
}

// Start files are written only when they change: the halves stand on them.
void write_starts(const Scene& scene, const std::vector<TargetSimulation>& simulations, const SourceFrames& source,
                  const fs::path& targets, ProgressStyle style) {
  std::vector<size_t> order(simulations.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return simulations[a].span.frame < simulations[b].span.frame; });
  Progress progress("preparing targets", "target", 1, static_cast<int>(order.size()), style);
  Particles at_frame;
  int frame = -1;
  for (size_t n = 0; n < order.size(); ++n) {
    if (interrupted()) throw Interrupted("stopped");
    const TargetSimulation& simulation = simulations[order[n]];
    if (simulation.span.frame != frame) at_frame = source.at(frame = simulation.span.frame);
    const Particles start = start_particles(scene, simulation, at_frame);
    make_folder(targets / simulation.name);
    cache::write_particles_vdb(targets / simulation.name / "start.vdb", start, simulation.lengths.spacing,
                               Precision::exact);
    progress.done(static_cast<int>(n) + 1, {{"particles", static_cast<double>(start.size())}});
  }
}

struct HalfRun {
  const TargetSimulation* simulation;
  reversal::Half half;
};

void run_halves(const Scene& scene, const std::vector<TargetSimulation>& simulations, const fs::path& targets,
                ProgressStyle style) {
  std::vector<HalfRun> halves;
  size_t largest = 0;
  for (const TargetSimulation& s : simulations) {
    halves.push_back({&s, reversal::Half::forward});
    if (s.span.backward > 0) halves.push_back({&s, reversal::Half::backward});
    largest = std::max(largest, s.points.size());
  }
  Progress progress("simulating targets", "simulation", 1, static_cast<int>(halves.size()), style);
  std::mutex telling;
  int done = 0;
  std::vector<std::exception_ptr> failed(halves.size());
  const auto run = [&](size_t n) {
    const auto& [simulation, half] = halves[n];
    try {
      if (interrupted()) throw Interrupted("stopped");
      const fs::path start = fs::absolute(targets / simulation->name / "start.vdb").lexically_normal();
      provide_run(half_scene(scene, *simulation, half, start), half_folder(targets, *simulation, half),
                  {.task = "", .progress = ProgressStyle::none});
      const std::lock_guard lock(telling);
      progress.done(++done, {{"particles", static_cast<double>(simulation->points.size())}});
    } catch (...) {
      failed[n] = std::current_exception();
    }
  };
  if (largest < kSmallSimulation) {
    parallel_alone(halves.size(), run);
  } else {
    for (size_t n = 0; n < halves.size(); ++n) run(n);
  }
  for (const std::exception_ptr& failure : failed) {
    if (failure) std::rethrow_exception(failure);
  }
}

// As a run's (docs/files.md), with the reversal in the place of a director.
std::string stats_line(const Scene& scene, int frame, const MergedFrame& merged, double merge_ms, double cache_ms) {
  Json reversal{{"name", ""},
                {"kind", "reversal"},
                {"wall_ms", merge_ms},
                {"target_particles", merged.target_particles},
                {"hidden", merged.hidden}};
  return Json{
      {"frame", frame},
      {"time", scene.frames.time(frame)},
      {"steps", 0},
      {"particles", merged.particles.size()},
      {"temporary", std::count(merged.particles.temporary.begin(), merged.particles.temporary.end(), 1)},
      {"wall_ms", {{"total", merge_ms + cache_ms}, {"simulation", 0}, {"control", merge_ms}, {"cache", cache_ms}}},
      {"solver", Json::object()},
      {"directors", Json::array({reversal})}}
      .dump();
}

void stop_when_wanted() {
  if (interrupted()) throw Interrupted("stopped");
}

reversal::Visibility settle(const Scene& scene, const SourceFrames& source, const TargetFrames& targets,
                            const std::vector<TargetSimulation>& simulations, ProgressStyle style) {
  int passed = 0;
  Progress progress("finding collisions", "frame", 1, 2 * (scene.frames.last - scene.frames.first + 1), style);
  return settle_visibility(scene, source, targets, simulations, [&] {
    stop_when_wanted();
    progress.done(++passed, {});
  });
}

// Mode interact: the source again, with the targets in it. Gives its folder.
fs::path run_with_visitors(const Scene& scene, const fs::path& folder, const TargetFrames& targets,
                           const reversal::Visibility& visibility, ProgressStyle style) {
  std::optional<Scene> source = source_scene(scene, scene.frames.last);
  if (!source) {
    throw InputError(place_in(scene, "reversal.mode"),
                     "interact simulates the source again, so the source must be a scene, not particles");
  }
  make_folder(folder / "visitors");
  for (int frame = scene.frames.first; frame <= scene.frames.last; ++frame) {
    stop_when_wanted();
    const fs::path file = folder / "visitors" / fmt::format("{:04}.vdb", frame);
    cache::write_particles_vdb(file, visitors_at(frame, targets, visibility), static_cast<float>(scene.solver.spacing),
                               Precision::exact);
  }
  source->visitors = Visitors{.particles = fs::absolute(folder / "visitors" / "####.vdb").lexically_normal(),
                              .drag = scene.reversal->drag,
                              .settle = scene.reversal->settle};
  provide_run(*source, folder / "interact", {.task = "simulating with targets", .progress = style});
  return folder / "interact";
}

void copy_frame(const fs::path& from, const fs::path& to) {
  AtomicFile file(to);
  std::error_code error;
  fs::copy_file(from, file.temporary(), fs::copy_options::overwrite_existing, error);
  if (error) throw RunError(fmt::format("{}: cannot be copied: {}", from.string(), error.message()));
  file.commit();
}

void merge(const Scene& scene, const RunFolder& folder, int first_written, const SourceFrames& source,
           const TargetFrames& targets, const reversal::Visibility& visibility, ProgressStyle style) {
  Progress progress("merging", "frame", scene.frames.first, scene.frames.last, style);
  for (int frame = scene.frames.first; frame <= scene.frames.last; ++frame) {
    stop_when_wanted();
    Stopwatch watch;
    const MergedFrame merged = merged_frame(frame, source, targets, visibility);
    const double merge_ms = watch.milliseconds();
    watch = Stopwatch();
    const std::optional<fs::path> same = merged.target_particles == 0 ? source.file(frame) : std::nullopt;
    if (frame >= first_written && same) {
      copy_frame(*same, folder.particles(frame));
    } else if (frame >= first_written) {
      // Exact: what the source has must come out as it went in.
      cache::write_particles_vdb(folder.particles(frame), merged.particles, static_cast<float>(scene.solver.spacing),
                                 Precision::exact);
    }
    folder.append_stats(stats_line(scene, frame, merged, merge_ms, watch.milliseconds()));
    progress.done(frame, {{"particles", static_cast<double>(merged.particles.size())}});
  }
}

// What directors need concerns the source alone, and is told in its record.
RunRecord undirected_record(Scene scene, int first_written, const fs::path& folder) {
  scene.directors.clear();
  return make_run_record(scene, first_written, folder);
}

RunRecord record_of(const Scene& scene, const RunOptions& options) {
  RunRecord record = undirected_record(scene, options.first_written.value_or(scene.frames.first), options.folder);
  record.scene = Json::parse(scene_text(scene));
  const std::optional<ReversalSource>& source = scene.reversal->source;
  if (!source || !source->scene) return record;
  // Of a source's scene, neither comments nor looks matter, but all that it includes does.
  const Scene other = load_scene(*source->scene);
  const RunRecord told = undirected_record(other, other.frames.first, options.folder);
  for (RunRecord::Input& input : record.inputs) {
    if (input.file == source->scene->string()) input.hash = fmt::format("{:016x}", told.fingerprint());
  }
  return record;
}

// Time since it was last asked.
class Laps {
 public:
  ReversalTimes::Part lap() {
    const std::clock_t now = std::clock();
    return {std::exchange(watch_, Stopwatch()).milliseconds() / 1000,
            static_cast<double>(now - std::exchange(cpu_, now)) / CLOCKS_PER_SEC};
  }

 private:
  Stopwatch watch_;
  std::clock_t cpu_ = std::clock();
};

// Frames of the scene in which some target simulation is.
int frames_with_targets(const Scene& scene, const std::vector<TargetSimulation>& simulations) {
  int frames = 0;
  for (int frame = scene.frames.first; frame <= scene.frames.last; ++frame) {
    frames += std::any_of(simulations.begin(), simulations.end(), [&](const auto& s) { return s.span.covers(frame); });
  }
  return frames;
}

void tell_sizes(const Scene& scene, const std::vector<TargetSimulation>& simulations, const SourceFrames& source,
                int last, ReversalTimes& times) {
  times.source_frames = last - scene.frames.first;
  times.target_frames = frames_with_targets(scene, simulations);
  times.simulations = simulations.size();
  times.source_particles = source.at(last).size();
  for (const TargetSimulation& s : simulations) times.target_particles += s.points.size() / simulations.size();
}

// The run in the folder, when it is this one and nothing is left to do; settles where writing starts.
std::optional<RunSummary> finished_run(const Scene& scene, const RunFolder& folder, const RunOptions& options,
                                       RunRecord& record) {
  if (!options.resume || !folder.holds_a_run()) return std::nullopt;
  const RunRecord stored = read_run_record(folder.run_json());
  check_same_run(stored, record, folder.path());
  if (!options.first_written) record.first_written = stored.first_written;
  const int finished = finished_frame(folder, stored);
  if (finished < scene.frames.last || stored.first_written > record.first_written) return std::nullopt;
  return RunSummary{stored.first_written, finished, true};
}

// Finds what is seen of the targets, and writes it with the source, or with the source that felt it.
void settle_and_merge(const Scene& scene, const RunFolder& folder, int first_written, const SourceFrames& source,
                      const std::vector<TargetSimulation>& simulations, ProgressStyle style, Laps& laps,
                      ReversalTimes& taken) {
  const TargetFrames targets(folder.path() / "targets", simulations);
  const reversal::Visibility visibility = settle(scene, source, targets, simulations, style);
  taken.merge = laps.lap();
  if (scene.reversal->mode == ReversalMode::merge) {
    merge(scene, folder, first_written, source, targets, visibility, style);
    return;
  }
  const fs::path again = run_with_visitors(scene, folder.path(), targets, visibility, style);
  const SourceFrames interacting(again, scene, scene.frames.first, scene.frames.last);
  merge(scene, folder, first_written, interacting, targets, visibility, style);
}

}  // namespace

std::optional<Scene> source_scene(const Scene& scene, int last_frame) {
  const std::optional<ReversalSource>& given = scene.reversal->source;
  if (given && !given->scene) return std::nullopt;
  Scene source = given ? load_scene(*given->scene) : scene;
  if (!given) source.reversal.reset();
  const std::string place = place_in(scene, "reversal.source.scene");
  if (given) check_rate(scene, "scene", source.frames.rate);
  if (source.frames.first > scene.frames.first) {
    throw InputError(place,
                     fmt::format("begins at frame {}, but this scene at {}", source.frames.first, scene.frames.first));
  }
  if (source.dimensions != scene.dimensions) {
    throw InputError(place, fmt::format("is in {}D, but this scene in {}D", source.dimensions, scene.dimensions));
  }
  source.frames.last = last_frame;
  return source;
}

RunSummary run_reversal(const Scene& scene, const RunOptions& options, ReversalTimes* times) {
  const RunFolder folder(options.folder);
  check_may_use(folder, options.resume, options.overwrite);
  const RecordingOptions recording{.thumbnail = options.thumbnail, .progress = options.progress};
  if (options.records_itself) check_room_in_library(scene, options.folder);
  Laps laps;
  const std::vector<TargetSimulation> simulations = plan_targets(scene);
  const ReversalTimes::Part planned = laps.lap();
  const RunLock lock(options.folder);
  check_may_use(folder, options.resume, options.overwrite);  // again: another run may have been faster
  folder.remove_temporaries();
  RunRecord record = record_of(scene, options);
  if (const std::optional<RunSummary> finished = finished_run(scene, folder, options, record)) return *finished;

  const CatchInterrupts catching;
  folder.begin(record.text());
  ReversalTimes taken;
  const int last = last_frame_needed(scene, simulations);
  const fs::path source_folder = provide_source(scene, options.folder, last, options.progress);
  taken.source = laps.lap();
  const SourceFrames source(source_folder, scene, scene.frames.first, last);
  write_starts(scene, simulations, source, options.folder / "targets", options.progress);
  taken.prepare = laps.lap();
  taken.prepare.wall_s += planned.wall_s;
  taken.prepare.cpu_s += planned.cpu_s;
  run_halves(scene, simulations, options.folder / "targets", options.progress);
  taken.targets = laps.lap();
  settle_and_merge(scene, folder, record.first_written, source, simulations, options.progress, laps, taken);
  taken.write = laps.lap();
  save_finished(folder, record, scene.frames.last);

  if (times) {
    tell_sizes(scene, simulations, source, last, taken);
    *times = taken;
  }
  RunSummary summary{record.first_written, scene.frames.last, false};
  if (options.records_itself) {
    summary.recorded = record_own_run(scene, options.folder, summary.first_frame, summary.last_frame, recording);
  }
  return summary;
}

}  // namespace weir::run
