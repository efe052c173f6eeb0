// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/run/built_in_kinds.h"

#include "ballistic/ballistic.h"
#include "control/guide/guide.h"
#include "control/meshes/meshes.h"
#include "control/reversal/merged_particles.h"
#include "control/reversal/reversal.h"
#include "control/rig/rig.h"
#include "control/sea/sea.h"
#include "control/templates/director/templates.h"
#include "grid/liquid/flip.h"
#include "grid/smoke/smoke.h"
#include "sph/sph.h"

namespace weir::run {

void register_built_in_kinds() {
  [[maybe_unused]] static const bool done = [] {
    for (const SolverKind& kind :
         {sph::solver_kind(), grid::flip_kind(), grid::smoke_kind(), ballistic::solver_kind()}) {
      register_solver(kind);
    }
    for (const DirectorKind& kind :
         {templates::director_kind(), meshes::director_kind(), rig::director_kind(), guide::director_kind(),
          reversal::director_kind(), reversal::merged_particles_kind(), sea::director_kind()}) {
      register_director(kind);
    }
    return true;
  }();
}

}  // namespace weir::run
