// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The grid to particles: new velocities, and the way they take. FLIP (Zhu & Bridson 2005) adds the change of the grid's
// velocity to a particle's own, which keeps splashes lively; APIC (Jiang et al. 2015) takes the grid's velocity and how
// it changes around the particle, which is calm and keeps rotation. `flip` blends: 1 is FLIP alone, 0 APIC alone.

#pragma once

#include <span>

#include "grid/mac.h"
#include "grid/scatter.h"
#include "grid/tiled_particles.h"

namespace weir {

struct GatherSettings {
  float flip = 0.95f;
  float step = 0;  // s
};

// Particles may move this many cells in a step: what is further away is not looked at.
constexpr int kFarthestMove = 4;

// `before` and `after`: velocities on the grid before and after forces and pressure, known around all particles. Moves
// particles along `moving` with a Runge-Kutta method of third order (Ralston 1962); its first stage takes `after`,
// which is looked up anyway, so that what `moving` differs by from it must be larger by 1 / kShareOfMoving. `gradient`
// may be empty (FLIP).
constexpr float kShareOfMoving = 7.0f / 9;
void gather_and_move(const TiledParticles& where, const MacField& before, const MacField& after, const MacField& moving,
                     const GatherSettings& settings, std::span<Vec3f> position, std::span<Vec3f> velocity,
                     std::span<Gradient> gradient);

}  // namespace weir
