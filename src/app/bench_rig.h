// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What control by rigs costs in a run, step by step, as Lu et al. 2019 count it in their Table 2.

#pragma once

#include <nlohmann/json_fwd.hpp>

#include "weir/run/stage.h"

namespace weir::app {

class RigOfRun {
 public:
  // After every frame.
  void add(const run::Stage::FrameReport& report);

  // Keys: points (of all rigs), and means over steps: plain_ms (without control), control_ms, control_percent (of
  // plain_ms), skin_iterations.
  nlohmann::ordered_json json() const;

 private:
  int steps_ = 0;
  double points_ = 0, plain_ms_ = 0, control_ms_ = 0, iterations_ = 0;
};

}  // namespace weir::app
