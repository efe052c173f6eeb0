// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The particle solver: incompressible liquid by smoothed particle hydrodynamics, as DFSPH, IISPH or WCSPH.

#pragma once

#include <memory>

#include "weir/sim/solver_kind.h"

namespace weir::sph {

// The scene must outlive the solver.
std::unique_ptr<Solver> make_sph_solver(const Scene& scene);

// Its row in the registry.
SolverKind solver_kind();

}  // namespace weir::sph
