// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The pressure anywhere, from points of the liquid that know theirs: a straight line fitted to those around by weighted
// least squares. Hydrostatic pressure is exact by it, also on a wall, where all points are on one side.

#pragma once

#include "sim/cells.h"
#include "weir/sim/solver.h"

namespace weir {

class PressureFit {
 public:
  // How far a point reaches, in spacings of the points: two layers of them at a wall are enough for a slope.
  static constexpr float kReach = 2.6f;

  explicit PressureFit(PressurePoints points);

  // Pa; 0 where there is no liquid. With a normal, only points on its side count: those behind a thin solid do not.
  double at(const Vec3f& point, const Vec3f& normal = {}) const;

 private:
  float reach_;
  Cells cells_;
  std::vector<Vec3f> position_;  // in the order of the cells
  std::vector<float> pressure_;
};

}  // namespace weir
