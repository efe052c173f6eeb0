// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The registration of the grid solver for liquid.

#include <fmt/format.h>

#include "grid/liquid/flip.h"
#include "grid/liquid/flip_checks.h"
#include "grid/liquid/flip_settings.h"
#include "scene/scene_checks.h"
#include "weir/sim/look_over.h"

namespace weir::grid {

namespace {

// N/m; that of mercury is 0.49. With sph it is a strength of about 1.
constexpr double kStrongestTension = 0.9;

void look_over(const LookOver& seen) {
  const Scene& scene = seen.scene;
  if (!scene.solver.get<FlipSettings>()->tracked_surface) {
    warn_without_effect(scene.solver.settings, {"thin_sheets"}, "the surface is not tracked (\"tracked_surface\")",
                        seen);
  }
  for (size_t i = 0; i < scene.phases.size(); ++i) {
    if (scene.phases[i].surface_tension < kStrongestTension) continue;
    seen.findings.warn(
        fmt::format("phases[{}].surface_tension", i),
        fmt::format("is in N/m with the flip solver, where water has 0.072: {:g} is more than any liquid has",
                    scene.phases[i].surface_tension),
        "write that of the liquid");
  }
}

}  // namespace

GridSpace flip_space(const Scene& scene) {
  const bool flat = scene.dimensions == 2;
  const Vec3d origin = scene.domain ? scene.domain->lower : Vec3d{};
  return {{origin.x, origin.y, flat ? 0 : origin.z}, 2 * scene.solver.spacing, scene.dimensions};
}

SolverKind flip_kind() {
  return {.settings = kind_of_settings<FlipSettings>(&check_flip),
          .make = &make_flip_solver,
          .moves_solids = true,
          .has_pressure = true,
          .lets_through_walls = true,
          .has_friction = true,
          .has_adhesion = true,
          .carries = true,
          .hooks = hook::population | hook::forces | hook::pressure | hook::after_projection | hook::surface,
          .look_over = &look_over,
          .of_state = {"band", "tracked_surface"}};
}

}  // namespace weir::grid
