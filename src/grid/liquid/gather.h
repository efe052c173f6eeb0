// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The grid to particles: new velocities, and the way they take. FLIP (Zhu & Bridson 2005) adds the change of the grid's
// velocity to a particle's own, which keeps splashes lively; APIC (Jiang et al. 2015) takes the grid's velocity and how
// it changes around the particle, which is calm and keeps rotation. `flip` blends: 1 is FLIP alone, 0 APIC alone.

#pragma once

#include <span>

#include "grid/liquid/scatter.h"
#include "grid/tiles/mac.h"
#include "grid/tiles/tiled_particles.h"

namespace weir::grid {

struct GatherSettings {
  float flip = 0.95f;
  float step = 0;  // s
};

// Particles move this many cells in a step at most: what is further away is not looked at.
constexpr int kFarthestMove = 4;

// `before` and `after`: velocities on the grid before and after forces and pressure, known around all particles.
// Particles are first moved by `spread`, which knows where they are crowded now (null: not at all), then along `after`
// with a Runge-Kutta method of third order (Ralston 1962). `gradient` may be empty (FLIP).
void gather_and_move(const TiledParticles& where, const MacField& before, const MacField& after, const MacField* spread,
                     const GatherSettings& settings, std::span<Vec3f> position, std::span<Vec3f> velocity,
                     std::span<Gradient> gradient);

// gradient[i] becomes gradient[order[i]].
void reorder_gradients(std::span<const uint32_t> order, std::vector<Gradient>& gradient);

}  // namespace weir::grid
