// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What an artist can set of the particle solver.

#pragma once

#include "scene/block_of.h"

namespace weir::sph {

enum class PressureMethod {
  dfsph,  // Bender & Koschier 2015: divergence-free and of constant density
  iisph,  // Ihmsen et al. 2014: constant density, implicit
  wcsph   // Becker & Teschner 2007: weakly compressible, explicit
};

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

}  // namespace weir::sph

namespace weir {
template <>
const Block& block_of<sph::SphSettings>();
}  // namespace weir
