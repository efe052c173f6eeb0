// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The virtual drag of a rig point on the liquid around it (Eq. 7), found for the end of the step: however strong it is
// and however long the step, the liquid never goes beyond the rig's velocity.

#pragma once

#include <cmath>

#include "weir/base/vec.h"

namespace weir::rig {

struct Drag {
  double viscous = 0;    // D_V, 1/s
  double turbulent = 0;  // D_T, 1/m
  double inertial = 0;   // D_I
};

// What goes on between the liquid around a rig point and the point, at the start of a step.
struct RelativeMotion {
  Vec3d velocity{};      // m/s, of the liquid against the rig
  Vec3d acceleration{};  // m/s2, of the liquid by all else that is known (gravity), against that of the rig
  Vec3d pressure{};      // m/s2, of the liquid by pressure, as far as it can be told before it is solved for
};

// Acceleration (m/s2) of the liquid:
//   F = -D_V u - D_T |u| u - D_I (acceleration + pressure + F)  with  u = velocity + step (acceleration + F)
// The pressure is left out of u: it is the solver's to find what it does to the velocity in this step.
inline Vec3d drag_of(const Drag& drag, const RelativeMotion& motion, double step) {
  const double mass = 1 + drag.inertial;
  const Vec3d numerator = motion.velocity * mass + (motion.acceleration - motion.pressure * drag.inertial) * step;
  // |u| (mass + step D_V + step D_T |u|) = |numerator|
  const double linear = mass + step * drag.viscous, square = step * drag.turbulent;
  const double speed = 2 * length(numerator) / (linear + std::sqrt(linear * linear + 4 * square * length(numerator)));
  const double strength = drag.viscous + drag.turbulent * speed;
  const Vec3d change = motion.velocity + motion.acceleration * step;
  return (change * strength + (motion.acceleration + motion.pressure) * drag.inertial) / -(mass + step * strength);
}

}  // namespace weir::rig
