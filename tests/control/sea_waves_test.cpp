// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cmath>

#include "control/sea/wave_field.h"

namespace weir::sea {

namespace {

WaveField field_of(const std::vector<Wave>& waves) {
  return {waves, {{{0, -1, 0}, {4, 1, 4}}, 0, 0.05, false}, [](double, double) { return true; }};
}

}  // namespace

TEST(SeaWaves, DispersionFromShallowToDeep) {
  for (const double depth : {0.001, 0.1, 1.0, 1000.0}) {
    for (const double number : {0.01, 1.0, 30.0}) {
      const Water water{9.81, depth};
      EXPECT_NEAR(wave_number(wave_frequency(number, water), water) / number, 1, 1e-9) << depth << " " << number;
    }
  }
  // Deep water: a wave with a period of 1 s is g / 2 pi long.
  const Wave wave = regular_wave({0.1, {}, 1.0, 0, 0}, {9.81, 100});
  EXPECT_NEAR(wave.length(), 9.81 / (2 * kPi), 1e-9);
}

TEST(SeaWaves, SpectrumHasItsHeightPeakAndSpread) {
  const SeaSpectrum spectrum{0.4, 2, 3.3, 30, 20, 64};
  const std::vector<Wave> waves = spectrum_waves(spectrum, {9.81, 10}, 7);
  double variance = 0, near_peak = 0, angle = 0, squared = 0;
  for (const Wave& wave : waves) {
    variance += 0.5 * wave.amplitude * wave.amplitude;
    const double f = wave.frequency / kPi;  // over that of the peak
    near_peak += f > 0.85 && f < 1.15 ? 1 : 0;
    const double degrees = std::atan2(wave.kz, wave.kx) * 180 / kPi - 30;
    angle += degrees, squared += degrees * degrees;
  }
  EXPECT_NEAR(4 * std::sqrt(variance), 0.4, 1e-9);
  // The share of the energy between 0.85 and 1.15 of the peak's frequency, by integrating the formula.
  EXPECT_NEAR(near_peak / 64, 0.593, 0.02);
  EXPECT_NEAR(angle / 64, 0, 0.5);
  EXPECT_NEAR(std::sqrt(squared / 64), 20, 1.5);
}

TEST(SeaWaves, SpectrumLeavesOutWhatIsTooShortAndKeepsItsHeight) {
  const std::vector<Wave> waves = spectrum_waves({0.4, 2, 3.3, 0, 0, 64}, {9.81, 10, 2.5}, 7);
  double variance = 0;
  for (const Wave& wave : waves) {
    EXPECT_GE(wave.length(), 2.5);
    variance += 0.5 * wave.amplitude * wave.amplitude;
  }
  EXPECT_LT(waves.back().length(), 2.7);
  EXPECT_NEAR(4 * std::sqrt(variance), 0.4, 1e-9);
}

// The table against the formulas, at the still level and below; and the displacement moves with the flow.
TEST(SeaWaves, TableIsTheFlowOfTheWaves) {
  const Wave wave = regular_wave({0.02, 1.5, {}, 40, 25}, {9.81, 1});
  WaveField field = field_of({wave});
  const double time = 0.3;
  field.move_to(time, 1);
  const Vec3f x{1.234f, -0.2f, 2.345f};
  const double theta = wave.kx * 1.234 + wave.kz * 2.345 - wave.frequency * time + wave.phase;
  EXPECT_NEAR(field.height(x), 0.01 * std::cos(theta), 1e-4);
  const double z = (-0.2 - 0.01 * std::cos(theta)) / (1 + 0.01 * std::cos(theta));
  const double along =
      0.01 * wave.frequency * std::cosh(wave.number * (z + 1)) / std::sinh(wave.number) * std::cos(theta);
  const double up = 0.01 * wave.frequency * std::sinh(wave.number * (z + 1)) / std::sinh(wave.number) * std::sin(theta);
  const Vec3f v = field.velocity(x);
  EXPECT_NEAR(v.x, along * std::cos(40 * kPi / 180), 4e-4);
  EXPECT_NEAR(v.y, up, 4e-4);
  EXPECT_NEAR(v.z, along * std::sin(40 * kPi / 180), 4e-4);
  const Vec3d still{1.234, -0.2, 2.345};
  const Vec3d change = (field.displacement(still, time + 1e-4, 1) - field.displacement(still, time - 1e-4, 1)) / 2e-4;
  EXPECT_LT(length(change - field.still_velocity(still, time, 1)), 1e-6);
}

// A box of still liquid keeps its volume where it is displaced to, also in steep waves, where products of slopes count.
TEST(SeaWaves, DisplacementKeepsTheDensity) {
  const Wave wave = regular_wave({0.14, 1.5, {}, 0, 0}, {9.81, 1});
  const WaveField field = field_of({wave});
  const double step = 1e-4;
  for (const double y : {-0.3, -0.1, -0.01}) {
    for (double x = 0; x < 1.5; x += 0.1) {
      const auto along = [&](const Vec3d& way) {
        const Vec3d at{x, y, 0};
        return way +
               (field.displacement(at + way * step, 0, 1) - field.displacement(at - way * step, 0, 1)) / (2 * step);
      };
      const Vec3d a = along({1, 0, 0}), b = along({0, 1, 0});
      EXPECT_NEAR(a.x * b.y - a.y * b.x, 1, 0.04) << x << " " << y;
    }
  }
}

}  // namespace weir::sea
