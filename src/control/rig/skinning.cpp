// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/skinning.h"

#include "control/rig/curl_noise.h"
#include "weir/base/parallel.h"

namespace weir::rig {

namespace {

// Of what is changed in one step, which is little itself; and of the divergence of that.
constexpr double kTolerance = 0.05, kDivergence = 0.01;
constexpr int kMostIterations = 100;

}  // namespace

Skinning::Skinning(const RigSkin& settings, double spacing, int dimensions, SkinOn on, uint64_t seed)
    : settings_(settings), skin_(spacing, dimensions, on), dimensions_(dimensions), seed_(seed) {}

int Skinning::apply(double frame, double pattern, const Liquid& liquid, std::span<const Vec3f> original,
                    std::span<Vec3f> velocity) {
  const auto [position, free, coarse] = liquid;
  const Modulation modulation{static_cast<float>(value_at(settings_.vorticity, frame)),
                              static_cast<float>(value_at(settings_.expansion, frame)),
                              static_cast<float>(value_at(settings_.shear, frame))};
  skin_.find(position, free, coarse);
  if (settings_.incompressible) before_.assign(velocity.begin(), velocity.end());
  wanted_.resize(position.size());
  if (settings_.features == RigFeatures::turbulence) {
    skin_.gradients(turbulence(frame, pattern, position), wanted_);
  } else {
    skin_.gradients(settings_.features == RigFeatures::original ? original : velocity, wanted_);
  }
  parallel_for(wanted_.size(), [&](size_t i) {
    if (liquid.free[i]) wanted_[i] = modulated(wanted_[i], modulation, dimensions_);
  });
  int iterations = skin_.solve(value_at(settings_.lambda1, frame), value_at(settings_.lambda0, frame), wanted_,
                               kTolerance, kMostIterations, velocity);
  if (settings_.incompressible) {
    parallel_for(velocity.size(), [&](size_t i) { velocity[i] -= before_[i]; });
    iterations += skin_.remove_divergence(kDivergence, kMostIterations, velocity);
    parallel_for(velocity.size(), [&](size_t i) { velocity[i] += before_[i]; });
  }
  return iterations;
}

// Noise alone, as in the paper: added to the flow as it is, it would grow from step to step.
std::vector<Vec3f> Skinning::turbulence(double frame, double pattern, std::span<const Vec3f> position) const {
  const double speed = value_at(settings_.turbulence, frame);
  std::vector<Vec3f> noise(position.size());
  parallel_for(noise.size(), [&](size_t i) {
    const Vec3d x = static_cast<Vec3d>(position[i]) / settings_.turbulence_size;
    noise[i] = static_cast<Vec3f>(curl_noise(x, pattern, seed_, dimensions_ == 2) * speed);
  });
  return noise;
}

}  // namespace weir::rig
