// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The registration of the particle solver.

#include "sph/sph.h"
#include "sph/sph_settings.h"
#include "weir/sim/look_over.h"

namespace weir::sph {

namespace {

void look_over(const LookOver& seen) {
  const Settings& settings = seen.scene.solver.settings;
  switch (settings.get<SphSettings>()->method) {
    case PressureMethod::dfsph:
      return warn_without_effect(settings, {"compression"}, "only the method wcsph compresses liquid", seen);
    case PressureMethod::iisph:
      return warn_without_effect(settings, {"divergence_error", "compression"},
                                 "the method iisph solves for the density alone", seen);
    case PressureMethod::wcsph:
      return warn_without_effect(settings, {"density_error", "divergence_error", "max_iterations"},
                                 "the method wcsph solves nothing: \"compression\" says how exact it is", seen);
  }
}

}  // namespace

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
          .carries = true,
          .hooks = hook::population | hook::forces | hook::after_projection,
          .look_over = &look_over,
          .of_state = {"method"}};
}

}  // namespace weir::sph
