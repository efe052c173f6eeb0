// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The registration of the grid solver for liquid.

#include "grid/liquid/flip.h"
#include "grid/liquid/flip_checks.h"
#include "grid/liquid/flip_settings.h"
#include "scene/scene_checks.h"

namespace weir::grid {

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
          .carries = true};
}

}  // namespace weir::grid
