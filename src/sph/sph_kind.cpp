// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The registration of the particle solver.

#include "sph/sph.h"
#include "sph/sph_settings.h"

namespace weir::sph {

SolverKind solver_kind() {
  KindOfSettings settings = kind_of_settings<SphSettings>();
  settings.tension_is_strength = true;
  return {.settings = settings,
          .make = &make_sph_solver,
          .moves_solids = true,
          .has_pressure = true,
          .lets_through_walls = true,
          .has_friction = true,
          .has_adhesion = true,
          .carries = true};
}

}  // namespace weir::sph
