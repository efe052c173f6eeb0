// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/calm.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "sim/particle_viscosity.h"
#include "sim/phase_values.h"
#include "weir/base/parallel.h"

namespace weir::sph {

namespace {

// In units of sqrt(g spacing), and of the time that belongs to it.
constexpr double kStanding = 0.015;  // liquid slower than this, by its energy, stands
constexpr double kDrift = 0.002;     // unless it moves as one faster than this, as down a slope
constexpr double kMemory = 100;      // how long it is remembered to have moved: some periods of a wave
constexpr double kSlow = 0.05;       // particles slower than this are held back
constexpr double kRate = 3;          // times e that their speed falls in a unit of time
constexpr double kThick = 0.01;      // viscosity that does as much by itself; thicker liquid may creep
constexpr double kExact = 0.3;       // of the tolerance of pressure

struct Motion {
  double squares = 0;
  Vec3d sum{};
  Motion operator+(const Motion& b) const { return {squares + b.squares, sum + b.sum}; }
};

Motion motion_of(std::span<const Vec3f> velocity) {
  return parallel_reduce(
      velocity.size(), Motion{},
      [&](size_t begin, size_t end) {
        Motion motion;
        for (size_t i = begin; i < end; ++i) {
          motion.squares += static_cast<double>(length_squared(velocity[i]));
          motion.sum += static_cast<Vec3d>(velocity[i]);
        }
        return motion;
      },
      std::plus<>());
}

}  // namespace

Calm::Calm(const Scene& scene)
    : spacing_(scene.solver.spacing),
      viscosity_(of_phases(scene, [](const Phase& p) { return greatest_viscosity(p) / p.density; })) {}

double Calm::share_of_tolerance() const { return stands_ ? kExact : 1; }

void Calm::hold_back(double gravity, double step, std::span<const uint8_t> phase, std::span<Vec3f> velocity) {
  const double speed = std::sqrt(gravity * spacing_), time = spacing_ / std::max(speed, 1e-30);
  const Motion motion = motion_of(velocity);
  const double n = static_cast<double>(std::max<size_t>(velocity.size(), 1));
  const double now = std::max(std::sqrt(motion.squares / n) / kStanding, length(motion.sum) / n / kDrift);
  liveliness_ = std::max(speed > 0 ? now / speed : kLively, liveliness_ * std::exp(-step / (kMemory * time)));
  stands_ = liveliness_ < 1;
  if (!stands_) return;
  const auto lost = static_cast<float>(1 - std::exp(-kRate * step / time));
  std::vector<float> most;  // that a particle of a phase may lose
  for (const float v : viscosity_) most.push_back(lost / (1 + v / static_cast<float>(kThick * speed * spacing_)));
  const auto scale = static_cast<float>(1 / (kSlow * speed));
  parallel_for(velocity.size(), [&](size_t i) {
    const float square = length_squared(velocity[i] * scale);
    velocity[i] *= 1 - most[phase[i]] / (1 + square * square);
  });
}

}  // namespace weir::sph
