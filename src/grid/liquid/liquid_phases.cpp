// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/liquid_phases.h"

#include <fmt/format.h>

#include "sim/in_scene.h"

namespace weir::grid {

void check_liquid_phases(const Scene& scene) {
  const Phase& first = scene.phases.front();
  std::vector<Problem> problems;
  for (size_t i = 0; i < scene.phases.size(); ++i) {
    const Phase& phase = scene.phases[i];
    const auto refuse = [&](const char* parameter, const std::string& what) {
      problems.push_back({location_in(scene, fmt::format("phases[{}].{}", i, parameter)), what});
    };
    if (phase.density != first.density)
      refuse("density", "must be that of the first phase: the solver flip has one density for all");
    if (phase.viscosity != first.viscosity)
      refuse("viscosity", "must be that of the first phase: the solver flip has one viscosity for all");
    if (phase.surface_tension != 0) refuse("surface_tension", "must be 0: the solver flip knows no surface tension");
  }
  if (!problems.empty()) throw InputError(std::move(problems));
}

}  // namespace weir::grid
