// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Rigid bodies that hold liquid back are pulled along by it. A face f of the layer with mass m and slip s along the
// body loses a share c of its slip against the body as that moves afterwards, v + d:
//
//   (M + sum over f of  J_f^T m c T_f J_f) d  =  sum over f of  J_f^T m c s_f,
//
// with T_f the part of a velocity along the surface, of which the face has one component. So a light body goes along
// with the layer, and never faster. What c is depends on the slip that is left (friction has a limit), so this is
// solved a few times. What the body gets is then just what the faces lose.

#pragma once

#include <functional>
#include <span>
#include <vector>

#include "grid/liquid/held_faces.h"
#include "grid/pressure/body_coupling.h"

namespace weir::grid {

// A face that a solid slows down.
struct SlowedFace {
  const HeldFace* face;
  int body = -1;         // that holds it; -1: what holds it does not yield
  Vec3f normal, solid;   // of the solid there: its normal, and its velocity
  float stickiness = 0;  // of the layer, times the layer's share
  float change = 0;      // m/s; found
};

// How sticky solids slow down in a step: of a spacing at 1 m/s.
struct HoldingStep {
  const GridSpace& space;
  double density;   // kg/m3, of the first phase
  float per_speed;  // spacings that liquid of 1 m/s slides in the step
};

// Finds their changes, and returns those of the motion of every body.
std::vector<RigidMotion> slow_down(const HoldingStep& step, const CoupledBodies* bodies, std::span<SlowedFace> faces);

}  // namespace weir::grid
