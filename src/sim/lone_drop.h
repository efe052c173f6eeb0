// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A single particle of one liquid among those of others: a drop as large as itself, which goes through them at the
// speed at which its buoyancy and its drag are equal. Of that motion solvers know nothing, as it is smaller than what
// particles can show: mixture models have it as the slip of a dispersed phase (Ren et al. 2014).

#pragma once

namespace weir {

constexpr float kMostOwnAround = 0.25f;      // share of liquid of its own density around a particle that is on its own
constexpr float kLeastDropContrast = 1e-4f;  // of densities: smaller differences are none

struct AroundDrop {
  float density, viscosity;  // kg/m3, Pa s
};

// The speed (m/s) of a drop as large as a particle, where gravity less buoyancy is `reduced` (m/s2).
float drop_speed(float spacing, float reduced, const AroundDrop& around);

}  // namespace weir
