// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The grid solver for liquid: particles carry it, a sparse grid gives it pressure (FLIP and APIC). Start at
// FlipSolver::step in flip.cpp.

#pragma once

#include <memory>

#include "grid/tiles/tiled_particles.h"
#include "weir/scene/scene.h"
#include "weir/sim/solver_kind.h"

namespace weir::grid {

std::unique_ptr<Solver> make_flip_solver(const Scene& scene);

// Where its grid lies.
GridSpace flip_space(const Scene& scene);

// Its row in the registry.
SolverKind flip_kind();

}  // namespace weir::grid
