// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A solver advances the liquid by one time step and calls the directors at its hooks. This is all the rest of the
// program knows of any solver.

#pragma once

#include <span>

#include "weir/sim/directors.h"
#include "weir/sim/volume.h"

namespace weir {

namespace tracked {
class TrackedSurface;
}
struct RigidPose;

// Where a solver knows the pressure (for probes).
struct PressurePoints {
  float spacing = 0;  // m between them
  std::vector<Vec3f> position;
  std::vector<float> pressure;  // Pa
};

// What comes after begin(): steps, or first a state that is loaded and replaces all liquid.
enum class Beginning { of_run, of_loading };

class Solver {
 public:
  virtual ~Solver() = default;

  virtual std::string kind() const = 0;  // as the scene names it
  // Of hook::Hook, those its step calls directors at. Frame start and end are called for every solver.
  virtual unsigned hooks() const = 0;

  // Seconds the next step should take (by CFL and the like), if nothing else limits it.
  virtual double wanted_step() const = 0;
  // Before the first step: directors may change what the scene starts with.
  virtual void begin(const Clock&, Directors&, Beginning) {}
  virtual void step(const Clock& clock, Directors& directors) = 0;

  virtual const Particles& particles() const = 0;
  // Where the solids are that the liquid moves (weir/sim/solids.h).
  virtual std::span<const RigidPose> bodies() const { return {}; }
  // The liquid's surface as a mesh finer than its particles, where a solver of Weir keeps one.
  virtual const tracked::TrackedSurface* surface() const { return nullptr; }
  // What a frame of it is besides particles: signed distance, velocity, smoke.
  virtual std::vector<Volume> volumes() const { return {}; }
  // The same, with the liquid that directors hold without particles.
  virtual std::vector<Volume> volumes(const Clock&, Directors&) const { return volumes(); }
  // For probes, after a step: points of the liquid inside a box, with the pressure of that step.
  virtual PressurePoints pressure_in(const Box3f&) const { return {}; }
  // Liquid that is there without particles, as one particle for each cell of it; `spacing` (m) is the width of a cell.
  struct DeepLiquid {
    Particles cells;
    float spacing = 0;
  };
  virtual DeepLiquid deep_liquid() const { return {}; }
  // Memory a run needs for each, for an estimate before it starts.
  virtual double bytes_per_particle() const = 0;
  // Iterations, errors and so on since the last call.
  virtual Measures measures() = 0;
  // Everything that the future depends on, stored or loaded.
  virtual void state(Archive& archive) = 0;
};

// What keeps this director from working with this solver, in words; empty when nothing does.
std::string incompatibility(const Solver& solver, const Director& director);

}  // namespace weir
