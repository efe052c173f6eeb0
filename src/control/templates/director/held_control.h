// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What an instance does to each liquid particle, found once a frame and held over the frame's steps ("a template
// generates its forces only once per frame, and its forces are applied at every simulation time step", 3.5). Solvers
// change the order of particles from step to step, so it goes by their ids.

#pragma once

#include <span>
#include <vector>

#include "control/templates/director/id_table.h"
#include "weir/sim/particles.h"

namespace weir::templates {

class HeldControl {
 public:
  struct Entry {
    Vec3f push;        // m/s2
    float drag = 0;    // 1/s, towards
    Vec3f velocity{};  // m/s
    uint32_t particle = 0;
    Vec3f from{};            // m, where it was found
    float inverse_push = 0;  // 1 / its size and the speed at which it ends
  };

  // Empties it, with room for entries of `count` particles.
  std::span<Entry> prepare(size_t count) {
    entries_.assign(count, {});
    return entries_;
  }
  // To be called when entries are filled in; `particle` is then an index of `particles`. Those without effect go.
  // Pushes end when a particle has gone `reach` (m) against the template: it is then elsewhere than where it was pushed
  // to or away from. And they end when it goes against the template with `speed` (m/s): it will be there soon enough.
  // It is held for `seconds`.
  void hold(const Particles& particles, double reach, double speed, double seconds);
  void clear() { entries_.clear(); }

  // `elapsed` s after it was found.
  void apply(const Particles& particles, double elapsed, double step, std::span<Vec3f> acceleration) const;

 private:
  std::vector<Entry> entries_;
  IdTable slot_;
  float reach_ = 0;
  Box3f bounds_;  // of where the particles can be
};

}  // namespace weir::templates
