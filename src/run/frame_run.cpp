// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/frame_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "base/stopwatch.h"
#include "run/building.h"
#include "run/keep_checkpoint.h"
#include "run/record_of_run.h"
#include "run/resume.h"
#include "run/step_clock.h"
#include "run/write_frame.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"
#include "weir/scene/scene_changes.h"

namespace weir::run {

namespace fs = std::filesystem;

FrameRun::FrameRun(const Scene& scene, const RunOptions& options, std::shared_ptr<FrameMaker> frames)
    : scene_(scene), options_(options), folder_(cache::RunFolder::own(options.folder)), frames_(std::move(frames)) {
  if (options_.mend) {
    check_can_mend();
  } else {
    cache::check_may_use(folder_, options_.resume, options_.overwrite);
  }
  if (options_.from) find_origin();
  if (!frames_) stage_ = build_stage(scene_, options_.folder);
}

void FrameRun::lock() {
  if (lock_) return;
  const std::string doing = options_.task + " " + scene_.file.filename().string();
  lock_ = std::make_unique<cache::RunLock>(options_.folder, doing);
  if (options_.mend) return;
  cache::check_may_use(folder_, options_.resume, options_.overwrite);  // again: another run may have been faster
}

void FrameRun::check_can_mend() const {
  if (!folder_.holds_a_run()) throw InputError(folder_.path().string(), "holds no run that could be mended");
  if (folder_.is_retimed()) {
    throw InputError(folder_.path().string(), "holds a run at another speed; weir retime makes its missing frames");
  }
  if (!frames_) return;
  throw InputError("--mend", fmt::format("frames of {} are made from other runs, not simulated; make all of them again "
                                         "with --resume, which is quick, or mend the runs in its folder",
                                         folder_.path().string()));
}

void FrameRun::find_origin() {
  origin_ = Origin::for_branch(scene_, *options_.from, options_.folder, frames_.get());
  const std::vector<SceneChange> changes = scene_changes(scene_text(origin_->scene()), scene_text(scene_));
  for (const SceneChange& change : changes) {
    if (!change.path.starts_with("liquids")) said_.push_back("Changed: " + change.sentence());
  }
  if (std::any_of(changes.begin(), changes.end(), [](const auto& c) { return c.path.starts_with("liquids"); })) {
    said_.push_back("Liquids are there from the start of a run: what has changed of them has no effect");
  }
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
  cache::RunRecord record = record_to_be();
  return frames_ ? make(std::move(record)) : simulate(std::move(record));
}

// Where the run in the folder began, if it is to be resumed and is a branch.
std::optional<cache::BranchedFrom> FrameRun::stored_branch() const {
  if (!options_.resume || !folder_.holds_a_run()) return {};
  return cache::read_run_record(folder_.run_json()).branched_from;
}

cache::RunRecord FrameRun::record_to_be() {
  cache::RunRecord record =
      record_of_run(scene_, options_.first_written.value_or(scene_.frames.first), options_.folder);
  record.branched_from = stored_branch();
  if (origin_) {
    const cache::BranchedFrom wanted = origin_->as_seen_from(options_.folder);
    if (options_.resume && folder_.holds_a_run() && record.branched_from != wanted) {
      throw InputError("--from", fmt::format("the run in {} did not begin at frame {} of {}; resume it without --from, "
                                             "or start again with --overwrite",
                                             folder_.path().string(), wanted.frame, origin_->folder().string()));
    }
    record.branched_from = wanted;
  }
  if (record.branched_from) {
    record.first_written = std::max(record.first_written, record.branched_from->frame + 1);
    if (options_.first_written) options_.first_written = record.first_written;
  }
  return record;
}

// The state comes first: whatever a kill leaves, it can begin again.
void FrameRun::begin_branch(const cache::RunRecord& record) {
  const cache::BranchedFrom& from = *record.branched_from;
  make_folder(folder_.branch_state().parent_path());
  if (!is_state_of(from, folder_.branch_state())) {
    if (!origin_) origin_ = Origin::find({cache::RunFolder(folder_.path()).origin().path(), from.frame});
    const std::optional<int> since = origin_->write_state(folder_.branch_state(), options_.progress);
    if (since && *since < from.frame) {
      said_.push_back(fmt::format("Frames {} to {} of {} were simulated again, since no checkpoint is at frame {}",
                                  *since + 1, from.frame, origin_->folder().string(), from.frame));
    }
  }
  load_branch_state(folder_.branch_state(), *stage_);
  folder_.begin(record.text(), /*branches=*/true);
  said_.push_back(fmt::format("Frames up to {} are those of {}", from.frame,
                              cache::RunFolder(folder_.path()).origin().path().string()));
}

RunSummary FrameRun::simulate(cache::RunRecord record) {
  Stage& stage = *stage_;
  const bool resumed =
      options_.resume && folder_.holds_a_run() && resume_run(folder_, options_.first_written, record, stage);
  const bool was_done = resumed && stage.frame() >= scene_.frames.last;
  const bool branches = !resumed && record.branched_from.has_value();
  if (branches) begin_branch(record);
  if (resumed) keep_checkpoint(folder_, scene_, stage.frame());
  Progress progress(options_.task, "frame", resumed || branches ? stage.frame() + 1 : stage.frame(), scene_.frames.last,
                    options_.progress);
  const auto particles = [&] { return static_cast<double>(stage.solver().particles().size()); };
  if (!resumed && !branches) {
    stage.begin();
    folder_.begin(record.text());
    write_frame(folder_, record, scene_, stage, {});
    progress.begun(stage.frame(), {{"particles", particles()}});
  }
  while (stage.frame() < scene_.frames.last) {
    const Stage::FrameReport report = stage.advance();
    write_frame(folder_, record, scene_, stage, report);
    keep_checkpoint(folder_, scene_, stage.frame());
    Progress::Numbers numbers{{"particles", particles()}, {"steps", report.steps}};
    numbers.insert(numbers.end(), report.solver.begin(), report.solver.end());
    progress.done(stage.frame(), numbers);
  }
  progress.finish();
  return {.first_frame = record.first_written, .last_frame = stage.frame(), .was_done = was_done, .said = said_};
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
