// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The frames of one scene into one folder, when all that the scene needs is there: simulated by a Stage, or made by a
// FrameMaker. Whole plans are run.h's matter.

#pragma once

#include "cache/run_folder.h"
#include "cache/run_record.h"
#include "run/branch.h"
#include "weir/run/run.h"
#include "weir/run/stage.h"

namespace weir::run {

class FrameRun {
 public:
  // Builds the stage as far as it needs nothing: before hours are spent on what it needs, the scene must be fit to run.
  // InputError when it is not, or when the folder must not be used. `frames`: null where a Stage makes them. The scene
  // must outlive it.
  FrameRun(const Scene& scene, const RunOptions& options, std::shared_ptr<FrameMaker> frames);

  const Stage* stage() const { return stage_.get(); }  // null where frames are made

  // No other run may write into the folder from now on.
  void lock();
  // Of a branch that is about to begin.
  const std::optional<Origin>& origin() const { return origin_; }
  // What is there, if the folder holds this run, it is to be resumed, and nothing is left to do. Only of frames that
  // are made: a stage finds out when all that it needs is there.
  std::optional<RunSummary> finished() const;
  // Makes the frames that are missing. Interrupted when the user wants to stop: everything up to the last whole frame
  // is safe.
  RunSummary run();
  // The frames whose files are gone, up to `last` where a first one is given, each simulated from the checkpoint before
  // it; all else stays as it is.
  RunSummary mend(int last);

 private:
  void check_can_mend() const;
  void find_origin();
  std::optional<cache::BranchedFrom> stored_branch() const;
  cache::RunRecord record_to_be();
  void begin_branch(const cache::RunRecord& record);
  RunSummary simulate(cache::RunRecord record);
  RunSummary make(cache::RunRecord record);

  const Scene& scene_;
  RunOptions options_;
  cache::RunFolder folder_;       // its own files
  std::optional<Origin> origin_;  // of a branch that is about to begin
  std::shared_ptr<FrameMaker> frames_;
  std::unique_ptr<Stage> stage_;
  std::unique_ptr<cache::RunLock> lock_;
  std::vector<std::string> said_;  // for the user
};

}  // namespace weir::run
