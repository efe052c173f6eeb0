// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How boundary particles hold liquid. Where a scene says nothing of it, they need not carry it.

#pragma once

#include <span>
#include <vector>

#include "sim/solid_grips.h"
#include "sph/kernel.h"

namespace weir::sph {

// Of a boundary particle.
struct Grip {
  float viscous = 1;   // share of the liquid's viscosity, and of xsph, that acts between the two
  float friction = 0;  // Coulomb's coefficient
  float stickiness = 0;
  float adhesion = 0;  // m/s2
};

class Grips {
 public:
  explicit Grips(const Scene& scene);

  // Whether boundary particles must carry it: the scene says something, or paints it.
  bool any() const { return solids_.any(); }
  bool any_adhesion() const { return solids_.any_adhesion(); }
  // Whether viscosity acts on anything, or friction may.
  bool any_viscous() const { return any() || unsaid_ > 0; }
  // The share of viscosity that is not in the sums over the boundary: with grips, all of it is.
  float viscous_share() const { return any() ? 1 : unsaid_; }

  Grip of_walls() const { return as_grip(solids_.of_walls()); }
  // At points in the surface of a solid as it is at a frame.
  std::vector<Grip> of_solid(size_t solid, std::span<const Vec3f> points, ShapeBuilder& builder, double frame) const;

 private:
  Grip as_grip(const SolidGrip& grip) const {
    return {grip.stickiness.value_or(unsaid_), grip.friction, grip.stickiness.value_or(0), grip.adhesion};
  }

  SolidGrips solids_;
  float unsaid_;  // the solver's wall_friction
};

// Adhesion after Akinci et al. 2013, "Versatile surface tension and adhesion for SPH fluids": with beta the strength of
// a boundary particle,
//
//   a_i = -sum_b beta_b V_b A(r) x_ib / r,
//   A(r) = c (-4 r^2 / h^2 + 6 r / h - 2)^(1/4)   for h/2 < r <= h,   0 elsewhere.
//
// c is such that a flat wall pulls the layer of liquid that touches it, one spacing from its boundary particles, with
// beta itself. So the strength is an acceleration, the same at any size and resolution and in 2D as in 3D.
class AdhesionKernel {
 public:
  AdhesionKernel(float support, float spacing, float boundary_spacing, int dimensions);

  // A(r) / r
  WEIR_INLINE simd::Lanes factors(simd::Lanes r_squared) const {
    const simd::Lanes r = simd::sqrt(simd::max(r_squared, simd::set(1e-6f * support_ * support_)));
    const simd::Lanes q = r * simd::set(1 / support_);
    const simd::Lanes hump = simd::max(simd::zero(), simd::mul_sub(q, simd::set(6) - 4 * q, simd::set(2)));
    return simd::set(scale_) * simd::sqrt(simd::sqrt(hump)) / r;
  }

 private:
  float support_, scale_;
};

}  // namespace weir::sph
