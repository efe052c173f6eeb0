// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Looks a scene over before it is run: all that `run_scene` would refuse, everything at once, and what is no mistake
// but hardly meant.
//
//   const SceneCheck check = check_scene(load_scene("dam.json"), {.folder = "out/dam"});
//   for (const Finding& finding : check.findings) show(finding.severity, finding.path, finding.sentence());
//
// What load_scene() refuses is among the findings of check_file().

#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "weir/run/plan.h"
#include "weir/run/stage.h"
#include "weir/scene/findings.h"
#include "weir/scene/scene.h"

namespace weir::run {

struct CheckOptions {
  std::filesystem::path folder;  // of the run
  // Whether the run is to begin there; otherwise it does not matter what the folder holds.
  bool begins = false;
  // Where it goes on from.
  std::optional<BranchPoint> from = {};
  // Times a few steps of each simulation, to guess how long all of it takes.
  bool timed = false;
  // Without it, what only building finds is not told, and how large the run is only roughly: for scenes that would take
  // too long, or too much memory, to be built now.
  bool builds = true;
};

// How long a run will take, guessed from its first steps.
struct TimeGuess {
  double seconds = 0;      // all of it
  int steps = 0;           // that were timed
  double step_ms = 0;      // of the run itself, each
  double steps_frame = 0;  // steps in a frame
  // What waits for what is made first, and is not part of it: directors by their kind, other simulations.
  std::vector<std::string> without = {};
};

struct SceneCheck {
  std::vector<Finding> findings;  // errors first, in the order of the file
  // What the run is made of; null where that could not be built.
  std::unique_ptr<Scene> scene;
  std::unique_ptr<Plan> plan;
  std::unique_ptr<Stage> stage;
  StepSize size;  // of the run itself
  StepSize all;   // its particles, the most memory that a step needs, the disk of all steps
  std::optional<TimeGuess> time;

  bool good() const { return problems_of(findings).empty(); }
};

SceneCheck check_scene(const Scene& scene, const CheckOptions& options);
SceneCheck check_file(const std::filesystem::path& scene, const CheckOptions& options);

}  // namespace weir::run
