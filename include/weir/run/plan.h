// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The plan of a run (weir/sim/plan_step.h), built once from a checked scene: other scenes that it stands on are read
// here and nowhere else.
//
//   const Plan plan(scene, {.folder = "out/dam"});
//   for (const PlanStep& step : plan.steps()) show(step.name, step.kind, step.is_made());
//
// The run of the scene itself is one of the steps, kRunStep: its make() does nothing, run_scene() makes it. Those
// before it are what the run stands on, those after it come when it is finished.

#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "weir/control/templates/library/draw_template.h"
#include "weir/run/branch_point.h"
#include "weir/sim/plan_step.h"

namespace weir::run {

inline constexpr const char* kRunStep = "run";

struct PlanOptions {
  std::filesystem::path folder;            // of the run
  templates::DrawTemplate thumbnail = {};  // of what is recorded
  bool records_itself = true;              // into the library, when it is finished
  std::optional<BranchPoint> from = {};    // where the run goes on from: PlannedRun::follows
};

class Plan {
 public:
  // The scene must outlive it. InputError for all that is wrong with the scenes it stands on.
  Plan(const Scene& scene, const PlanOptions& options);
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  ~Plan();

  const std::vector<PlanStep>& steps() const { return steps_; }
  const PlanStep& step(const std::string& name) const;
  // What makes the frames of the run; null: a Stage does.
  const std::shared_ptr<FrameMaker>& frames() const { return frames_; }
  // Steps with name, kind, made_from, folder, needs and size. Looks closely at each (PlanStep::measure).
  nlohmann::ordered_json json() const;

 private:
  class Builder;

  std::filesystem::path root_;
  std::vector<PlanStep> steps_;
  std::vector<std::unique_ptr<Scene>> scenes_;  // that other runs are of
  std::shared_ptr<FrameMaker> frames_;
};

class Stage;

// The size of a run; InputError for what is wrong with any frame of it. `stage`: of the scene, where it is built
// already.
StepSize measure_run(const Scene& scene);
StepSize measure_run(const Scene& scene, const Stage& stage);

}  // namespace weir::run
