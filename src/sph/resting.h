// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which liquid rests where the scene put it: bodies of liquid that touch nothing but each other, solids and walls, do
// not move, have no air beside or below them, so that their surface is level, and lie with the heavier phase below.

#pragma once

#include <vector>

#include "sim/cells.h"
#include "sph/flow.h"
#include "weir/scene/scene.h"
#include "weir/sim/particles.h"
#include "weir/sim/solids.h"

namespace weir::sph {

// 1 for particles that rest. They are in the order of the cells, and `flow` knows their neighbours and densities.
std::vector<uint8_t> find_resting(const Scene& scene, const Vec3f& gravity, const Particles& particles,
                                  const Cells& cells, const Flow& flow, const Solids& solids);

}  // namespace weir::sph
