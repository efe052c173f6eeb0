// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The smoke of a run as pictures need it: the volumes named "density" (the first phase) and "density-NAME", with the
// colours of their phases.

#pragma once

#include <optional>
#include <vector>

#include "render/pictures/shown_run.h"
#include "render/world/world.h"

namespace weir::render {

// The volume as smoke, `extinction` 1/m thick where the density is 1; nothing when it is another kind of volume.
std::optional<Smoke> smoke_of(const Scene& scene, Volume volume, float extinction);

// The volumes of a frame that are smoke; none when the run has no volumes.
std::vector<Volume> read_smoke(const ShownRun& run, int frame);

// Around all voxels that are seen.
Box3f smoke_bounds(const std::vector<Volume>& volumes);

}  // namespace weir::render
