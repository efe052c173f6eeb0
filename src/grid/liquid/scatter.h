// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Particles to the grid: velocities of faces and how full cells are. Every tile first adds up its own particles in a
// small array that reaches one layer beyond it; then every tile collects what those around it have for its cells. No
// two threads write to the same value, and the sums have one order.
//
// Where phases differ in density, a particle counts by its mass: the velocity of a face is the momentum around it over
// the mass around it, and the mass over the volume is the density that the pressure acts on there.

#pragma once

#include <span>
#include <vector>

#include "grid/tiles/mac.h"
#include "grid/tiles/tiled_particles.h"

namespace weir::grid {

// How a velocity changes around a particle, 1/s: rows of the gradient (Jiang et al. 2015, APIC).
struct Gradient {
  Vec3f row[3];
};

struct Scattered {
  MacField velocity;          // weighted mean of the particles around a face, m/s; 0 where there are none
  MacField weight;            // sum of the weights: 0 where no particle is near
  std::vector<float> volume;  // of a cell, share filled by particles: 1 in the middle of liquid at rest
  // Where phases differ in density, that of the first phase over the mean around the face; 0 where no particle is near.
  MacField lightness;
  // The same particles around the middle of a cell, their densities beside that of the first phase, and those squared.
  struct Densities {
    std::vector<float> count, sum, squares;
  } around;
};

// The densities of particles beside that of the first phase.
struct ParticleDensities {
  std::span<const uint8_t> phase;   // of every particle, in the order of the others
  std::span<const float> of_phase;  // empty: they are all alike
};

// `gradient` may be empty: velocities are then the same all around a particle. `per_cell`: particles in a full cell.
void scatter(const TiledParticles& where, std::span<const Vec3f> velocity, std::span<const Gradient> gradient,
             float per_cell, Scattered& result, const ParticleDensities& densities = {});

}  // namespace weir::grid
