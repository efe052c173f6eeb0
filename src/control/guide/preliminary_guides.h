// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The preliminary guides of all frames (Nielsen & Bridson 2011, 3.2), made before the run from a coarse run or an
// animated shape, and what these need in the plan of the run.

#pragma once

#include "weir/sim/director_kind.h"
#include "weir/sim/plan_step.h"

namespace weir::guide {

// Adds the coarse run, where there is one to make, and the guides themselves. InputError when what guides cannot be
// read, or waits for this scene.
void plan_guides(const DirectorPart& part, PlanBuilder& plan);

}  // namespace weir::guide
