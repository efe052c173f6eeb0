// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What control by templates costs in a run, over the frames in which a template acts, as Schoentgen et al. 2020 count
// it in their Table 1.

#pragma once

#include <nlohmann/json_fwd.hpp>

#include "weir/run/stage.h"

namespace weir::app {

class TemplatesOfRun {
 public:
  // After every frame of the stage, which took this time of all processors.
  void add(const run::Stage& stage, const run::Stage::FrameReport& report, double processor_ms);

  // Keys: frames (that count), and their means: liquid, control, repulsion, temporary (particles), simulation_ms
  // (without control), control_ms, control_percent (of simulation_ms), processor_ms (of all threads, with control: on a
  // busy machine it tells more than the time that went by).
  nlohmann::ordered_json json() const;

 private:
  struct Roles {
    double liquid = 0, control = 0, repulsion = 0, temporary = 0;
  };
  static Roles roles_at(const run::Stage& stage, const run::Stage::FrameReport& report);

  int frames_ = 0;
  Roles now_;  // at the end of the last frame; no control particles when no template acts then
  Roles sum_;
  double simulation_ms_ = 0, control_ms_ = 0, processor_ms_ = 0;
};

}  // namespace weir::app
