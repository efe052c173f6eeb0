// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A director bends the liquid. Solvers call it at fixed places of their step; it overrides only what it needs, and
// says which places these are. A director never names a particular solver, a solver never names a director.
//
//   place              what a director may do there
//   frame_start        look at the state, compute what holds for the whole frame
//   population         add or remove liquid
//   forces             add acceleration
//   pressure           fill cells, prescribe face velocities and divergence sources (grid solvers)
//   after_projection   edit the divergence-free velocity
//   surface            move the tracked surface mesh (grid solvers)
//   frame_end          report its measures

#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/particles.h"

namespace weir {

class Solids;
struct RigidPose;

namespace place {
enum Place : unsigned {
  frame_start = 1,
  population = 2,
  forces = 4,
  pressure = 8,
  after_projection = 16,
  surface = 32,
  frame_end = 64,
};
}  // namespace place

// The name of the lowest place in a set, for messages.
const char* place_name(unsigned places);

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
  explicit Population(const Particles& particles) : now(particles), removed(particles.size(), 0) {}

  const Particles& now;
  const Solids* solids = nullptr;      // at the end of the step, where the solver has them
  std::span<const RigidPose> rigid{};  // where rigid solids went in the step
  std::vector<uint8_t> removed;        // 1 takes particle i away
  Particles added;                     // ids are given when they join

  void add(const Vec3f& position, const Vec3f& velocity, float mass, uint8_t phase, bool temporary);
  // Makes the changes. Beyond `budget` particles in all, the last added are left out.
  void apply(Particles& particles, uint64_t& next_id, size_t budget) const;
};

namespace grid {
class GridFlow;    // grid/liquid/grid_flow.h
struct GridSpace;  // grid/tiles/tiled_particles.h
}  // namespace grid
namespace tracked {
class TrackedSurface;  // tracked/tracked_surface.h
}

// Air that a director drives whether there is smoke in it or not: all within a radius (m) of points.
struct Reach {
  std::span<const Vec3f> points;
  float radius = 0;
};

class Director {
 public:
  virtual ~Director() = default;

  virtual std::string kind() const = 0;
  virtual unsigned places() const = 0;  // of place::Place, those it must be called at

  // At the place `population`, once, before the first frame: the liquid that a scene starts with.
  virtual void begin(const Clock&, Population&) {}
  virtual void frame_start(const Clock&, const Particles&) {}
  virtual void population(const Clock&, Population&) {}
  virtual void forces(const Clock&, const Particles&, std::span<Vec3f> /*acceleration*/) {}
  // At the place `pressure`: first all directors say where there is liquid without particles, and how what they hold of
  // it moves (frames that are written ask for this too), then what flows.
  virtual void fill(const Clock&, grid::GridFlow&) {}
  virtual void prescribe_held(const Clock&, grid::GridFlow&) {}
  virtual void pressure(const Clock&, grid::GridFlow&) {}
  // Tiles of the grid where liquid without particles ends; files show these besides those that hold particles.
  virtual void find_held_tiles(const grid::GridSpace&, std::vector<Vec3i>& /*tiles*/) const {}
  // Takes those tiles away in which, and beside which, nothing but such liquid is: no step needs them.
  virtual void drop_held_tiles(const grid::GridSpace&, std::vector<Vec3i>& /*tiles*/) const {}
  virtual void after_projection(const Clock&, const Particles&, std::span<Vec3f> /*velocity*/) {}
  // The surface has moved with the flow to the end of the step.
  virtual void surface(const Clock&, tracked::TrackedSurface&) {}
  virtual Measures frame_end(const Clock&, const Particles&) { return {}; }

  virtual Reach reach(const Clock&) const { return {}; }
  // What `weir check` says of it besides its kind.
  virtual std::string words() const { return {}; }
  // s that the next step may take at most, where what directs moves fast.
  virtual double longest_step(const Clock&) const { return 1e30; }

  // What must survive a stop between two frames.
  virtual void state(Archive&) {}

  std::string name;
};

// All directors of a scene, in its order, with the time each takes.
class Directors {
 public:
  void add(std::unique_ptr<Director> director);
  size_t size() const { return entries_.size(); }
  const Director& operator[](size_t i) const { return *entries_[i].director; }

  void begin(const Clock& clock, Population& population);
  double longest_step(const Clock& clock) const;  // that all of them allow
  void frame_start(const Clock& clock, const Particles& particles);
  void population(const Clock& clock, Population& population);
  void forces(const Clock& clock, const Particles& particles, std::span<Vec3f> acceleration);
  void fill(const Clock& clock, grid::GridFlow& flow);
  void prescribe_held(const Clock& clock, grid::GridFlow& flow);
  void pressure(const Clock& clock, grid::GridFlow& flow);
  std::vector<Vec3i> held_tiles(const grid::GridSpace& space) const;
  void drop_held_tiles(const grid::GridSpace& space, std::vector<Vec3i>& tiles);
  void after_projection(const Clock& clock, const Particles& particles, std::span<Vec3f> velocity);
  void surface(const Clock& clock, tracked::TrackedSurface& surface);
  std::vector<Reach> reach(const Clock& clock) const;

  struct Report {
    std::string name, kind;
    double milliseconds;  // in this frame
    Measures measures;
  };
  // Reports on the frame and starts counting anew.
  std::vector<Report> frame_end(const Clock& clock, const Particles& particles);

  void state(Archive& archive);

 private:
  struct Entry {
    std::unique_ptr<Director> director;
    double milliseconds = 0;
  };
  template <class Call>
  void at(unsigned place, Call&& call);

  std::vector<Entry> entries_;
};

}  // namespace weir
