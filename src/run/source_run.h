// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs that another run stands on: the scene whose liquid is recorded, the source that a director bends, a coarse
// version that guides a fine one. They lie in folders of their own, are made when they are needed and are not made
// twice.
//
//   provide_run(scene, folder / "source", {.task = "simulating the source"});

#pragma once

#include <filesystem>
#include <string>

#include "base/progress.h"
#include "run/record_template.h"
#include "scene/scene.h"

namespace weir::run {

struct SourceRunOptions {
  std::string task = "simulating";  // shown with its progress
  ProgressStyle progress = ProgressStyle::automatic;
  DrawTemplate thumbnail = {};  // of what the scene records
};

// How the run came to be in its folder.
enum class Provided {
  reused,   // it was there, whole
  resumed,  // a part of it was there
  made,
};

// Sees to it that a finished run of the scene lies in the folder, with all frames of the scene (and maybe later ones):
// one that was interrupted is gone on with, one of another scene, of other files or of another version is replaced.
// The scene need not have a file of its own. What it records of itself is not recorded here, and what
// goes together with it is not run. InputError when the scene
// cannot be run, or the folder holds what is no run; Interrupted when the user wants to stop: calling it again goes on
// from there.
Provided provide_run(const Scene& scene, const std::filesystem::path& folder, const SourceRunOptions& options = {});

// What provide_run would do, without doing it.
Provided how_to_provide(const Scene& scene, const std::filesystem::path& folder);

}  // namespace weir::run
