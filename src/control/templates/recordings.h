// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The templates that a scene records (weir/scene/recording_settings.h), as steps of the plan of its run. Those of other
// scenes are made before it, in its folder:
//   recordings/NAME/         the run of the other scene
//   recordings/NAME.weirt    the template
//   recordings/NAME.json     what it was made from: it is made again when that is different
// Those of the scene itself go to the library when the run is finished; NAME.json lies in the same folder.

#pragma once

#include "control/templates/library/record_template.h"
#include "weir/sim/plan_step.h"

namespace weir::templates {

// InputError when a recorded scene, or one that that records, cannot be read, does not hold what is to be recorded or
// what directors want of it, or waits for this one. The scene must outlive the plan.
void plan_recordings(const Scene& scene, const DrawTemplate& thumbnail, PlanBuilder& plan);

// `run`: the name of the step that is the run of the scene itself.
void plan_own_recordings(const Scene& scene, const std::string& run, const DrawTemplate& thumbnail, PlanBuilder& plan);

// InputError when the recordings of the scene itself would replace templates in the library that were not recorded in
// this folder.
void check_room_in_library(const Scene& scene, const std::filesystem::path& run_folder);

}  // namespace weir::templates
