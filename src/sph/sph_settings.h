// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What an artist can set of the particle solver.
//
// What each parameter means is in its help: sph_settings.cpp.

#pragma once

#include <optional>

#include "weir/scene/block_of.h"

namespace weir::sph {

enum class PressureMethod {
  dfsph,  // Bender & Koschier 2015: divergence-free and of constant density
  iisph,  // Ihmsen et al. 2014: constant density, implicit
  wcsph   // Becker & Teschner 2007: weakly compressible, explicit
};

// What the length of a step is chosen by.
enum class StepBy {
  neighbours,  // speeds against neighbours, of all but one particle in a thousand
  fastest      // the speed of the fastest particle, as other solvers do
};

struct SphSettings {
  PressureMethod method = PressureMethod::dfsph;
  double density_error = 0.01;    // per cent
  double divergence_error = 0.1;  // per cent
  int max_iterations = 100;
  double cfl = 0.2;
  StepBy step_by = StepBy::neighbours;
  std::optional<double> min_step, max_step;  // s; none: shares of the natural time (sph.cpp)
  double xsph = 0.02;
  double wall_friction = 1;
  double compression = 1;  // per cent
};

}  // namespace weir::sph

namespace weir {
template <>
const Block& block_of<sph::SphSettings>();
}  // namespace weir
