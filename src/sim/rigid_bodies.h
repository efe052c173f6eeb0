// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The rigid solids of a scene: bodies that the liquid moves. They hit each other, the other solids, keyframed or not,
// and the closed walls of the domain. A solver's step:
//
//   bodies.accelerate(gravity, clock.step);
//   bodies.set_motion(i, ...);              // what the liquid's pressure makes of it
//   bodies.step(clock);
//   solids.move_to(clock.frame, clock.next_frame(), bodies.poses());
//
// In 2D bodies move in x and y and turn about z; masses and inertias are per metre of depth.

#pragma once

#include <memory>
#include <span>
#include <vector>

#include "sim/rigid_world.h"
#include "weir/base/archive.h"
#include "weir/geometry/shapes/build.h"
#include "weir/scene/scene.h"
#include "weir/sim/director.h"
#include "weir/sim/solids.h"

namespace weir {

class RigidBodies {
 public:
  // InputError for a rigid solid that has keyframes, or no volume (2D: no area at z = 0). Scene and builder must
  // outlive it.
  RigidBodies(const Scene& scene, ShapeBuilder& builder);
  ~RigidBodies();

  size_t size() const;
  size_t solid(size_t body) const;           // index in scene.solids
  double mass(size_t body) const;            // kg
  Mat3d inertia(size_t body) const;          // kg m2 about the centre, along the axes of the world
  Mat3d inverse_inertia(size_t body) const;  // 1 / (kg m2) about the centre, along the axes of the world
  Vec3d centre(size_t body) const;           // of mass, m
  // m; normals of the surface pass the centre no farther away, so turning moves it along them by at most this a radian.
  double lever(size_t body) const;
  Affine pose(size_t body) const;  // from where points of the body were at the first frame to where they are

  RigidMotion motion(size_t body) const;
  void set_motion(size_t body, const RigidMotion& motion);

  // Changes velocities by a gravity (m/s2) that lasts for `seconds`.
  void accelerate(const Vec3d& gravity, double seconds);
  // Resolves contacts and moves the bodies.
  void step(const Clock& clock);
  // By how much contacts changed a body's motion in the last step, without friction.
  const RigidMotion& held(size_t body) const;
  // Of all bodies, over the last step; both ends alike before the first.
  std::span<const RigidPose> poses() const;

  void state(Archive& archive);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace weir
