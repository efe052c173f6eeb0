// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A director bends the liquid. Solvers call it at the hooks of their step; it overrides only those it needs, and says
// which these are. A director never names a particular solver, a solver never names a director.
//
//   hook               what a director may do there
//   frame_start        look at the state, compute what holds for the whole frame
//   population         add or remove liquid: once before the first frame (begin), then in every step
//   forces             add acceleration
//   pressure           fill cells, prescribe face velocities and divergence sources    grid solvers:
//   grid/grid_director.h after_projection   edit the divergence-free velocity surface            move the tracked
//   surface mesh                                   grid solvers: grid/grid_director.h frame_end          report its
//   measures

#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/stopwatch.h"
#include "sim/particles.h"

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
  void after_projection(const Clock& clock, const Particles& particles, std::span<Vec3f> velocity);

  struct Report {
    std::string name, kind;
    double milliseconds;  // in this frame
    Measures measures;
  };
  // Reports on the frame and starts counting anew.
  std::vector<Report> frame_end(const Clock& clock, const Particles& particles);

  void state(Archive& archive);

  // Calls those that have this hook and implement an interface of more hooks, such as grid::GridDirector; its time is
  // that of the director.
  template <class Interface, class Call>
  void call(unsigned hook, Call&& call) {
    at(hook, [&](Director& director) {
      if (auto* part = dynamic_cast<Interface*>(&director)) call(*part);
    });
  }
  // The same for all that implement it, without counting the time.
  template <class Interface, class Visit>
  void visit(Visit&& visit) const {
    for (const Entry& entry : entries_) {
      if (const auto* part = dynamic_cast<const Interface*>(entry.director.get())) visit(*part);
    }
  }

 private:
  struct Entry {
    std::unique_ptr<Director> director;
    double milliseconds = 0;
  };
  template <class Call>
  void at(unsigned hook, Call&& call) {
    for (Entry& entry : entries_) {
      if (!(entry.director->hooks() & hook)) continue;
      const Stopwatch watch;
      call(*entry.director);
      entry.milliseconds += watch.milliseconds();
    }
  }

  std::vector<Entry> entries_;
};

}  // namespace weir
