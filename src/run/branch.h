// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where a branch begins: a frame of another run. Its state comes from a checkpoint; where none is at that frame, the
// other run's own scene is simulated again from the one before it.

#pragma once

#include "cache/run_folder.h"
#include "cache/run_record.h"
#include "weir/run/run.h"
#include "weir/run/stage.h"

namespace weir::run {

class Origin {
 public:
  // InputError when there is no run, it has not come to the frame, or its frames are not simulated. The run that a
  // branch began with takes its place, where the frame is that run's.
  static Origin find(const BranchPoint& from);
  // The same for a run of the scene into the folder; InputError also when the scene cannot go on from there. `frames`:
  // what makes them where no stage does.
  static Origin for_branch(const Scene& scene, const BranchPoint& from, const std::filesystem::path& folder,
                           const FrameMaker* frames);

  int frame() const { return frame_; }
  const Scene& scene() const { return scene_; }
  const std::filesystem::path& folder() const { return folder_.path(); }
  // As the record of a run in this folder has it.
  cache::BranchedFrom as_seen_from(const std::filesystem::path& folder) const;

  // Writes the state at the frame; tells from which frame the other run was simulated again, if it was.
  std::optional<int> write_state(const std::filesystem::path& file, const ProgressSink& progress) const;

 private:
  Origin(cache::RunFolder folder, cache::RunRecord record, Scene scene, int frame);
  std::optional<int> find_state(const std::filesystem::path& file, const std::string& fingerprint) const;
  void simulate_again(Stage& stage, const std::filesystem::path& file, const ProgressSink& progress) const;

  cache::RunFolder folder_;  // its own files
  cache::RunRecord record_;
  Scene scene_;
  int frame_;
};

// What the other run stands on (recordings, guides) is used again as far as it is the same for the branch: the same
// files get another name in its folder. They are replaced there, never written to.
void take_over_needs(const std::filesystem::path& from, const std::filesystem::path& to);

// Whether the file has the state of that run at that frame.
bool is_state_of(const cache::BranchedFrom& from, const std::filesystem::path& file);
// Into a stage of the scene that goes on from there.
void load_branch_state(const std::filesystem::path& file, Stage& stage);

}  // namespace weir::run
