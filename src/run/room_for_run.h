// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether this machine has the memory and the disk that a run needs.

#pragma once

#include <filesystem>
#include <optional>

#include "weir/scene/findings.h"
#include "weir/scene/scene.h"
#include "weir/sim/plan_step.h"

namespace weir::run {

// Told from the room that the liquids take, before their particles are made: what a run needs that this machine could
// never hold. Nothing: it may fit, or it is refused for the number of its particles.
std::optional<StepSize> size_beyond_memory(const Scene& scene);

// Of the liquids at the start, told from the room that they take: a moment's work for scenes of any size.
double rough_particles(const Scene& scene);
StepSize rough_size(const Scene& scene);  // particles and memory

void look_at_memory(const Scene& scene, const StepSize& need, Findings& findings);
void look_at_disk(const Scene& scene, const StepSize& need, const std::filesystem::path& folder, Findings& findings);

}  // namespace weir::run
