// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A director bends the liquid. Solvers call it at the hooks of their step; it overrides only those it needs, and says
// which these are. A director never names a particular solver, a solver never names a director.
//
// The hooks pressure and surface are those of grid solvers, for directors that come with Weir.
//
// clang-format off
//   hook               what a director may do there
//   frame_start        look at the state, compute what holds for the whole frame
//   population         add or remove liquid: once before the first frame (begin), then in every step
//   forces             add acceleration
//   pressure           fill cells, prescribe velocities of faces and sources of divergence
//   after_projection   edit the velocity, which is free of divergence
//   surface            move the mesh of the tracked surface
//   frame_end          report its measures
// clang-format on

#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "weir/sim/particles.h"

namespace weir {

class Solids;
struct RigidPose;

namespace hook {
enum Hook : unsigned {
  frame_start = 1,
  population = 2,
  forces = 4,
  pressure = 8,
  after_projection = 16,
  surface = 32,
  frame_end = 64,
};
}  // namespace hook

// The name of the lowest hook in a set, for messages.
const char* hook_name(unsigned hooks);

// Where the simulation is.
struct Clock {
  double frame = 1;  // at the start of the step; between frames it has a fraction
  double time = 0;   // s since the first frame
  double step = 0;   // s this step takes
  double rate = 24;  // frames a second
  double middle_frame() const { return frame + 0.5 * step * rate; }
  double next_frame() const { return frame + step * rate; }  // at the end of the step
};

// Named numbers, in the order they are reported.
using Measures = std::vector<std::pair<std::string, double>>;

// Changes of the liquid that a step collects and then makes at once. New particles get their ids in the order they
// were added.
struct Population {
  explicit Population(const Particles& particles) : now(particles), removed(particles.size(), 0) {
    added.carries = particles.carries;
  }

  const Particles& now;
  const Solids* solids = nullptr;      // at the end of the step, where the solver has them
  std::span<const RigidPose> rigid{};  // where rigid solids went in the step
  std::vector<uint8_t> removed;        // 1 takes particle i away
  Particles added;                     // ids are given when they join

  void add(const Vec3f& position, const Vec3f& velocity, float mass, uint8_t phase, bool temporary);
  // With something else than its phase says, where that is carried.
  void add(const Particle& particle) { added.push_back(particle); }
  // Makes the changes. Beyond `budget` particles in all, the last added are left out.
  void apply(Particles& particles, uint64_t& next_id, size_t budget) const;
};

class Director {
 public:
  virtual ~Director() = default;

  virtual unsigned hooks() const = 0;  // of hook::Hook, those it must be called at

  virtual void begin(const Clock&, Population&) {}
  virtual void frame_start(const Clock&, const Particles&) {}
  virtual void population(const Clock&, Population&) {}
  virtual void forces(const Clock&, const Particles&, std::span<Vec3f> /*acceleration*/) {}
  virtual void after_projection(const Clock&, const Particles&, std::span<Vec3f> /*velocity*/) {}
  virtual Measures frame_end(const Clock&, const Particles&) { return {}; }

  // s that the next step may take at most, where what directs moves fast.
  virtual double longest_step(const Clock&) const { return 1e30; }
  // What must survive a stop between two frames.
  virtual void state(Archive&) {}

  std::string name, kind;  // as the scene has them
};

}  // namespace weir
