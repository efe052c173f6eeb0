// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/skinning.h"

#include "base/parallel.h"
#include "control/rig/curl_noise.h"

namespace weir {

Skinning::Skinning(const RigSkin& settings, double spacing, int dimensions, uint64_t seed)
    : settings_(settings), skin_(spacing, dimensions), dimensions_(dimensions), seed_(seed) {}

int Skinning::apply(double frame, double time, std::span<const Vec3f> position, std::span<const uint8_t> free,
                    std::span<Vec3f> velocity) {
  constexpr double kTolerance = 1e-3;
  constexpr int kMostIterations = 100;
  const Modulation modulation{static_cast<float>(value_at(settings_.vorticity, frame)),
                              static_cast<float>(value_at(settings_.expansion, frame)),
                              static_cast<float>(value_at(settings_.shear, frame))};
  const double turbulence = value_at(settings_.turbulence, frame);
  skin_.find(position, free);
  std::vector<Gradient3f> wanted(position.size());
  std::vector<Vec3f> first(velocity.begin(), velocity.end());  // v_1
  if (turbulence > 0) make_turbulence(turbulence, time, position, first);
  skin_.gradients(first, wanted);
  parallel_for(wanted.size(), [&](size_t i) {
    if (free[i]) wanted[i] = modulated(wanted[i], modulation, dimensions_);
  });
  return skin_.solve(value_at(settings_.lambda1, frame), value_at(settings_.lambda0, frame), wanted, kTolerance,
                     kMostIterations, velocity);
}

// Noise alone, as in the paper: added to the flow as it is, it would grow from step to step.
void Skinning::make_turbulence(double speed, double time, std::span<const Vec3f> position,
                               std::span<Vec3f> velocity) const {
  parallel_for(velocity.size(), [&](size_t i) {
    const Vec3d x = static_cast<Vec3d>(position[i]) / settings_.turbulence_size;
    velocity[i] = static_cast<Vec3f>(curl_noise(x, time, seed_, dimensions_ == 2) * speed);
  });
}

}  // namespace weir
