// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is around the liquid of a run at any moment: solids and walls, in which a cubic between two frames must not take
// particles, and sinks and open sides, through which they leave.

#pragma once

#include <map>
#include <span>
#include <vector>

#include "cache/body_poses.h"
#include "retime/particles_between.h"
#include "sim/emitters.h"
#include "weir/sim/solids.h"

namespace weir::retime {

class Surroundings {
 public:
  // The scene must outlive it. Problems (a mesh that is gone) are told with their path in it.
  Surroundings(const Scene& scene, std::map<int, std::vector<cache::BodyPose>> poses);

  std::vector<cache::BodyPose> bodies_at(double frame) const;
  // m from every particle to the nearest solid; those that are farther than half a spacing may be told as that far.
  std::vector<float> gaps(std::span<const Vec3f> points, double frame);
  // Flags those that are in a sink, or out of the domain.
  void mark_out(std::span<const Vec3f> points, double frame, std::span<uint8_t> out);
  // Flags points in an emitter that runs, and those up to `reach` (m) from one: what is there is as it says.
  void mark_emitted(std::span<const Vec3f> points, double frame, float reach, std::span<uint8_t> emitted);
  // Puts particles that are nearer to a solid than `gap` that far from it.
  void keep_out(std::span<Vec3f> points, std::span<const float> gap, double frame);

 private:
  void move_to(double frame);

  const Scene& scene_;
  ShapeBuilder builder_;
  Solids solids_;
  Sinks sinks_;
  bool any_solid_;
  std::map<int, std::vector<cache::BodyPose>> poses_;
  std::vector<Vec3d> middles_;  // of the solids, at the first frame
};

}  // namespace weir::retime
