// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Scenes that are run together with another: the liquid and the vapour of one waterspout, each with a solver of its
// own. Their runs lie in the folder of that scene's, and have its frames:
//   together/NAME/    NAME being that of the scene's file
// Each flows for itself; what they share is what directs them, and the picture.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/progress.h"
#include "scene/scene.h"

namespace weir::run {

struct TogetherScene {
  std::string name;
  Scene scene;
};

// Reads those that the scene names. InputError when one of them cannot be read, has others together with it, or cannot
// be shown with it: other dimensions, another frame rate.
std::vector<TogetherScene> scenes_together(const Scene& scene);

// Where such a run lies.
std::filesystem::path folder_together(const std::filesystem::path& run_folder, const std::string& name);

// Sees to it that their runs are in the folder (source_run.h).
void run_together(const std::vector<TogetherScene>& scenes, const std::filesystem::path& run_folder,
                  ProgressStyle progress);

}  // namespace weir::run
