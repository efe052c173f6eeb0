// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which solver moves the liquid, and how.

#pragma once

#include <variant>

#include "geometry/shapes/animated.h"

namespace weir {

// Particles that fly freely and bounce off solids, but do not feel each other: exact, fast, for previews.
struct BallisticSettings {
  double bounce = 0.2;    // share of the normal speed kept at a collision
  double friction = 0.2;  // Coulomb's, at a collision and while sliding
  int steps = 4;          // a frame
};

enum class PressureMethod {
  dfsph,  // Bender & Koschier 2015: divergence-free and of constant density
  iisph,  // Ihmsen et al. 2014: constant density, implicit
  wcsph   // Becker & Teschner 2007: weakly compressible, explicit
};

// Incompressible liquid made of particles.
struct SphSettings {
  PressureMethod method = PressureMethod::dfsph;
  double density_error = 0.01;    // per cent, mean compression left by a step
  double divergence_error = 0.1;  // per cent, mean compression that the velocities would bring in a step
  int max_iterations = 100;       // of each pressure solve
  double cfl = 0.2;               // spacings that all but the fastest particles move against others in a step
  double min_step = 1e-5, max_step = 0.005;  // s
  double xsph = 0.02;                        // how much neighbours' velocities are evened out in a step
  double wall_friction = 1;                  // share of viscosity that acts between liquid and solids
  double compression = 1;                    // per cent; wcsph: how much the liquid may be compressed
};

// Liquid carried by particles and pressed by a sparse grid (FLIP and APIC); cells are two spacings wide.
struct FlipSettings {
  double flip = 0.95;             // 1 is FLIP (lively), 0 APIC (calm)
  double cfl = 3;                 // cells that all but the fastest particles move in a step
  double divergence_error = 0.1;  // per cent of a cell's volume that may be gained or lost in a step
  int max_iterations = 100;
  int band = 0;                  // cells under the surface that hold particles; 0: all liquid is particles
  bool tracked_surface = false;  // keeps a mesh of the surface, finer than the grid, that moves with the flow
  bool thin_sheets = false;      // of the mesh: sheets thinner than a third of a cell stay
};

// Smoke and hot air on a sparse grid (Fedkiw, Stam & Jensen 2001); cells are two spacings wide.
struct SmokeSettings {
  Animated<double> buoyancy{0.3};            // beta: lift of a temperature of 1, as a share of gravity
  Animated<double> weight{0.03};             // alpha: weight of a density of 1, as a share of gravity
  Animated<double> confinement{1.0};         // epsilon, 1/s
  Animated<double> density{1.0};             // in sources
  Animated<double> temperature{1.0};         // in sources, above that of the air
  double cooling = 0.3, dissipation = 0.05;  // 1/s
  double cfl = 2;                            // cells the fastest air moves in a step
  double divergence_error = 0.5;             // per cent of a cell's volume that may be gained or lost in a step
  int max_iterations = 100;
};

struct SolverSettings {
  double spacing = 0.02;           // m between neighbouring particles
  int max_particles = 20'000'000;  // budget: emitters stop here
  std::variant<SphSettings, FlipSettings, SmokeSettings, BallisticSettings> kind;
};

}  // namespace weir
