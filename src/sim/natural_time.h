// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What times inside a method are made of, so that a scene does the same at any size: lengths are counted in spacings,
// times in these, speeds in spacings by these.

#pragma once

#include <algorithm>
#include <cmath>

#include "weir/scene/scene.h"

namespace weir {

// m/s2, the strongest gravity of the scene.
inline double strongest_gravity(const Scene& scene) {
  double strongest = 0;
  for (const auto& key : scene.gravity.keys) strongest = std::max(strongest, length(key.value));
  return strongest;
}

// s in which liquid falls through half of this many metres. Without gravity nothing in a scene at rest has a duration
// but its frames, so it is as if the time of a spacing were that of a frame, which at usual sizes it nearly is.
inline double natural_time(const Scene& scene, double metres) {
  const double gravity = strongest_gravity(scene), rate = scene.frames.rate;
  return std::sqrt(metres / (gravity > 0 ? gravity : scene.solver.spacing * rate * rate));
}

// s, of a spacing.
inline double natural_time(const Scene& scene) { return natural_time(scene, scene.solver.spacing); }

}  // namespace weir
