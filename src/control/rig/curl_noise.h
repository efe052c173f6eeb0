// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Curl noise (Bridson, Hourihan & Nordenstam 2007; Eq. 11 of Lu et al. 2019): the curl of three smooth random
// potentials. Gradient noise with its derivative, so the result has no divergence at all.

#pragma once

#include <cstdint>

#include "weir/base/vec.h"

namespace weir::rig {

// Velocity at x in units of its root mean square, for eddies of size 1, `time` patterns after the first. In 2D (flat)
// along the plane.
Vec3d curl_noise(const Vec3d& x, double time, uint64_t seed, bool flat);

}  // namespace weir::rig
