// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Rigid bodies in the pressure solve (Batty, Bertails & Bridson 2007): the liquid presses on the faces that a body
// closes, and the body yields within the same solve. With B the flow into every cell that a body's motion v (velocity
// and angular velocity) makes, p the pressure and M the body's mass and inertia over the mass of liquid in a full cell,
//
//   A p = b + B v,   v = v* - M^-1 B^T p     give     (A + B M^-1 B^T) p = b + B v*.
//
// A stays as it is; what bodies add has rank six each and is applied as such. B depends on the open shares of faces
// alone, not on the liquid's density.
//
// Pressures are those at the middles of cells, but the body's surface lies up to half a cell beside them. Taken as they
// are, the lift of a flat bottom would jump whenever it passes a face. So each pressure is continued to the surface
// with the mean slope of the pressure around the body; B has the transpose of that too, so the matrix stays symmetric.
//
// Contacts come after the pressure. The liquid over a stone on the floor would follow the stone's fall, step by step,
// and then find it where it was. So a body that contacts held in the last step goes on as it was along the way they
// held it (BodyHold), and M^-1 has nothing along that; the body is pressed that way afterwards, for the contacts to
// take up. What contacts do otherwise, the flow is told by a second solve, in which bodies move as they really did.

#pragma once

#include <array>
#include <span>
#include <vector>

#include "grid/pressure/body_faces.h"
#include "grid/pressure/poisson.h"

namespace weir::grid {

// Velocity and angular velocity, or force and torque.
using SixVector = std::array<double, 6>;

// What contacts did to a body in the last step, if they did; shares are of that change of its motion.
struct BodyHold {
  SixVector along{};   // that change; per second and radian
  double inertia = 0;  // along . M along; 0: the body is free
  double given = 0;    // share that gravity would change the motion by in this step; it is not in v*
  double most = 0;     // share that the body may be pressed by at most
};

// What a pressure solve must know of the bodies, and what it makes of their motion.
struct CoupledBodies {
  const RigidBodies& bodies;
  const BodyFaces& faces;
  const SolidFaces& solids;
  const GridSpace& space;
  std::span<const BodyHold> holds;
  double density = 1000;              // kg/m3, by which pressures are scaled
  float roughness = 1;                // of the solve's tolerance, when a second one will follow
  std::vector<RigidMotion> seen{};    // after the solve, as the liquid sees it
  std::vector<RigidMotion> motion{};  // the same, pressed against what holds the body
};

// The bodies' part of one Poisson problem.
class BodyCoupling {
 public:
  // `liquid`: 1 in cells that take part, else 0. The bodies' motions are v*.
  BodyCoupling(const CoupledBodies& bodies, const Tiles& tiles, std::span<const float> liquid);

  // y += B M^-1 B^T x; returns what that adds to x . y.
  double add_product(std::span<const float> x, std::span<float> y) const;
  // b += so many times the part of B v* that is not in the velocities of faces: that of continuing pressures to the
  // surface.
  void add_flow(double times, std::span<float> b) const;
  // v for a pressure, as the liquid sees it, or pressed against what holds the body.
  enum class Pressed { no, yes };
  std::vector<RigidMotion> motions(std::span<const float> pressure, Pressed pressed) const;
  // Whether an even pressure in these cells pushes a body.
  bool pushes(std::span<const uint32_t> cells) const;

 private:
  // Row of B of a cell.
  struct Entry {
    uint32_t cell;
    std::array<float, 6> flow;        // all of it
    std::array<float, 6> continuing;  // of it, what continuing pressures to the surface makes
  };
  struct Body {
    std::vector<Entry> entries;
    double inverse_mass = 0;  // of a full cell of liquid, over the body's
    Mat3d inverse_inertia{};  // 1/m2
    RigidMotion before{};
    BodyHold hold{};
    double per_inertia = 0;  // mass of a full cell of liquid over the inertia of what holds it; 0 for a free one
  };
  class Builder;

  static SixVector press(const Body& body, std::span<const float> pressure);
  static SixVector yield(const Body& body, const SixVector& push);

  std::vector<Body> bodies_;
  mutable std::vector<SixVector> pushes_;  // memory for add_product
};

}  // namespace weir::grid
