// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What directors change of the liquid before the first step, for solvers that keep nothing else of a particle yet.

#pragma once

#include <algorithm>

#include "weir/scene/scene.h"
#include "weir/sim/directors.h"
#include "weir/sim/solids.h"

namespace weir {

struct Surroundings {
  const Solids* solids = nullptr;  // at the first frame
  std::span<const RigidPose> rigid{};
};

// Whether there were any.
inline bool make_first_changes(const Clock& clock, Directors& directors, const Scene& scene, const Surroundings& around,
                               Particles& particles, uint64_t& next_id) {
  Population population(particles);
  population.solids = around.solids;
  population.rigid = around.rigid;
  directors.begin(clock, population);
  population.apply(particles, next_id, static_cast<size_t>(scene.solver.max_particles));
  return population.added.size() > 0 ||
         std::find(population.removed.begin(), population.removed.end(), 1) != population.removed.end();
}

}  // namespace weir
