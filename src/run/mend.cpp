// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Frames whose files are gone, made anew.

#include <fmt/format.h>

#include <algorithm>

#include "run/frame_run.h"
#include "run/record_of_run.h"
#include "run/resume.h"
#include "run/write_frame.h"
#include "weir/base/error.h"

namespace weir::run {

namespace fs = std::filesystem;

namespace {

bool is_whole(const cache::RunFolder& folder, int frame, const Stage& stage, bool has_volumes) {
  return fs::exists(folder.particles(frame)) && (!has_volumes || fs::exists(folder.volumes(frame))) &&
         (!stage.solver().surface() || fs::exists(folder.surface(frame)));
}

// Takes a stage to frames, one after the other, from the checkpoint before each.
class Rewinder {
 public:
  Rewinder(const Scene& scene, const cache::RunFolder& folder, const cache::RunRecord& record)
      : scene_(scene), folder_(folder), record_(record) {}

  // The first frame that is simulated for the sake of this one.
  int first_for(int frame) { return state_before(frame) ? frame_of_state_ + 1 : scene_.frames.first; }

  // A state that was loaded lacks what a step leaves behind, so that one step at least comes before a frame is written.
  Stage& at(int frame, Progress& progress) {
    const std::optional<fs::path> state = state_before(frame);
    const int from = state ? frame_of_state_ : scene_.frames.first;
    if (!stage_ || stage_->frame() >= frame || stage_->frame() < from) {
      stage_ = std::make_unique<Stage>(scene_, Stage::Unopened{});
      stage_->open(folder_.path());
      state ? load_branch_state(*state, *stage_) : stage_->begin();
    }
    while (stage_->frame() < frame) {
      stage_->advance();
      progress.done(stage_->frame(), {{"particles", static_cast<double>(stage_->solver().particles().size())}});
    }
    return *stage_;
  }

 private:
  // The nearest; of a branch, maybe that which it began with.
  std::optional<fs::path> state_before(int frame) {
    const std::vector<int> kept = folder_.kept_checkpoints();
    for (auto at = kept.rbegin(); at != kept.rend(); ++at) {
      if (*at >= frame || !is_own(*at)) continue;
      frame_of_state_ = *at;
      return folder_.checkpoint(*at);
    }
    if (!record_.branched_from) return {};
    if (!is_state_of(*record_.branched_from, folder_.branch_state())) {
      throw InputError(folder_.path().string(),
                       "has lost the state that it began with, checkpoint/branch, which mending this frame needs; "
                       "branch again with --from and --overwrite");
    }
    frame_of_state_ = record_.branched_from->frame;
    return folder_.branch_state();
  }
  bool is_own(int frame) const {
    const cache::BranchedFrom own{
        .run = {}, .frame = frame, .fingerprint = fmt::format("{:016x}", record_.fingerprint())};
    return is_state_of(own, folder_.checkpoint(frame));
  }

  const Scene& scene_;
  const cache::RunFolder& folder_;
  const cache::RunRecord& record_;
  std::unique_ptr<Stage> stage_;
  int frame_of_state_ = 0;
};

}  // namespace

RunSummary FrameRun::mend(int last) {
  stage_->open(options_.folder);
  stage_->begin(Beginning::of_loading);  // it is only asked what it would write
  lock();
  folder_.remove_temporaries();
  const cache::RunRecord stored = cache::read_run_record(folder_.run_json());
  cache::RunRecord wanted = record_of_run(scene_, stored.first_written, options_.folder);
  wanted.branched_from = stored.branched_from;
  cache::check_same_run(stored, wanted, folder_.path());
  const int done = finished_frame(folder_, stored);
  const int first = options_.first_written.value_or(stored.first_written);
  if (!options_.first_written) last = done;
  if (stored.branched_from && first <= stored.branched_from->frame) {
    throw InputError("--frames",
                     fmt::format("frames up to {} are those of {}; mend them there", stored.branched_from->frame,
                                 cache::RunFolder(folder_.path()).origin().path().string()));
  }
  if (last > done) {
    throw InputError("--frames", fmt::format("the run in {} has come to frame {} only; go on with --resume",
                                             folder_.path().string(), done));
  }
  const bool has_volumes = !stage_->volumes().empty();
  RunSummary summary{.first_frame = first, .last_frame = last};
  for (int frame = first; frame <= last; ++frame) {
    if (!is_whole(folder_, frame, *stage_, has_volumes)) summary.mended.push_back(frame);
  }
  summary.was_done = summary.mended.empty();
  if (summary.was_done) return summary;
  Rewinder rewinder(scene_, folder_, stored);
  Progress progress("mending", "frame", rewinder.first_for(summary.mended.front()), summary.mended.back(),
                    options_.progress);
  for (const int frame : summary.mended) write_frame_again(folder_, scene_, rewinder.at(frame, progress));
  progress.finish();
  return summary;
}

}  // namespace weir::run
