// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The linear system of incompressibility: pressures p >= 0 that, acting for one step, leave no particle compressed,
//
//   s_i - (A p)_i <= 0 where p_i = 0, = 0 where p_i > 0,   A p = -dt^2 D a(p),
//
// with s the relative compression that would come about without pressure. DFSPH solves it twice a step (Bender &
// Koschier 2015), for density and for divergence; IISPH once (Ihmsen et al. 2014).
//
// These papers use relaxed Jacobi iterations, whose number grows with the depth of the liquid. A is symmetric (flow.h),
// so the solution is the least of the quadratic energy (p . A p) / 2 - s . p over p >= 0, and better methods exist:
// conjugate gradients over the particles that take part at the moment, preconditioned by the diagonal M of A, from a
// start made of the last step's pressure (pressure_guess.cpp). With the residual r = s - A p, an iteration is
//
//   d <- r / M + beta d            find_direction
//   a(d), d . A d                  find_accelerations
//   l = (r . d) / (d . A d)        solve
//   p <- p + l d, r <- r - l A d   step_along_direction
//   beta of Polak & Ribiere        solve
//
// Rigid bodies are part of the system: they yield to pressure as the liquid does.

#pragma once

#include <functional>
#include <span>
#include <vector>

#include "sph/flow.h"

namespace weir::sph {

struct PressureSystem {
  std::span<const float> excess;   // what is added to dt (D v)_i to have the compression: density - 1, or empty for 0
  std::span<const uint8_t> fixed;  // 1 for particles that have no pressure; empty for none
  std::span<float> pressure;       // a guess, then the answer (Pa)
  std::span<float> correction;     // what the last solve added to its guess, then what this one did
  std::span<Vec3f> velocity;       // changed by what the pressure does in the step
};

struct PressureResult {
  int iterations = 0;
  double error = 0;  // mean compression left
};

class PressureSolve {
 public:
  PressureSolve(Flow& flow, RigidBodies& bodies) : flow_(flow), bodies_(bodies) {}

  // Until the mean compression left is at most `tolerance`. Also changes the velocities of the bodies.
  PressureResult solve(const PressureSystem& system, double step, double tolerance, int max_iterations);

  // Pressures that are known act for a step: v_i += dt a_i(p).
  void apply_pressure(std::span<const float> pressure, std::span<Vec3f> velocity, double step);

 private:
  // What is left of it, over all particles.
  struct Compression {
    double sum = 0, greatest = 0;
    Compression operator+(const Compression& b) const { return {sum + b.sum, std::max(greatest, b.greatest)}; }
  };
  // What a step along the direction came to; z = r / M.
  struct Progress {
    Compression left;
    double residual_product = 0;  // r . z over particles that take part
    double change_product = 0;    // (r - r before) . z
    Progress operator+(const Progress& b) const {
      return {left + b.left, residual_product + b.residual_product, change_product + b.change_product};
    }
  };
  struct Load {
    Vec3d force{}, torque{};
  };
  // Pressures' forces on bodies, and the accelerations by them.
  struct Reaction {
    std::vector<Load> load;
    std::vector<RigidMotion> motion;
  };
  using PressureOf = std::function<float(size_t)>;
  Reaction reaction_to(const PressureOf& pressure) const;
  // The power of the reaction's forces on bodies that move like this.
  static double power(const Reaction& reaction, const std::vector<RigidMotion>& motion);
  std::vector<RigidMotion> motion_of_bodies() const;

  // The guess that a solve starts from (pressure_guess.cpp).
  struct GuessEnergy;
  GuessEnergy energy_of_guess(const PressureSystem& system) const;
  double best_share_of_guess(const PressureSystem& system, double energy) const;
  void combine_with_correction(const PressureSystem& system);
  void apply_guess(const PressureSystem& system);

  // 1 / M of the particles that have pressure, and the guess into the points' w.
  void set_weights(const PressureSystem& system);
  // r = s - A p for the velocities as they are, and what is compressed by it.
  Compression measure_residual(const PressureSystem& system);
  double find_direction(const PressureSystem& system, double beta, double last_length);
  Progress step_along_direction(const PressureSystem& system, double length);
  // For a block of particles; `image` is A d.
  Progress update_pressure_and_residual(const PressureSystem& system, size_t begin, size_t end, const float* direction,
                                        const float* image, float length);
  // a(p) of the pressures in the points' w, into the flow's `vector`; returns p . A p.
  double find_accelerations();
  double find_accelerations_of_bodies();
  void set_flux_of_bodies(const std::vector<RigidMotion>& motion);
  // The accelerations found last act for a share of the step.
  void apply_accelerations(std::span<Vec3f> velocity, double share);
  void apply_accelerations_to_bodies(double share);

  Flow& flow_;
  RigidBodies& bodies_;
  double step_ = 0;
  float margin_ = 0;            // density is aimed lower by this, since what takes longest to go is a little everywhere
  float negligible_scale_ = 0;  // r / M times this: pressure that is as good as none
  std::vector<float> residual_;
  std::vector<float> weight_;  // 1 / M, 0 for particles without pressure
  std::vector<float> flux_;    // what bodies contribute to the divergence of the liquid around them
  Reaction reaction_;          // of the bodies, to the pressures in the points' w
};

}  // namespace weir::sph
