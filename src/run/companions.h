// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Companions: scenes that are run together with another (its key "together"): the liquid and the vapour of one
// waterspout, each with a solver of its own. Their runs lie in the folder of that scene's, and have its frames:
//   together/NAME/    NAME being that of the scene's file
// Each flows for itself; what they share is what directs them, and the picture.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "weir/sim/plan_step.h"

namespace weir::run {

struct Companion {
  std::string name;
  Scene scene;
};

// Reads those that the scene names. InputError when one of them cannot be read, has others together with it, or cannot
// be shown with it: other dimensions, another frame rate.
std::vector<Companion> companions_of(const Scene& scene);

// Where such a run lies.
std::filesystem::path companion_folder(const std::filesystem::path& run_folder, const std::string& name);

// Adds their runs to the plan of that of the scene.
void plan_companions(const Scene& scene, PlanBuilder& plan);

}  // namespace weir::run
