// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A rig in motion (3.1.2, 3.1.3): its points, deformed in the space they were placed in, then carried by keyframes
// and along a path, and by formulas of time.

#pragma once

#include <limits>
#include <span>
#include <vector>

#include "base/formula.h"
#include "control/rig/deformation.h"
#include "control/rig/rig_points.h"
#include "control/rig/rig_settings.h"
#include "weir/base/archive.h"
#include "weir/scene/scene.h"

namespace weir::rig {

// H of Table 1: the distance (m) of particles, or the width of a cell of smoke.
double rig_unit(const Scene& scene);

class MovingRig {
 public:
  // Number `index` of scene.directors, which is a rig, when it begins: its points are where they are given then, but
  // for motion, formula and path. The scene must outlive it. InputError with the path of what cannot be built.
  // `most_points`: of more, so many are taken all through it.
  MovingRig(const Scene& scene, size_t index, size_t most_points = std::numeric_limits<size_t>::max());

  size_t size() const { return own_.size(); }
  double spacing() const { return spacing_; }
  double start() const { return start_; }  // frame
  double frame() const { return frame_; }
  const Transform& motion() const { return motion_; }

  // To another frame, from the one it is at.
  void move_to(double frame);
  // In the world, at the frame it is at.
  std::span<const Vec3f> positions() const { return position_; }
  // Deformed, before they are carried; and what carries them at a frame.
  std::span<const Vec3d> own() const { return own_; }
  Affine placing(double frame) const;
  // m/s; `after` a kink of the keyframes at this frame, or before it.
  void velocities(bool after, std::span<Vec3d> velocity) const;

  void state(Archive& archive);

 private:
  void read_formulas(const Scene& scene);
  void find_keyframes();
  Vec3d middle() const;  // what goes along a path
  Affine formula_at(double frame) const;
  size_t keyframe_before(double frame) const;
  void go_straight(double frame);
  void place();

  const RigSettings& settings_;
  std::vector<Formula> translate_, rotate_;  // of x, y, z; or none
  RigFlow flow_;
  double first_, rate_, start_;
  Transform motion_;
  double spacing_, frame_;
  std::vector<std::vector<Vec3d>> key_;  // where the points are at settings.keyframes
  std::vector<Vec3d> own_;               // deformed, before it is carried
  std::vector<Vec3f> position_;
};

}  // namespace weir::rig
