// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How solids hold liquid (sim/solid_grips.h). Adhesion pulls it towards them (boundary_grip.h has the equation);
// friction and stickiness hold it back along their surface. With the speed v of a particle along the solid that it is
// beside,
//
//   friction mu     takes at most mu times what the solid's pressure gives to the particle across the surface off it,
//   stickiness s    divides it by 1 - ln(1 - s) v dt / spacing.
//
// Pressure is that of the last step. Water is held particle by particle. In thick liquid, what is held drags the rest
// along in the same step: both become part of the implicit system of viscosity, as drag proportional to the velocity.
// For friction it is by the speed that the particle had at the start of the step, and a little more: a block that
// friction holds creeps by about that little, though the whole of its weight hangs on its lowest layer.

#pragma once

#include <span>
#include <vector>

#include "sph/flow.h"

namespace weir::sph {

class SolidHold {
 public:
  SolidHold(const Scene& scene, Flow& flow, RigidBodies& bodies);

  struct Step {
    double seconds;
    std::span<const float> pressure, more_pressure;  // Pa
    std::span<const Vec3f> acceleration;             // m/s2, which the velocities have got already
    std::span<const uint8_t> phase;
    std::span<const float> viscosity;  // of each phase, Pa s
  };
  // Adds to the accelerations; bodies are given their share of momentum. Nothing where the boundary has no grips.
  void add_adhesion(double seconds, std::span<Vec3f> acceleration);
  // Changes velocities, of the liquid and of bodies, or the stress and pull of the boundary, for viscosity to be
  // applied then. Nothing where the boundary has no grips.
  void apply(const Step& step, std::span<Vec3f> velocity);

 private:
  struct Held {
    Vec3f normal;                     // of the solid
    Vec3f solid;                      // m/s, its velocity
    Vec3f change;                     // m/s, of the particle's
    float drag = 0;                   // momentum it loses in thick liquid, by mass and velocity
    float weight = 0, of_bodies = 0;  // sum V (mu + s) W; the share of bodies in it
  };
  Held find(const Step& step, size_t i, const Vec3f& velocity) const;
  void find_solid_velocities();
  void add_to_viscosity(const Step& step);
  void hold_particles(std::span<Vec3f> velocity);
  Vec3d velocity_of_body(const BodyContact& c) const;
  static float weight_of(const GripSums& grip) { return grip.friction + grip.stick; }

  Flow& flow_;
  RigidBodies& bodies_;
  float spacing_, touching_;  // m; sum V W of a particle that touches a flat wall
  float creep_;               // m/s
  float factor_;              // c of viscosity.h
  std::vector<Vec3f> solid_;  // sum V (mu + s) W v over all solids
  std::vector<Held> held_;
};

}  // namespace weir::sph
