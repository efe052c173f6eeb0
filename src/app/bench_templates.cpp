// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "app/bench_templates.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace weir::app {

static constexpr const char* kKind = "templates";

TemplatesOfRun::Roles TemplatesOfRun::roles_at(const run::Stage& stage, const run::Stage::FrameReport& report) {
  Roles roles;
  const auto& temporary = stage.solver().particles().temporary;
  roles.temporary = static_cast<double>(std::count(temporary.begin(), temporary.end(), 1));
  roles.liquid = static_cast<double>(temporary.size()) - roles.temporary;
  for (const Directors::Report& director : report.directors) {
    if (director.kind != kKind) continue;
    for (const auto& [name, value] : director.measures) {
      if (name == "control_particles") roles.control += value;
      if (name == "repulsion_particles") roles.repulsion += value;
    }
  }
  return roles;
}

// The first and the last frame of a template are both measured, and it acts between them.
void TemplatesOfRun::add(const run::Stage& stage, const run::Stage::FrameReport& report, double processor_ms) {
  const Roles before = now_;
  now_ = roles_at(stage, report);
  if (before.control == 0 || now_.control == 0) return;
  double control = 0;
  for (const Directors::Report& director : report.directors) {
    if (director.kind == kKind) control += director.milliseconds;
  }
  ++frames_;
  control_ms_ += control;
  processor_ms_ += processor_ms;
  simulation_ms_ += report.milliseconds - control;
  sum_.liquid += before.liquid;
  sum_.control += before.control;
  sum_.repulsion += before.repulsion;
  sum_.temporary += before.temporary;
}

nlohmann::ordered_json TemplatesOfRun::json() const {
  const double frames = std::max(1, frames_);
  return {{"frames", frames_},
          {"liquid", sum_.liquid / frames},
          {"control", sum_.control / frames},
          {"repulsion", sum_.repulsion / frames},
          {"temporary", sum_.temporary / frames},
          {"simulation_ms", simulation_ms_ / frames},
          {"control_ms", control_ms_ / frames},
          {"control_percent", simulation_ms_ > 0 ? 100 * control_ms_ / simulation_ms_ : 0.0},
          {"processor_ms", processor_ms_ / frames}};
}

}  // namespace weir::app
