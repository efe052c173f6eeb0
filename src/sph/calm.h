// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Water that stands. Between particles in disorder pressure is right to half a per cent of their weight, so standing
// water would creep among its own particles for ever, at one or two per cent of sqrt(g spacing). While the liquid has
// been slower than that for a while, in the mean of its energy, it stands: it is held back as if by friction, and
// pressure is solved for more exactly, since what a solve leaves over becomes speed. A wave a third of a spacing high
// ends that, and so does a drop that falls, or a slope of half a per cent.

#pragma once

#include <span>
#include <vector>

#include "weir/base/archive.h"
#include "weir/scene/scene.h"

namespace weir::sph {

class Calm {
 public:
  explicit Calm(const Scene& scene);

  // All of it has come to rest.
  void stand() { liveliness_ = 0; }

  // Of particles as they move before gravity and other forces act for a step of so many seconds.
  void hold_back(double gravity, double step, std::span<const uint8_t> phase, std::span<Vec3f> velocity);

  // Of the compression that a solve may leave.
  double share_of_tolerance() const;

  void state(Archive& archive) { archive("liveliness", liveliness_); }

 private:
  const double spacing_;
  const std::vector<float> viscosity_;  // of the phases, m2/s
  static constexpr double kLively = 10;
  double liveliness_ = kLively;  // how fast the liquid was of late; below 1 it stands
  bool stands_ = false;
};

}  // namespace weir::sph
