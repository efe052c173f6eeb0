// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A rig in motion (3.1.2, 3.1.3): its points, deformed in the space they were placed in, then carried by keyframes and
// along a path.

#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/archive.h"
#include "control/rig/deformation.h"
#include "control/rig/path.h"
#include "control/rig/rig_points.h"

namespace weir {

class MovingRig {
 public:
  // The settings must outlive it. At `frame` the points are where they are given, but for motion and path.
  MovingRig(const RigSettings& settings, RigPoints points, int dimensions, double frames_per_second, uint64_t seed,
            double frame);

  size_t size() const { return own_.size(); }
  double spacing() const { return spacing_; }

  // To another frame, from the one it is at.
  void move_to(double frame);
  // In the world, at the frame it is at.
  std::span<const Vec3f> positions() const { return position_; }
  // m/s; `after` a kink of the keyframes at this frame, or before it.
  void velocities(bool after, std::span<Vec3d> velocity) const;

  void state(Archive& archive);

 private:
  Affine placing(double frame) const;
  void place();

  const RigSettings& settings_;
  std::optional<Path> path_;
  RigFlow flow_;
  double rate_, spacing_, frame_;
  std::vector<Vec3d> own_;  // deformed, before it is carried
  std::vector<Vec3f> position_;
};

}  // namespace weir
