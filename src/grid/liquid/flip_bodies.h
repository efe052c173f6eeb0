// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The rigid bodies of a liquid on the grid, during a step:
//
//   solids.move_to(clock.frame, clock.next_frame(), bodies.poses());  // where they are when the step begins
//   bodies.accelerate(gravity, clock.step);
//   CoupledBodies* coupled = bodies.couple(solids, space, tiles, faces);
//   bodies.solve_with(viscosity, ...);
//   ... GridFlow with `coupled` ...
//   flow.project([&] { return bodies.step(clock, ...); });
//   solids.move_to(clock.frame, clock.next_frame(), bodies.poses());  // and when it ends
//
// Liquid and bodies meet where both are when the step begins; then both move.

#pragma once

#include <optional>

#include "grid/pressure/body_coupling.h"
#include "grid/pressure/face_viscosity.h"

namespace weir::grid {

// That a solid attracts.
struct PulledParticle {
  uint32_t particle;
  int solid;           // -1: a wall
  Vec3f acceleration;  // m/s2
};

class FlipBodies {
 public:
  FlipBodies(const Scene& scene, ShapeBuilder& builder) : scene_(scene), bodies_(scene, builder) {}

  bool any() const { return bodies_.size() > 0; }
  std::span<const RigidPose> poses() const { return bodies_.poses(); }

  // By gravity, but for the ways in which contacts held them in the last step.
  void accelerate(const Vec3d& gravity, double seconds);
  // Finds the faces that bodies close, and sets their velocities there. Null when there are no bodies.
  CoupledBodies* couple(const Solids& solids, const GridSpace& space, const Tiles& tiles, SolidFaces& faces);
  const CoupledBodies* coupled() const { return any() ? &*coupled_ : nullptr; }
  // Solves for viscosity (`spread` as Viscosity has it); the liquid drags bodies along.
  Viscosity::Result solve_with(Viscosity& viscosity, float spread, const GridSpace& space, SolidFaces& faces,
                               MacField& velocity);
  // What adhesion pulls pulls back.
  void attract(std::span<const PulledParticle> pulled, const Particles& particles, double seconds);
  // Before the pressure is solved anew: what holds the liquid back is pulled along.
  void pull(std::span<const RigidMotion> change, const GridSpace& space, SolidFaces& faces);
  // After the pressure: contacts, and motion. The faces get the velocities that bodies have then; returns
  // whether the pressure has to be solved again for that.
  bool step(const Clock& clock, const GridSpace& space, SolidFaces& faces);

  // m/s, of any point of a body.
  double fastest(const Solids& solids) const;
  // The same, of how fast surfaces move along their normals: a ball that spins displaces nothing. Small bodies count as
  // so much faster that a step in which something this fast goes `way` (m) takes them no farther than a part of
  // themselves: what they leave behind must fill, and what lies between them must get out.
  double fastest_outward(double way) const;
  // m by which bodies in reach of a tile's particles came nearer in a step that has been made; empty: there are none.
  std::vector<float> moved(const Clock& clock, const Solids& solids, const GridSpace& space, const Tiles& tiles) const;
  void state(Archive& archive);

 private:
  double unseen(size_t body) const;
  double outward(size_t body) const;

  const Scene& scene_;
  RigidBodies bodies_;
  BodyFaces body_faces_;
  std::vector<BodyHold> holds_;
  uint8_t met_ = 0;  // 1: in the last step contacts changed what the pressure had made of their motion
  std::optional<CoupledBodies> coupled_;
};

}  // namespace weir::grid
