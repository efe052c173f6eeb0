// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// One step of rigid bodies by Bullet: contacts are found and resolved, bodies move. Bullet's world is built anew for
// every step from what is given here, in its order: the result depends on nothing else, so a resumed run goes on to
// the bit. Everything here is in metres; Bullet's own units stay inside.

#pragma once

#include <memory>
#include <span>

#include "sim/rigid_shape.h"

namespace weir {

// Of the centre of mass, along the axes of the world.
struct RigidMotion {
  Vec3d velocity{};          // m/s
  Vec3d angular_velocity{};  // rad/s
};

// All that the future of a body depends on.
struct RigidState {
  Vec3d centre{};            // of mass, m
  Quatd turn{};              // since the first frame
  Vec3d velocity{};          // of the centre, m/s
  Vec3d angular_velocity{};  // rad/s, along the axes of the world
};

// Axes in which an inertia is diagonal.
struct PrincipalAxes {
  Quatd turn{};     // from these axes to the world's
  Vec3d moments{};  // kg m2
};
PrincipalAxes principal_axes(const Mat3d& inertia);

// The same for the whole run.
struct RigidBody {
  size_t solid = 0;      // in the scene
  double mass = 0;       // kg; 2D: kg a metre
  Mat3d inertia{};       // at the first frame, along the axes of the world
  PrincipalAxes axes{};  // at the first frame
  Vec3d first_centre{};  // at the first frame
  double radius = 0;     // m; of a ball around the centre that holds the body
  double lever = 0;      // m; from the centre to the normals of its surface at most
  RigidShape shape;      // around the centre, along the principal axes

  Mat3d inertia_at(const Quatd& turn) const;
  Mat3d inverse_inertia_at(const Quatd& turn) const;
};

// Something that does not yield, and moves from one pose to another in the step. Rigid maps.
struct RigidObstacle {
  RigidShape shape;
  Affine begin{}, end{};
};

class RigidWorld {
 public:
  // `size`: m, of a typical body.
  RigidWorld(const RigidUnits& units, double size);
  ~RigidWorld();
  // Velocities must have gravity and all other forces in them already. `held`: by how much contacts changed the motion
  // of every body in all, without friction.
  void step(std::span<const RigidBody> bodies, std::span<const RigidObstacle> obstacles, double seconds,
            std::span<RigidState> states, std::span<RigidMotion> held) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace weir
