// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs that another run stands on: the scene whose liquid is recorded, the source that a director bends, a coarse
// version that guides a fine one. They lie in folders of their own and are not made twice.

#pragma once

#include "weir/run/run.h"

namespace weir::run {

// What is left to do for a run in its folder.
enum class HowToMake {
  nothing,  // it is there, whole
  go_on,    // a part of it is there
  all_of_it,
};
HowToMake how_to_make(const Scene& scene, const std::filesystem::path& folder,
                      const std::optional<BranchPoint>& from = {});
// Whether a run of the scene in the folder can and should go on from there: that run is of a scene which differs, but
// not in what its state means.
bool can_follow(const Scene& scene, const std::filesystem::path& folder, const BranchPoint& from);

struct EnsureRunOptions {
  std::string task = "simulating";  // shown with its progress
  ProgressSink progress = {};
  std::shared_ptr<FrameMaker> frames = {};  // null: a Stage makes them
  std::optional<BranchPoint> from = {};     // one that can_follow()
};

// Sees to it that a finished run of the scene lies in the folder, with all frames of the scene (and maybe later ones):
// one that was interrupted is gone on with, one of another scene, of other files or of another version is replaced.
// What the scene needs must be there. InputError when the scene cannot be run, or the folder holds what is no run;
// Interrupted when the user wants to stop: calling it again goes on from there.
HowToMake ensure_run(const Scene& scene, const std::filesystem::path& folder, const EnsureRunOptions& options = {});

}  // namespace weir::run
