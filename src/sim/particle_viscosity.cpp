// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/particle_viscosity.h"

#include <algorithm>
#include <cmath>

#include "sim/carried.h"
#include "weir/base/parallel.h"

namespace weir {

double greatest_viscosity(const Phase& phase) {
  double greatest = 0;
  if (phase.viscosity_by_heat.empty()) {
    for (const Key<double>& key : phase.viscosity.keys) greatest = std::max(greatest, key.value);
  }
  for (const HeatViscosity& point : phase.viscosity_by_heat) greatest = std::max(greatest, point.viscosity);
  return greatest;
}

ParticleViscosity::ParticleViscosity(const Scene& scene) : scene_(scene) {
  const auto kinds = carried_kinds(scene);
  varies_ = kinds && kinds->thickness;
  for (const Phase& phase : scene.phases) {
    Curve& curve = curve_.emplace_back();
    for (const HeatViscosity& point : phase.viscosity_by_heat) {
      curve.heat.push_back(static_cast<float>(point.heat));
      curve.logarithm.push_back(static_cast<float>(std::log(point.viscosity)));
    }
    varies_ = varies_ || !phase.viscosity_by_heat.empty() || phase.viscosity.moves();
  }
}

float ParticleViscosity::Curve::at(float degrees) const {
  const auto above = static_cast<size_t>(std::upper_bound(heat.begin(), heat.end(), degrees) - heat.begin());
  if (above == 0) return std::exp(logarithm.front());
  if (above == heat.size()) return std::exp(logarithm.back());
  const float part = (degrees - heat[above - 1]) / (heat[above] - heat[above - 1]);
  return std::exp(logarithm[above - 1] + part * (logarithm[above] - logarithm[above - 1]));
}

std::span<const float> ParticleViscosity::find(const Particles& particles, double frame) {
  if (!varies_) return {};
  std::vector<float> of_phase;
  for (const Phase& phase : scene_.phases) of_phase.push_back(static_cast<float>(value_at(phase.viscosity, frame)));
  found_.resize(particles.size());
  parallel_for(particles.size(), [&](size_t i) {
    const size_t phase = particles.phase[i];
    const float plain = curve_[phase].heat.empty() ? of_phase[phase] : curve_[phase].at(particles.heat[i]);
    found_[i] = particles.thickness.empty() ? plain : plain * particles.thickness[i];
  });
  return found_;
}

}  // namespace weir
