// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs a scene from its first frame to its last, into a folder that can be resumed.

#pragma once

#include <filesystem>
#include <optional>

#include "base/progress.h"
#include "scene/scene.h"

namespace weir {

struct RunOptions {
  std::filesystem::path folder;
  int first_written = 0;  // frames before it are simulated but not written
  bool resume = false;
  bool overwrite = false;
  ProgressStyle progress = ProgressStyle::automatic;
};

struct RunSummary {
  int first_frame, last_frame;  // simulated this time; first > last when there was nothing left to do
  size_t particles;             // at the end
};

// Interrupted when the user wants to stop: everything up to the last whole frame is safe.
RunSummary run_scene(const Scene& scene, const RunOptions& options);

}  // namespace weir
