// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Room between new particles and solids. A particle right at a wall would be squeezed; left out, its mass would be
// missing, a quarter of a layer along every wall. So it is moved.

#pragma once

#include <span>

#include "weir/sim/solids.h"

namespace weir {

// m from points to the nearest solid or closed wall as they are at the start of a step, negative inside; far from all
// of them a lower bound.
void solid_gaps(const Solids& solids, std::span<const Vec3f> points, std::span<float> gap);

// Moves points that are closer to a solid than `clearance` (m) away from it, in 2D (`flat`) within z = 0. Flags those
// inside a solid, and those that have no such room beside it.
void keep_clear(const Solids& solids, float clearance, bool flat, std::span<Vec3f> points, std::span<uint8_t> blocked);

}  // namespace weir
