// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/sea/waves.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"

namespace weir::sea {

namespace {

constexpr uint32_t kStream = 0x73656120;       // of random numbers: phases
constexpr int kSamples = 4096;                 // of the spectrum, and of the directions
constexpr double kLowest = 0.5, kHighest = 4;  // of the peak's frequency, between which it is cut off

double radians(double degrees) { return degrees * kPi / 180; }

Wave with_direction(Wave wave, double angle) {
  wave.kx = wave.number * std::cos(angle);
  wave.kz = wave.number * std::sin(angle);
  return wave;
}

// Where the running sum of a density over [low, high] reaches given shares of the whole, which ascend.
template <class Density>
std::vector<double> quantiles(double low, double high, const std::vector<double>& share, const Density& density) {
  std::vector<double> sum(kSamples + 1, 0.0);
  const double step = (high - low) / kSamples;
  for (size_t i = 0; i < kSamples; ++i) sum[i + 1] = sum[i] + density(low + (static_cast<double>(i) + 0.5) * step);
  std::vector<double> found;
  for (const double s : share) {
    const double wanted = s * sum.back();
    const auto above = std::upper_bound(sum.begin(), sum.end() - 1, wanted);
    const auto i = std::max<std::ptrdiff_t>(1, above - sum.begin());
    const double before = sum[static_cast<size_t>(i - 1)], after = sum[static_cast<size_t>(i)];
    const double part = after > before ? (wanted - before) / (after - before) : 0;
    found.push_back(low + step * (static_cast<double>(i - 1) + part));
  }
  return found;
}

// Of frequency over that of the peak, without its factor.
double jonswap(double f, double gamma) {
  const double width = f <= 1 ? 0.07 : 0.09;
  const double peak = std::exp(-(f - 1) * (f - 1) / (2 * width * width));
  return std::pow(f, -5) * std::exp(-1.25 * std::pow(f, -4)) * std::pow(gamma, peak);
}

// Angles by which directions differ from the mean: cos^2s(angle / 2) with the s of a standard deviation (Kuik et al.
// 1988). The turns of the golden ratio mix them evenly over the frequencies.
std::vector<double> angles(double deviation, size_t count) {
  if (deviation <= 0) return std::vector<double>(count, 0.0);
  const double s = std::max(0.0, 2 / (deviation * deviation) - 1);
  constexpr double kGolden = 0.6180339887498949;
  std::vector<std::pair<double, size_t>> turns;
  for (size_t i = 0; i < count; ++i) {
    const double turn = (static_cast<double>(i) + 0.5) * kGolden;
    turns.emplace_back(turn - std::floor(turn), i);
  }
  std::sort(turns.begin(), turns.end());
  std::vector<double> share;
  for (size_t i = 0; i < count; ++i) share.push_back((static_cast<double>(i) + 0.5) / static_cast<double>(count));
  const std::vector<double> sorted =
      quantiles(-kPi, kPi, share, [&](double a) { return std::pow(std::cos(0.5 * a), 2 * s); });
  std::vector<double> result(count);
  for (size_t i = 0; i < count; ++i) result[turns[i].second] = sorted[i];
  return result;
}

}  // namespace

double wave_frequency(double number, const Water& water) {
  return std::sqrt(water.gravity * number * std::tanh(number * water.depth));
}

// Newton's method from the number in deep or shallow water, whichever is larger: from above the root it does not leave
// the side it is on, so it converges for every depth.
double wave_number(double frequency, const Water& water) {
  const double deep = frequency * frequency / water.gravity;  // k tanh(k h)
  double k = std::max(deep, frequency / std::sqrt(water.gravity * water.depth));
  for (int i = 0; i < 50; ++i) {
    const double t = std::tanh(k * water.depth);
    const double change = (k * t - deep) / (t + k * water.depth * (1 - t * t));
    k -= change;
    if (std::abs(change) < 1e-14 * k) break;
  }
  return k;
}

Wave regular_wave(const SeaWave& wave, const Water& water) {
  Wave result;
  result.amplitude = 0.5 * wave.height;
  result.number = wave.length ? 2 * kPi / *wave.length : wave_number(2 * kPi / wave.period.value_or(1), water);
  result.frequency = wave_frequency(result.number, water);
  result.phase = radians(wave.phase);
  return with_direction(result, radians(wave.direction));
}

std::vector<Wave> spectrum_waves(const SeaSpectrum& spectrum, const Water& water, uint64_t seed) {
  const auto count = static_cast<size_t>(spectrum.components);
  std::vector<double> share;
  for (size_t i = 0; i < count; ++i) share.push_back((static_cast<double>(i) + 0.5) / static_cast<double>(count));
  const double carried =
      water.shortest > 0 ? wave_frequency(2 * kPi / water.shortest, water) * spectrum.period / (2 * kPi) : kHighest;
  const double highest = std::clamp(carried, 1.0, kHighest);
  const std::vector<double> frequency =
      quantiles(kLowest, highest, share, [&](double f) { return jonswap(f, spectrum.gamma); });
  const std::vector<double> angle = angles(radians(spectrum.spread), count);
  const Random random(seed, kStream);
  std::vector<Wave> waves;
  for (size_t i = 0; i < count; ++i) {
    Wave wave;
    // The variance of the level, (height / 4)^2, in equal parts a^2 / 2.
    wave.amplitude = 0.25 * spectrum.height * std::sqrt(2.0 / static_cast<double>(count));
    wave.frequency = frequency[i] * 2 * kPi / spectrum.period;
    wave.number = wave_number(wave.frequency, water);
    wave.phase = 2 * kPi * static_cast<double>(random.unit(i));
    waves.push_back(with_direction(wave, radians(spectrum.direction) + angle[i]));
  }
  return waves;
}

std::vector<Wave> waves_of(const SeaSettings& settings, const Water& water, uint64_t seed) {
  std::vector<Wave> waves;
  if (settings.jonswap) waves = spectrum_waves(*settings.jonswap, water, seed);
  for (const SeaWave& wave : settings.waves) waves.push_back(regular_wave(wave, water));
  return waves;
}

double breaking_steepness(double number, const Water& water) { return 0.142 * std::tanh(number * water.depth); }

}  // namespace weir::sea
