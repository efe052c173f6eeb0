// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The one pass of the ballistic solver: particles fly on parabolas, meet solids, bounce, slide and come to rest.
// Between collisions a flight is exact; the moment of a collision is found by marching along the parabola by the time
// within which nothing can be met, so that nothing tunnels through thin walls, at rest or in motion.

#pragma once

#include <span>

#include "weir/sim/solids.h"

namespace weir::ballistic {

struct FlightSettings {
  float step;      // s
  float bounce;    // share of the normal speed that is given back
  float friction;  // Coulomb's coefficient
  float touch;     // m; closer than this is in contact
  bool flat;       // 2D: nothing leaves z = 0
};

// Moves every particle through one step under its own constant acceleration. Returns the number of collisions.
size_t fly(std::span<Vec3f> position, std::span<Vec3f> velocity, std::span<const Vec3f> acceleration,
           const Solids& solids, const FlightSettings& settings);

}  // namespace weir::ballistic
