// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Rigid bodies in the solve for viscosity: liquid sticks to them, and they yield to its stress within the same solve.
// Faces of the grid that stick to a body move as the body does, so the body's motion v is what is solved for there:
//
//   M v + sum over its faces f of  J_f^T (stress on f)  =  M v*,     u_f = J_f v.
//
// Lengths are in cells and masses in those of a full cell of liquid, so all unknowns are velocities in m/s.

#pragma once

#include <functional>
#include <span>
#include <vector>

#include "grid/pressure/body_coupling.h"

namespace weir::grid {

class BodyFriction {
 public:
  // `sticks`: 1 on faces that move with a solid.
  BodyFriction(const CoupledBodies& bodies, const MacField& sticks);

  // On a face, by its axis and cell.
  using OnFace = std::function<float(size_t axis, size_t cell)>;

  // The parts of conjugate gradients that are the bodies' (base/conjugate_gradients.h). `stress`: what the flow in
  // question, or the direction, makes on a face; `diagonal` of a face's own velocity.
  void start(const OnFace& stress, const OnFace& diagonal);
  double residual_squared() const;
  double precondition() const;                  // r . z
  void turn(double keep, MacField& direction);  // the new direction, on the faces too
  double apply(const OnFace& stress);           // d . A d
  void advance(double length);

  std::vector<RigidMotion> motions() const;

 private:
  struct Face {
    uint32_t cell;
    uint8_t axis;
    std::array<float, 6> flow;  // J_f
  };
  struct Body {
    std::vector<Face> faces;
    double mass = 0;
    Mat3d inertia{};
    SixVector motion{}, diagonal{}, residual{}, direction{}, image{};
  };
  static SixVector pull(const Body& body, const OnFace& stress);
  static SixVector momentum(const Body& body, const SixVector& motion);

  double cell_;
  std::vector<Body> bodies_;
};

}  // namespace weir::grid
