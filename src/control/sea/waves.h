// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The waves of a sea as a sum of linear (Airy) waves over a flat floor: level a cos(theta) with
// theta = k . x - omega t + phase.

#pragma once

#include <vector>

#include "control/sea/sea_settings.h"
#include "weir/base/vec.h"

namespace weir::sea {

struct Water {
  double gravity = 9.81;  // m/s2
  double depth = 1;       // m
  double shortest = 0;    // m, of the waves that the solver carries
};

struct Wave {
  double amplitude = 0;   // m
  double number = 0;      // k, 1/m
  double frequency = 0;   // omega, 1/s
  double kx = 0, kz = 0;  // the wave vector
  double phase = 0;       // at x = z = 0, t = 0
  double length() const { return 2 * kPi / number; }
};

// omega2 = g k tanh(k h), solved for k.
double wave_number(double frequency, const Water& water);
double wave_frequency(double number, const Water& water);

Wave regular_wave(const SeaWave& wave, const Water& water);

// Waves of equal energy at the frequencies that share the spectrum evenly, so that the significant height is exact
// whatever their number. The spectrum ends where waves are too short for the solver.
std::vector<Wave> spectrum_waves(const SeaSpectrum& spectrum, const Water& water, uint64_t seed);

std::vector<Wave> waves_of(const SeaSettings& settings, const Water& water, uint64_t seed);

// Height over length from which on a wave breaks (Miche 1944).
double breaking_steepness(double number, const Water& water);

}  // namespace weir::sea
