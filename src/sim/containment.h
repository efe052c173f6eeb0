// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The last word on solids: pressure keeps liquid out of them, but a violent step can push a particle through a layer of
// boundary particles. Whatever ends a step inside a solid is put back on its surface and no longer moves into it.

#pragma once

#include <span>

#include "weir/sim/solids.h"

namespace weir {

struct Containment {
  float spacing;
  bool flat = false;           // 2D: nothing leaves z = 0
  float fastest_wall = 1e30f;  // m/s; what is faster is a body that is put out of another, and throws nothing
  float margin = 0;            // m from a solid that count as inside it
};

// Looks at particles with near[i] > 0: those that had boundary particles around them when the step began. The solids
// stand at the end of the step. Returns how many particles had to be put back.
size_t keep_outside(const Solids& solids, std::span<const float> near, const Containment& settings,
                    std::span<Vec3f> position, std::span<Vec3f> velocity);

// The same for closed walls alone: what a solid that sticks in a wall pushes through it stays in the solid.
void keep_in_domain(const Scene& scene, std::span<Vec3f> position);

}  // namespace weir
