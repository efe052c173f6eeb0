// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/frame_run.h"

#include "base/stopwatch.h"
#include "run/building.h"
#include "run/record_of_run.h"
#include "run/resume.h"
#include "run/step_clock.h"
#include "run/write_frame.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"

namespace weir::run {

FrameRun::FrameRun(const Scene& scene, const RunOptions& options, std::shared_ptr<FrameMaker> frames)
    : scene_(scene), options_(options), folder_(options.folder), frames_(std::move(frames)) {
  cache::check_may_use(folder_, options_.resume, options_.overwrite);
  if (!frames_) stage_ = build_stage(scene_, options_.folder);
}

void FrameRun::lock() {
  if (lock_) return;
  lock_ = std::make_unique<cache::RunLock>(options_.folder);
  cache::check_may_use(folder_, options_.resume, options_.overwrite);  // again: another run may have been faster
}

std::optional<RunSummary> FrameRun::finished() const {
  if (!frames_ || !options_.resume || !folder_.holds_a_run()) return std::nullopt;
  try {
    const cache::RunRecord stored = cache::read_run_record(folder_.run_json());
    const int first_written = options_.first_written.value_or(stored.first_written);
    cache::check_same_run(stored, record_of_run(scene_, first_written, options_.folder), folder_.path());
    const int done = finished_frame(folder_, stored);
    if (done < scene_.frames.last || stored.first_written > first_written) return std::nullopt;
    return RunSummary{.first_frame = stored.first_written, .last_frame = done, .was_done = true};
  } catch (const InputError&) {
    return std::nullopt;  // running finds out, when all that is needed is there
  }
}

RunSummary FrameRun::run() {
  if (stage_) stage_->open(options_.folder);
  lock();
  folder_.remove_temporaries();
  cache::RunRecord record =
      record_of_run(scene_, options_.first_written.value_or(scene_.frames.first), options_.folder);
  return frames_ ? make(std::move(record)) : simulate(std::move(record));
}

RunSummary FrameRun::simulate(cache::RunRecord record) {
  Stage& stage = *stage_;
  const bool resumed =
      options_.resume && folder_.holds_a_run() && resume_run(folder_, options_.first_written, record, stage);
  const bool was_done = resumed && stage.frame() >= scene_.frames.last;
  Progress progress(options_.task, "frame", resumed ? stage.frame() + 1 : stage.frame(), scene_.frames.last,
                    options_.progress);
  const auto particles = [&] { return static_cast<double>(stage.solver().particles().size()); };
  if (!resumed) {
    folder_.begin(record.text());
    write_frame(folder_, record, scene_, stage, {});
    progress.done(stage.frame(), {{"particles", particles()}});
  }
  while (stage.frame() < scene_.frames.last) {
    const Stage::FrameReport report = stage.advance();
    write_frame(folder_, record, scene_, stage, report);
    Progress::Numbers numbers{{"particles", particles()}, {"steps", report.steps}};
    numbers.insert(numbers.end(), report.solver.begin(), report.solver.end());
    progress.done(stage.frame(), numbers);
  }
  progress.finish();
  return {.first_frame = record.first_written, .last_frame = stage.frame(), .was_done = was_done};
}

RunSummary FrameRun::make(cache::RunRecord record) {
  if (options_.resume && folder_.holds_a_run()) {
    const cache::RunRecord stored = cache::read_run_record(folder_.run_json());
    cache::check_same_run(stored, record, folder_.path());
    if (!options_.first_written) record.first_written = stored.first_written;
  }
  folder_.begin(record.text());
  const StepClock beginning;
  frames_->begin(options_.progress);
  const RunSummary::Step begun = beginning.of("begin");
  const StepClock making;
  const Frames& frames = scene_.frames;
  Progress progress("merging", "frame", frames.first, frames.last, options_.progress);
  for (int frame = frames.first; frame <= frames.last; ++frame) {
    if (interrupted()) throw Interrupted("stopped");
    const Stopwatch watch;
    const FrameMaker::Frame made = frames_->at(frame);
    write_made_frame(folder_, record, scene_, frame, made, watch.milliseconds());
    progress.done(frame, {{"particles", static_cast<double>(made.particles.size())}});
  }
  save_finished(folder_, record, frames.last);
  return {.first_frame = record.first_written, .last_frame = frames.last, .steps = {begun, making.of("frames")}};
}

}  // namespace weir::run
