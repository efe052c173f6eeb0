// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The liquid before the first step.
//
// A lattice does not fit where solids cut it or liquids meet. Compressed there, liquid would burst in the first steps.
// So the pressure solve moves it apart beforehand (relax), to where it is when all of that has come to rest.
//
// Nor does a lattice stay one under the weight of the liquid: a pool that starts as one falls into disorder, sinks by a
// fifth of a spacing and boils for seconds. So a pool comes to rest before the first step (settle): it moves under its
// weight, its velocities are damped, and what is left of them is taken away. Liquid that would not stay where it is,
// such as a block without walls around it, keeps its form (resting.h).

#pragma once

#include <functional>
#include <span>
#include <vector>

#include "sph/boundary.h"
#include "sph/crowding.h"
#include "sph/pressure.h"
#include "weir/scene/scene.h"
#include "weir/sim/particles.h"
#include "weir/sim/solids.h"

namespace weir::sph {

// What of the solver the liquid is moved by. `find` finds neighbours, sums of the boundary and densities for the
// particles where they are, and sorts them by cells.
struct StartParts {
  const Scene& scene;
  double density_error;  // share
  int max_iterations;
  Particles& particles;
  const Cells& cells;
  Flow& flow;
  Solids& solids;
  RigidBodies& bodies;
  Crowding& crowding;
  PressureSolve& solve;
  std::vector<float>&pressure, &correction;
  std::function<void(const Clock&)> find;
};

class Start {
 public:
  // `step`: s, that of liquid at rest.
  Start(const StartParts& parts, double step);

  void relax();
  // Whether all liquid has come to rest.
  bool settle();

 private:
  float compression();
  void relieve_crowds();
  void move_apart();
  void solve_density(std::span<Vec3f> velocity, double share_of_tolerance);
  void move(std::span<Vec3f> velocity);
  void find_among_fixed_solids();
  void settle_for_a_step(const Vec3f& gravity);
  void knock();
  void take_speed(float kept);

  StartParts parts_;
  Clock clock_;
  bool flat_;
  std::vector<float> excess_;
  std::vector<uint8_t> moves_;  // by the particles' ids
  std::vector<uint8_t> fixed_;  // the same in their order; empty: none is
};

}  // namespace weir::sph
