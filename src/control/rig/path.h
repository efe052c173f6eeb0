// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A sketched curve: a centripetal Catmull-Rom spline through its points, walked by length, with a frame that turns no
// more than the curve does (parallel transport; the double reflection of Wang et al. 2008).

#pragma once

#include <span>
#include <vector>

#include "weir/base/vec.h"

namespace weir::rig {

class Path {
 public:
  // At least two points that are not all the same.
  explicit Path(std::span<const Vec3d> points);

  double length() const { return length_.back(); }
  // At a share of the length; before 0 and after 1 it stays at its ends.
  Vec3d point(double share) const;
  Vec3d tangent(double share) const;
  // The turn from the beginning of the curve to here.
  Quatd turn(double share) const;

 private:
  struct Position {
    size_t segment;
    double t;
  };
  Position position_of(double share) const;

  std::vector<Vec3d> point_, tangent_, up_;  // densely along the curve; up is across the tangent
  std::vector<double> length_;               // up to each
};

}  // namespace weir::rig
