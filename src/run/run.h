// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs a scene from its first frame to its last, into a folder that can be resumed.

#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/progress.h"
#include "run/record_template.h"
#include "scene/scene.h"

namespace weir::run {

struct RunOptions {
  std::filesystem::path folder;
  // Frames before it are simulated but not written. Without it: none, or as the run that is resumed began.
  std::optional<int> first_written = std::nullopt;
  bool resume = false;
  bool overwrite = false;
  std::string task = "simulating";  // shown with its progress
  bool records_itself = true;       // makes the recordings of the scene itself when it is finished
  DrawTemplate thumbnail = {};      // of what is recorded
  ProgressStyle progress = ProgressStyle::automatic;
};

struct RunSummary {
  int first_frame, last_frame;             // that are in the folder now
  bool was_done;                           // nothing was left to simulate
  std::vector<std::string> recorded = {};  // sentences about the recordings of the run itself
};

// A scene with reversal is more than one simulation (reversal_run.h). First makes the recordings of other scenes that
// are not there yet (recordings.h), and in the end runs the scenes that go together with it (together.h). Interrupted
// when the user wants to stop: everything up to the last whole frame is safe.
RunSummary run_scene(const Scene& scene, const RunOptions& options);

}  // namespace weir::run
