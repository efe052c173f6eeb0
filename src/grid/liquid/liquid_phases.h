// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The phases of a liquid on the grid, by what sets them apart. Particles keep their phase, so the interface between two
// phases stays as sharp as the particles are dense; the grid has the mean density around each face, and viscosities by
// the shares of the phases around its cells and edges.

#pragma once

#include <optional>

#include "grid/liquid/grid_flow.h"
#include "grid/liquid/phase_shares.h"
#include "grid/liquid/phase_slip.h"
#include "grid/liquid/scatter.h"
#include "grid/liquid/viscous_field.h"
#include "grid/pressure/face_viscosity.h"
#include "weir/scene/scene.h"

namespace weir::grid {

class LiquidPhases {
 public:
  explicit LiquidPhases(const Scene& scene);

  // For scatter(), with the phases of particles.
  ParticleDensities densities(std::span<const uint8_t> phase) const { return {phase, densities_}; }
  // What scatter() found for the pressure; null when all phases have one density.
  const MacField* lightness(const Scattered& scattered) const {
    return densities_.empty() ? nullptr : &scattered.lightness;
  }

  // When particles are in tiles: where the phases are, if anything needs to know. `viscosity` of every particle, Pa s,
  // where that of its phase does not hold all the time; else empty.
  void locate(const TiledParticles& where, std::span<const uint8_t> phase, std::span<const float> viscosity = {});
  // When the surface is known: faces that touch liquid without particles are as those beside them.
  void complete(const Tiles& tiles, std::span<const float> distance, Scattered& scattered) const;

  bool is_viscous() const { return thickest_ > 0; }
  // The problem that viscosity poses, and what its solve has to be told for a step (s).
  Viscosity viscosity(const Tiles& tiles, std::span<const float> distance, const SolidFaces& solids, double cell,
                      const Scattered& scattered) const;
  float spread(double step) const { return static_cast<float>(thickest_ * step / first_density_); }

  // Surface tension, before the pressure is solved for; the flow knows its surface.
  void apply_tension(const GridFlow& flow, const Scattered& scattered, MacField& velocity) const;
  // Before particles move: single ones slip through other phases. `flow` after the pressure, which has brought it to
  // `velocity`; `frame` as gravity is taken from; `spread` as PhaseSlip has it.
  void slip(const TiledParticles& where, const GridFlow& flow, const Scattered& scattered, const MacField& velocity,
            double frame, Particles& particles, std::optional<MacField>& spread);
  // s: the longest step that tension bears. `cell`: m.
  double longest_step(double cell) const;

 private:
  ViscousMix viscous_mix(const Tiles& tiles, const Scattered& scattered) const;

  double first_density_, thickest_;  // kg/m3, Pa s
  std::vector<float> densities_;     // beside that of the first phase; empty: all alike
  std::vector<float> viscosities_;   // beside the thickest; empty: all alike
  std::vector<float> tensions_;      // over the density of the first phase, m3/s2; empty: there is none
  double tension_speed_;             // the largest tension of a surface over the density beside it, m3/s2
  size_t phases_;
  PhaseShares shares_;
  PhaseSlip slip_;
  std::optional<ViscousField> varying_;  // where viscosities are those of particles
};

}  // namespace weir::grid
