// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Positions are floats, which are the farther apart the farther from zero they are: 1 mm at 10 km. A scene out there
// would lose particles at its start and never come to rest. Scenes that say where they are get an origin near them
// (scene/move_scene.h); what is far nevertheless, like particles from a file in a scene without a domain, is refused.

#pragma once

#include "weir/scene/scene.h"
#include "weir/sim/particles.h"

namespace weir::run {

// InputError when all of the domain, or of the liquid at the start where there is no domain, is farther from the origin
// than kFarthestSpacings.
void refuse_far_scene(const Scene& scene, const Particles& liquid);

}  // namespace weir::run
