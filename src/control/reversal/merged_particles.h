// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Lets a source feel the targets that are merged into it: beyond Gowthaman et al. 2022, whose simulations do not
// interact (their 5.1, "our primary limitation").
//
// Liquid near a target particle is drawn along with it. A target particle that ends in the liquid becomes part of it,
// with its velocity; for one that begins in the liquid, the nearest particle of the liquid is taken away. What was
// taken in is marked temporary, and as long as more was taken in than given away, such particles are removed where they
// are deep in the liquid: its volume comes back.

#pragma once

#include "weir/sim/director_kind.h"

namespace weir::reversal {

// Its row in the registry.
DirectorKind merged_particles_kind();

}  // namespace weir::reversal
