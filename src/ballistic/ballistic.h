// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The ballistic solver: particles under gravity and forces that collide with solids and settle or leave, but do not
// feel each other. Exact between collisions. Much of a splash is ballistic (Gowthaman et al. 2022), so it serves for
// previews.

#pragma once

#include <memory>

#include "weir/sim/solver_kind.h"

namespace weir::ballistic {

// The scene must outlive the solver.
std::unique_ptr<Solver> make_ballistic_solver(const Scene& scene);

// Its row in the registry.
SolverKind solver_kind();

}  // namespace weir::ballistic
