// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/time_guess.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "base/scratch_folder.h"
#include "base/stopwatch.h"
#include "cache/run_folder.h"
#include "cache/run_record.h"
#include "run/write_frame.h"
#include "weir/base/error.h"
#include "weir/sim/director_kind.h"

namespace weir::run {

namespace {

constexpr double kTriedSeconds = 5;   // of all simulations together,
constexpr double kLeastOfEach = 0.2;  // but so much of each

// Those that wait for what is made first are left out, and named.
Scene without_waiting(const Scene& scene, const std::filesystem::path& folder, std::vector<std::string>& left_out) {
  Scene result = scene;
  result.directors.clear();
  for (size_t i = 0; i < scene.directors.size(); ++i) {
    if (waits_for_plan({scene, i, folder})) {
      left_out.push_back(scene.directors[i].kind());
    } else {
      result.directors.push_back(scene.directors[i]);
    }
  }
  return result;
}

// Of the frame that the stage is at, s: the least of a few times, since a disk may be busy.
double seconds_to_write(const Scene& scene, Stage& stage) {
  constexpr int kMost = 4;
  constexpr double kLong = 1;  // s
  const ScratchFolder scratch;
  const cache::RunFolder folder(scratch.path());
  const cache::RunRecord record = cache::make_run_record(scene, scene.frames.first, {});
  folder.begin(record.text());
  double least = 1e30, all = 0;
  for (int i = 0; i < kMost && all < kLong; ++i) {
    const Stopwatch watch;
    write_frame(folder, record, scene, stage, {});
    least = std::min(least, 1e-3 * watch.milliseconds());
    all += 1e-3 * watch.milliseconds();
  }
  return least;
}

// Adds the time of a simulation to the guess.
void try_one(const PlanStep& step, double seconds, TimeGuess& guess) {
  const Scene tried = without_waiting(*step.scene, step.folder, guess.without);
  Stage stage(tried, step.folder);
  const auto before = static_cast<double>(stage.solver().particles().size());
  const Stage::Pace pace = stage.try_out(seconds);
  if (pace.steps == 0) return;
  const double whole = (tried.frames.last - tried.frames.first) / tried.frames.rate, left = whole - pace.simulated;
  // As many particles come in every second of the rest as have come so far.
  const auto now = static_cast<double>(stage.solver().particles().size());
  const double most = std::max(now, static_cast<double>(tried.solver.max_particles));
  const double at_end = std::min(most, now + left * std::max(0.0, now - before) / pace.simulated);
  const double slower = now > 0 ? 0.5 * (now + at_end) / now : 1;
  guess.seconds += pace.seconds + left * slower * pace.late_seconds / std::max(pace.late_simulated, 1e-12);
  guess.steps += pace.steps;
  guess.seconds += slower * (tried.frames.last - tried.frames.first + 1) * seconds_to_write(tried, stage);
  if (step.name != kRunStep) return;
  guess.step_ms = 1e3 * pace.seconds / pace.steps;
  guess.steps_frame = pace.steps / (pace.simulated * tried.frames.rate);
}

}  // namespace

TimeGuess guess_time(const Plan& plan) {
  TimeGuess guess;
  std::vector<const PlanStep*> runs;
  for (const PlanStep& step : plan.steps()) {
    if (step.scene && !step.is_made()) runs.push_back(&step);
  }
  int waiting = 0;
  for (const PlanStep* step : runs) {
    try {
      try_one(*step, std::max(kLeastOfEach, kTriedSeconds / static_cast<double>(runs.size())), guess);
    } catch (const InputError&) {
      ++waiting;  // for files that another step makes
    }
  }
  if (waiting > 0)
    guess.without.push_back(fmt::format("{} simulation{} that start{} from others", waiting, waiting == 1 ? "" : "s",
                                        waiting == 1 ? "s" : ""));
  return guess;
}

}  // namespace weir::run
