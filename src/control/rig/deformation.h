// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The fields that deform a rig, as velocities without divergence: the vector fields of von Funck, Theisel & Seidel 2006
// ("Vector field based shape deformations"; Eqs. 1-6 of Lu et al. 2019), a tornado, curl noise.
//
// Eq. 2 as printed has a vector for f; what gives a rotation is half its squared length, |a x (x - c)|^2 / 2, whose
// gradient crossed with a is a x (x - c).

#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "control/rig/rig_settings.h"

namespace weir::rig {

class RigFlow {
 public:
  // In 2D all stays in the plane z = 0, and is free of divergence there. The settings must outlive it.
  RigFlow(std::span<const RigDeformation> deformations, int dimensions, double frames_per_second, uint64_t seed);

  bool moves() const { return !deformations_.empty(); }
  // All fields at one frame: what is the same for all points is found once.
  class Moment {
   public:
    Vec3d velocity(const Vec3d& x) const;  // metres per frame

   private:
    friend class RigFlow;
    std::vector<std::function<Vec3d(const Vec3d&)>> fields_;  // those that are not at rest
    bool flat_ = false;
  };
  Moment at(double frame) const;
  Vec3d velocity(const Vec3d& x, double frame) const { return at(frame).velocity(x); }
  // Where a point that is at x at one frame is at another, to `tolerance` (m).
  Vec3d carried(Vec3d x, double from, double to, double tolerance) const;
  void carry(std::span<Vec3d> points, double from, double to, double tolerance) const;

 private:
  using Stages = std::array<Moment, 6>;
  Stages stages(double from, double step, double latest) const;

  std::span<const RigDeformation> deformations_;
  bool flat_;
  double rate_;
  uint64_t seed_;
};

// Empty when the field can deform a rig in so many dimensions, else what is wrong, in words.
std::string deformation_problem(const RigField& field, int dimensions);

}  // namespace weir::rig
