// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs a scene from its first frame to its last, into a folder that can be resumed:
//
//   run_scene(scene, {.folder = "out/dam"});                     // with a bar of progress where there is a terminal
//   run_scene(scene, {.folder = "out/dam", .resume = true, .progress = show, .stop = source.get_token()});
//   run_scene(changed, {.folder = "out/take2", .from = BranchPoint{"out/dam", 20}});

#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "weir/base/progress.h"
#include "weir/control/templates/library/draw_template.h"
#include "weir/run/branch_point.h"
#include "weir/scene/findings.h"
#include "weir/scene/scene.h"
#include "weir/sim/plan_step.h"

namespace weir::run {

struct RunOptions {
  std::filesystem::path folder;
  // Goes on from there, with all that flows and floats as it is then: the scene may be another than that run's, as far
  // as its state means the same in it. Earlier frames stay where they are, and are found through this run's folder.
  // What the state has of things is matched by their names, or by their places in the scene where they have none.
  std::optional<BranchPoint> from = std::nullopt;
  // Frames before it are simulated but not written. Without it: none, or as the run that is resumed began.
  std::optional<int> first_written = std::nullopt;
  bool resume = false;
  bool overwrite = false;
  // Makes only those frames anew whose files are gone from the run in the folder, from first_written to the scene's
  // last; without it, all that were written.
  bool mend = false;
  std::string task = "simulating";         // shown with its progress
  templates::DrawTemplate thumbnail = {};  // of what is recorded, by Weir's own function; none: no picture
  ProgressSink progress = {};              // by default on the terminal
  std::stop_token stop = {};               // request_stop() ends the run after the current step
  // The same for Ctrl-C and SIGTERM, from when there is something to lose (CatchInterrupts).
  bool catch_interrupts = false;
  // Told, before the first frame of a run that begins, what is no mistake but hardly meant (weir/run/check.h).
  std::function<void(const std::vector<Finding>&)> found = {};
};

struct RunSummary {
  int first_frame = 0, last_frame = 0;  // that are in the folder now
  bool was_done = false;                // nothing was left to simulate
  std::vector<int> mended = {};         // frames that were made anew
  std::vector<std::string> said = {};   // sentences about what else was made
  // Seconds that a step of the plan took, by the clock and of all threads together: the latter do not depend on what
  // else the machine does. Frames that are made, not simulated, are two: "begin" and "frames".
  struct Step {
    std::string name;
    double wall_s, cpu_s;
  };
  std::vector<Step> steps = {};
};

// Makes the plan of the scene and everything in it that is not there yet (plan.h). Interrupted when the user wants to
// stop: everything up to the last whole frame is safe.
RunSummary run_scene(const Scene& scene, const RunOptions& options);

// Makes only what the run of the scene stands on. InputError when the scene itself cannot be run.
void make_needs(const Scene& scene, const RunOptions& options);

}  // namespace weir::run
