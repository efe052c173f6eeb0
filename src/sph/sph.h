// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The particle solver: incompressible liquid by smoothed particle hydrodynamics, as DFSPH, IISPH or WCSPH.

#pragma once

#include <memory>

#include "sim/solver.h"

namespace weir {
struct Scene;
}

namespace weir::sph {

// The scene must outlive the solver.
std::unique_ptr<Solver> make_sph_solver(const Scene& scene);

}  // namespace weir::sph
