// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Weakly compressible SPH (Becker & Teschner 2007): pressure follows from density by a stiff equation of state, so
// there is nothing to solve, but steps must be short enough for sound.

#pragma once

#include <span>

#include "sph/flow.h"

namespace weir::sph {

// Speed of sound (m/s) at which liquid this fast is compressed by this share at most: eta = v^2 / c^2.
double speed_of_sound(double fastest, double compression);
// s, by sound and viscosity (their Eq. 12 and the text after it).
double longest_wcsph_step(double spacing, double sound);

// Tait's equation, p = rho c^2 / 7 (delta^7 - 1), without tension (their Eq. 7).
void find_tait_pressures(const Flow& flow, double sound, std::span<float> pressure);

// Artificial viscosity between particles that approach each other (their Eq. 10), added to accelerations.
void add_artificial_viscosity(Flow& flow, double sound, std::span<const Vec3f> velocity, std::span<Vec3f> acceleration);

}  // namespace weir::sph
