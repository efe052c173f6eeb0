// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Thick liquids: viscosity as the implicit system of Weiler et al. 2018, "A physically consistent implicit viscosity
// solver for SPH fluids". With x_ij = x_i - x_j, v* the velocities before and mu_ij the harmonic mean of the two
// particles' dynamic viscosities, the velocities v after a step dt solve
//
//   m_i v_i + dt c V^2 sum_j mu_ij w_ij ((v_i - v_j) . x_ij) x_ij + dt c V f mu_i T_i (v_i - v_solid) = m_i v*_i,
//
//   c = 2 (dimensions + 2),   w_ij = -(grad W_ij . x_ij) / (r^2 (r^2 + h^2 / 100)),
//
// where T_i is the stress (boundary.h) of the solids around and f their friction. Rigid bodies are unknowns too.
//
// Forces act along x_ij, so the system keeps momentum and angular momentum, is symmetric, and with the masses factored
// out has no eigenvalue below 1. We solve for the change of velocity by conjugate gradients preconditioned by the
// masses alone: every iterate then keeps both momenta. (By the diagonal it takes as many iterations and keeps neither.)
// The change in the last step is the first direction searched; momentum that it brings in is taken out in the end.

#pragma once

#include <span>
#include <vector>

#include "sph/flow.h"

namespace weir::sph {

struct ViscositySettings {
  double step;                       // s
  std::span<const float> viscosity;  // of each phase, Pa s
  float wall_friction;               // f
  std::span<const float> own = {};   // of each particle, Pa s; empty: that of its phase
  double tolerance = 0.01;           // share of the residual that may be left
  int max_iterations = 100;
};

struct ViscosityResult {
  int iterations = 0;
  double error = 0;  // share of the residual that is left
};

class Viscosity {
 public:
  Viscosity(const Flow& flow, RigidBodies& bodies, int dimensions)
      : flow_(flow), bodies_(bodies), factor_(2 * static_cast<float>(dimensions + 2)) {}

  // Changes velocities, of the liquid and of the bodies. `change` is how much viscosity changed those of the liquid in
  // the last step, zero for new particles; on return, in this one. The boundary must have been summed with friction.
  ViscosityResult apply(const ViscositySettings& settings, std::span<const uint8_t> phase, std::span<Vec3f> velocity,
                        std::span<Vec3f> change);

 private:
  struct Load {
    Vec3d force{}, torque{};
  };
  struct Body {
    double mass;
    Mat3d inverse_inertia;
    Vec3d centre;
    RigidMotion direction, change;
    Load momentum;  // of a body that moves along the direction
    Load friction, residual;
  };

  void begin(const ViscositySettings& settings, std::span<const uint8_t> phase, std::span<const Vec3f> velocity,
             std::span<const Vec3f> change);
  double begin_residual();
  double try_change(std::span<Vec3f> change);
  void find_friction();
  void find_friction_of_bodies(const std::vector<Float4>& direction, std::vector<Vec3f>& friction);
  double curvature() const;
  double advance(double length, std::span<Vec3f> change);
  double advance_bodies(double length);
  void turn(double beta);
  void finish(std::span<Vec3f> velocity, std::span<Vec3f> change);
  Vec3f unaccounted_velocity() const;

  const Flow& flow_;
  RigidBodies& bodies_;
  float factor_;                   // c
  float pair_ = 0, wall_ = 0;      // dt c V^2, dt c V f
  std::vector<Float4> direction_;  // of the search, m/s; w is the viscosity
  std::vector<Float4> start_;      // velocities before, m/s; w is the viscosity
  std::vector<Vec3f> friction_;    // of the direction, the terms with mu of the system: kg m/s
  std::vector<Vec3f> residual_;    // kg m/s
  std::vector<Body> body_;
};

}  // namespace weir::sph
