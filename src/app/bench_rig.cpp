// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "app/bench_rig.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace weir::app {

void RigOfRun::add(const run::Stage::FrameReport& report) {
  double control = 0;
  points_ = 0;
  for (const Directors::Report& director : report.directors) {
    if (director.kind != "rig") continue;
    control += director.milliseconds;
    for (const auto& [name, value] : director.measures) {
      if (name == "rig_points") points_ += value;
      if (name == "skin_iterations") iterations_ += value * report.steps;
    }
  }
  steps_ += report.steps;
  control_ms_ += control;
  plain_ms_ += report.milliseconds - control;
}

nlohmann::ordered_json RigOfRun::json() const {
  const double steps = std::max(1, steps_);
  return {{"points", points_},
          {"plain_ms", plain_ms_ / steps},
          {"control_ms", control_ms_ / steps},
          {"control_percent", plain_ms_ > 0 ? 100 * control_ms_ / plain_ms_ : 0.0},
          {"skin_iterations", iterations_ / steps}};
}

}  // namespace weir::app
