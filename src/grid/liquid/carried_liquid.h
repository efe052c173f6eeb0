// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What particles carry, during a step of the grid: heat, colour and thickness spread, solids warm and cool, and
// viscosities follow.

#pragma once

#include "grid/liquid/cell_diffusion.h"
#include "sim/carried.h"
#include "sim/particle_viscosity.h"
#include "weir/sim/director.h"

namespace weir::grid {

class CarriedLiquid {
 public:
  explicit CarriedLiquid(const Scene& scene) : scene_(scene), viscosity_(scene), hot_solids_(scene) {}

  // When particles are in tiles and the solids are known. Returns the viscosity of every particle, Pa s; empty where
  // those of the phases hold all the time.
  std::span<const float> step(const Clock& clock, const TiledParticles& where, const Solids& solids,
                              const SolidFaces& faces, Particles& particles);

 private:
  void mix_heat(const Clock& clock, const TiledParticles& where, const Solids& solids, const SolidFaces& faces,
                Particles& particles);
  void mix_paint(const Clock& clock, const TiledParticles& where, const SolidFaces& faces, Particles& particles) const;
  std::vector<float> heat_beside(const Clock& clock, const TiledParticles& where, const Solids& solids,
                                 const SolidFaces& faces) const;

  const Scene& scene_;
  ParticleViscosity viscosity_;
  HotSolids hot_solids_;
};

}  // namespace weir::grid
