// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The grid solver for smoke: densities and heat carried by air (Fedkiw, Stam & Jensen 2001). Start at
// SmokeSolver::step in smoke.cpp.

#pragma once

#include <memory>

#include "weir/scene/scene.h"
#include "weir/sim/solver_kind.h"

namespace weir::grid {

std::unique_ptr<Solver> make_smoke_solver(const Scene& scene);

// Its row in the registry.
SolverKind smoke_kind();

}  // namespace weir::grid
