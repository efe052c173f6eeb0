// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the liquid's pressure does to solids, for probes. A solver derives from this where it knows better than by the
// pressure on their surface: where particles push boundary particles, the sum of that is the momentum they lose.

#pragma once

#include "weir/sim/director.h"

namespace weir {

struct SolidLoad {
  Vec3d force{}, torque{};  // N, N m; 2D: for a metre of depth
  SolidLoad operator+(const SolidLoad& b) const { return {force + b.force, torque + b.torque}; }
};

class KnowsSolidLoads {
 public:
  virtual ~KnowsSolidLoads() = default;
  // On one of the scene's solids that a probe names, in the step that was done last; torque about a point.
  virtual SolidLoad load_on(size_t solid, const Clock& clock, const Vec3d& about) const = 0;
};

}  // namespace weir
