// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/run/run.h"

#include <exception>
#include <mutex>
#include <span>

#include "control/templates/recordings.h"
#include "run/frame_run.h"
#include "run/look_over_scene.h"
#include "run/room_for_run.h"
#include "run/step_clock.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"
#include "weir/base/parallel.h"
#include "weir/run/plan.h"

namespace weir::run {

namespace {

// Makes steps of a plan, and counts the time each takes.
class Maker {
 public:
  explicit Maker(const ProgressSink& progress) : progress_(progress) {}

  void make(std::span<const PlanStep> steps) {
    for (size_t i = 0; i < steps.size();) {
      size_t end = i + 1;
      while (steps[i].small && end < steps.size() && steps[end].small && steps[end].kind == steps[i].kind) ++end;
      const StepClock clock;
      if (end - i > 1) {
        make_beside(steps.subspan(i, end - i));
      } else {
        make_one(steps[i]);
      }
      times.push_back(clock.of(steps[i].name));
      i = end;
    }
  }

  std::vector<RunSummary::Step> times;
  std::vector<std::string> sentences;  // for the user

 private:
  void make_one(const PlanStep& step) {
    if (interrupted()) throw Interrupted("stopped");
    if (step.is_made()) return;
    const std::string said = step.make(progress_);
    if (!said.empty()) sentences.push_back(said);
  }

  // Small ones side by side, each on one thread. When one fails the others stop.
  void make_beside(std::span<const PlanStep> steps) {
    Progress progress("simulating targets", "simulation", 1, static_cast<int>(steps.size()), progress_);
    std::mutex telling;
    int done = 0;
    std::exception_ptr failure;  // the first
    std::stop_source failed;
    const StopWith* const wishes = StopWith::innermost();  // of this thread
    parallel_alone(steps.size(), [&](size_t n) {
      const StopWith stopping(wishes, failed.get_token());
      try {
        if (interrupted()) throw Interrupted("stopped");
        if (!steps[n].is_made()) steps[n].make(ProgressStyle::none);
        const std::lock_guard lock(telling);
        if (!failure) progress.done(++done, {{"particles", steps[n].measure().particles}});
      } catch (...) {
        const std::lock_guard lock(telling);
        if (!failure) failure = std::current_exception();
        failed.request_stop();
      }
    });
    if (failure) std::rethrow_exception(failure);
  }

  ProgressSink progress_;
};

// Listens to the wishes to stop that the options name.
struct Stopping {
  explicit Stopping(const RunOptions& options) : with_token(options.stop) {
    if (options.catch_interrupts) catching.emplace();
  }
  StopWith with_token;
  std::optional<CatchInterrupts> catching;
};

}  // namespace

void make_needs(const Scene& scene, const RunOptions& options) {
  const Plan plan(scene, {.folder = options.folder, .thumbnail = options.thumbnail});
  if (!plan.frames()) const Stage fit_to_run(scene, Stage::Unopened{});
  const Stopping stopping(options);
  const std::span<const PlanStep> steps = plan.steps();
  const auto own = static_cast<size_t>(&plan.step(kRunStep) - steps.data());
  if (own == 0) return;
  const cache::RunLock lock(options.folder, options.task + " " + scene.file.filename().string());
  Maker(options.progress).make(steps.first(own));
}

// Where the run goes on from, or went on from if it is resumed or mended: the folder and frame of the run that has it.
static std::optional<BranchPoint> branch_of(const RunOptions& options) {
  if (options.from) {
    const Origin origin = Origin::find(*options.from);
    return BranchPoint{origin.folder(), origin.frame()};
  }
  const cache::RunFolder folder(options.folder);
  if (!(options.resume || options.mend) || !folder.branched_from()) return {};
  return BranchPoint{folder.branched_from()->run, folder.branched_from()->frame};
}

// What is mended must be made just as the run was, to whichever frame that went.
static Scene as_it_was_run(Scene scene, const RunOptions& options) {
  const cache::RunFolder folder(options.folder);
  if (options.mend && folder.holds_a_run()) {
    scene.frames.last = cache::read_run_record(folder.run_json()).last_frame();
  }
  return scene;
}

// Better now than when the machine comes to a stop.
static void refuse_beyond_memory(const Scene& scene, const StepSize& need) {
  Findings findings;
  look_at_memory(scene, need, findings);
  if (findings.any(Severity::error)) throw InputError(problems_of(findings.sorted(scene.file.string())));
}

RunSummary run_scene(const Scene& given, const RunOptions& options) {
  const StepClock planning;
  const Scene scene = as_it_was_run(given, options);
  const Plan plan(scene, {.folder = options.folder, .thumbnail = options.thumbnail, .from = branch_of(options)});
  templates::check_room_in_library(scene, options.folder);
  if (const std::optional<StepSize> need = size_beyond_memory(scene)) refuse_beyond_memory(scene, *need);
  FrameRun run(scene, options, plan.frames());
  if (run.stage() && !options.resume && !options.mend) refuse_beyond_memory(scene, measure_run(scene, *run.stage()));
  run.lock();
  if (run.origin()) take_over_needs(run.origin()->folder(), options.folder);
  Maker maker(options.progress);
  maker.times.push_back(planning.of("plan"));
  const Stopping stopping(options);
  const std::span<const PlanStep> steps = plan.steps();
  const auto own = static_cast<size_t>(&plan.step(kRunStep) - steps.data());
  if (options.found && !options.resume) {
    Findings findings;
    look_over(scene, run.stage(), options.folder, findings);
    options.found(findings.sorted(scene.file.string()));
  }
  std::optional<RunSummary> summary = run.finished();
  if (!summary) {
    maker.make(steps.first(own));
    summary = options.mend ? run.mend(given.frames.last) : run.run();
  }
  maker.times.insert(maker.times.end(), summary->steps.begin(), summary->steps.end());
  if (!options.mend) maker.make(steps.subspan(own + 1));
  summary->steps = std::move(maker.times);
  summary->said.insert(summary->said.end(), maker.sentences.begin(), maker.sentences.end());
  return *summary;
}

}  // namespace weir::run
