// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The option that only a shell near the surface holds particles: the core below it, and what particles and core
// exchange in a step. Nothing gets lost between them: see grid/liquid/liquid_core.h.

#pragma once

#include "grid/liquid/liquid_core.h"
#include "sim/emitters.h"
#include "weir/scene/scene.h"
#include "weir/sim/director.h"

namespace weir::grid {

class NarrowBand {
 public:
  // `layers`: cells under the surface that hold particles; 0: all liquid is particles, and nothing below does anything.
  NarrowBand(const Scene& scene, int layers);

  bool is_on() const { return layers_ > 0; }
  int layers() const { return layers_; }
  const LiquidCore& core() const { return core_; }

  // When a step begins: the fields on its tiles, and the core as part of what scatter() found.
  void move_to(const Tiles& tiles);
  void join(const Vec3f& gained, float per_cell, Scattered& scattered) const;
  // When particles have moved: particles that the flow leads into the core go; those it leads out of it come. Takes
  // what it needs of the step but its own settings.
  void exchange(CoreStep step, Population& population);
  // The cells of the core, each as a particle at its middle, and what to add to their velocities, times `factor`.
  Particles core_particles(const GridSpace& space) const;
  void accelerate_core(const GridSpace& space, std::span<const Vec3f> vectors, float factor);
  // Sinks and open walls take from the core what they would take from particles.
  void drain(const Clock& clock, const GridSpace& space, Sinks& sinks);

  // Cells of liquid that whole particles left out at the seam and that were given back there, since this was last
  // asked.
  double take_rounding() { return std::exchange(rounding_, 0); }
  void state(Archive& archive);

 private:
  const Scene& scene_;
  int layers_;
  LiquidCore core_;
  uint64_t number_ = 0;  // of the step
  double rounding_ = 0;
};

}  // namespace weir::grid
