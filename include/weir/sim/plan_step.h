// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The plan of a run: everything that must be made, in which order, from what. It is built once from a scene
// (weir/run/plan.h). `weir check` prints it, `weir run` makes what is missing, a farm can make its steps as jobs. Here
// is what directors and other parts add to it.

#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "weir/base/progress.h"
#include "weir/scene/scene.h"
#include "weir/sim/director.h"

namespace weir {

// 0 where it is not known before the step is made.
struct StepSize {
  double particles = 0;  // at its start
  double memory = 0;     // bytes
  double disk = 0;       // bytes
};

struct PlanStep {
  std::string name;                // of what it makes, inside the run's folder: "recordings/drop"; no other step has it
  std::string kind;                // "run", "recording", "guide", "targets", "merge"
  std::filesystem::path folder;    // where what it makes goes
  std::vector<std::string> needs;  // names of steps that come first
  std::string made_from;           // 16 digits: of all that its outcome depends on, what it needs included
  // In words, for `weir check`; empty: another step's words tell it.
  std::string summary = {};
  // Gains more from being made beside others of the same kind than from several threads.
  bool small = false;
  const Scene* scene = nullptr;  // that is simulated, frame by frame; null: none is. As long as the plan lives
  // Looks closely enough to know the size; InputError when the step cannot be made.
  std::function<StepSize()> measure;
  // Whether it was made already, from the same.
  std::function<bool()> is_made;
  // Gives a sentence for the user, or none. Interrupted when the user wants to stop: making it again goes on from
  // there.
  std::function<std::string(const ProgressSink&)> make;
};

// Another run that a run stands on.
struct PlannedRun {
  Scene scene;
  std::string folder;  // inside that of the run which is planned
  std::string task;    // "simulating the source": shown with its progress
  std::string summary = {};
  std::vector<std::string> needs = {};
  bool small = false;
  // Where the planned run goes on from a frame of another, so does this one, from that which has its place there.
  bool follows = false;
  std::optional<StepSize> size = {};  // where it is known without building the scene
};

// Frames that are not simulated but made from other runs, in the place of a solver and its directors.
class FrameMaker {
 public:
  virtual ~FrameMaker() = default;

  // When all that was planned is made.
  virtual void begin(const ProgressSink&) = 0;
  struct Frame {
    Particles particles;
    std::filesystem::path same;     // a file of a run that holds just these particles; empty: none
    std::filesystem::path volumes;  // that of a run whose liquid without particles belongs to the frame; empty: none
    struct {
      std::string name, kind;
    } director;  // that made it
    Measures measures;
  };
  virtual Frame at(int frame) = 0;
};

class PlanBuilder {
 public:
  virtual ~PlanBuilder() = default;

  // Of the run that is planned.
  virtual const std::filesystem::path& folder() const = 0;
  // Files of the scenes whose plans led to this one, this one's last: a scene cannot wait for itself.
  virtual const std::vector<std::filesystem::path>& chain() const = 0;
  // Both give the name of the step.
  virtual std::string add(PlanStep step) = 0;
  virtual std::string add_run(PlannedRun run) = 0;
  // The frames of the run are made by this, when all that was added is made.
  virtual void make_frames_by(std::shared_ptr<FrameMaker> frames) = 0;
  // made_from of a step that was added.
  virtual const std::string& made_from(const std::string& step) const = 0;
};

}  // namespace weir
