// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Smoke as it is kept on disk: "density" is the first phase, "density-NAME" another, then "temperature" and "velocity".

#pragma once

#include <string>
#include <vector>

#include "grid/smoke/smoke_fields.h"
#include "grid/tiles/tiled_particles.h"
#include "weir/sim/volume.h"

namespace weir::grid {

// Only of tiles that have something in them; velocities where there is smoke.
std::vector<Volume> smoke_volumes(const SmokeFields& smoke, const GridSpace& space,
                                  const std::vector<std::string>& phase_names);

}  // namespace weir::grid
