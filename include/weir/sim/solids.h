// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The solids of a scene during one step, at any moment of it: how far the nearest one is, for how long nothing can be
// met, and what it is like at a contact. Closed walls of the domain count as a solid. Moments run from 0 at the start
// of the step to 1 at its end.

#pragma once

#include <span>
#include <vector>

#include "weir/scene/scene.h"
#include "weir/sim/moving_shape.h"

namespace weir {

// Where a rigid solid is at both ends of a step: maps from where its points were at the first frame.
struct RigidPose {
  size_t solid = 0;  // index in scene.solids
  Affine begin{}, end{};
};

class Solids {
 public:
  // Problems (an open mesh, a missing font) are told with the path of the solid in the scene. Scene and builder must
  // outlive it.
  Solids(const Scene& scene, ShapeBuilder& builder);

  // Prepares the step between two frames. Rigid solids go where `rigid` says.
  void move_to(double frame_begin, double frame_end, std::span<const RigidPose> rigid = {});

  // True when one of them has keyframes; rigid ones are not counted.
  bool any_moves() const;
  // Whether one that has keyframes comes closer to a box than `reach` (m) in this step; or, if they count, a rigid one.
  enum class RigidOnes { count, stand };
  bool moves_near(const Box3f& box, float reach, RigidOnes rigid = RigidOnes::count) const;
  // Around a solid during the whole step.
  const Box3f& bounds(size_t solid) const { return solids_[solid].bounds(); }

  // Points on their way, each at its own moment.
  struct Travellers {
    std::span<const Vec3f> position;
    std::span<const float> moment;
    std::span<const float> speed;         // m/s
    std::span<const float> acceleration;  // m/s2, its size
  };
  // m to the nearest solid (far from all of them a lower bound), and s within which no traveller gets closer to one
  // than `margin`.
  void clearance(const Travellers& travellers, float margin, std::span<float> gap, std::span<float> time) const;

  // m to the nearest solid at the end of the step, as clearance() tells it; where none is as near as `reach` (m), any
  // distance from there up.
  void gaps(std::span<const Vec3f> points, float reach, std::span<float> gap) const;
  // The same of solids alone, and the walls.
  void gaps_without_walls(std::span<const Vec3f> points, float reach, std::span<float> gap) const;
  const Box3d& walls() const { return wall_box_; }  // far away where there is none

  // Of the nearest solid: unit outward normal (unless `normal` is empty) and velocity (m/s).
  void contact(std::span<const Vec3f> points, std::span<const float> moment, std::span<Vec3f> normal,
               std::span<Vec3f> velocity) const;
  // Index in scene.solids of the nearest solid; -1 where a wall is nearer.
  void nearest(std::span<const Vec3f> points, std::span<const float> moment, std::span<int> solid) const;

  // Flags points inside a solid, or closer to one than `clearance` (m), at a moment of the step.
  void mark_inside(std::span<const Vec3f> points, std::span<uint8_t> inside, float clearance = 0,
                   float moment = 0) const;

 private:
  void find_nearer_solids(std::span<const Vec3f> points, float reach, std::span<float> gap) const;

  double rate_;  // frames a second
  float normal_step_;
  float near_;  // m from a solid's bounds within which its own distance is asked
  Box3d wall_box_;
  FieldPtr walls_;  // null without closed walls
  std::vector<MovingShape> solids_;
  std::vector<uint8_t> is_rigid_;  // of each
};

}  // namespace weir
