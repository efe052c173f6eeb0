// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What particles carry, during a step: heat, colour and thickness spread, solids warm and cool, and viscosities follow.

#pragma once

#include <optional>

#include "sim/carried.h"
#include "sim/particle_viscosity.h"
#include "sph/diffusion.h"
#include "weir/sim/director.h"

namespace weir::sph {

class CarriedFlow {
 public:
  // The flow must outlive it.
  CarriedFlow(const Scene& scene, Flow& flow);

  // When neighbours are known; solids as they are at the start of the step.
  void mix(const Clock& clock, const Solids& solids, Particles& particles);
  // Of every particle, Pa s; empty where those of the phases hold all the time.
  std::span<const float> viscosities(const Clock& clock, const Particles& particles) {
    return viscosity_.find(particles, clock.middle_frame());
  }

 private:
  void mix_heat(const Clock& clock, const Solids& solids, Particles& particles);
  void mix_paint(const Clock& clock, Particles& particles);
  void find_walls(const Clock& clock, const Solids& solids, const Particles& particles);

  const Scene& scene_;
  Flow& flow_;
  ParticleViscosity viscosity_;
  HotSolids hot_solids_;
  std::optional<Diffusion> diffusion_;  // where anything spreads
  std::vector<Float4> value_;
  std::vector<float> key_, wall_, target_;
};

}  // namespace weir::sph
