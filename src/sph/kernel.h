// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The cubic spline kernel (Monaghan 1992) with support h, in 2D and 3D. With q = r / h and sigma = 40 / (7 pi h^2) in
// 2D, 8 / (pi h^3) in 3D:
//
//   W(r) = sigma (6 (q^3 - q^2) + 1)   for q <= 1/2
//          sigma 2 (1 - q)^3           for q <= 1,   0 beyond.
//
// sigma is then corrected by less than a thousandth so that the rest state is exact: on a regular lattice of the given
// spacing, sum_j spacing^dimensions W_ij = 1.
//
// Gradients are given as a factor: grad W(x) = factor(r) x. It is finite at r = 0.

#pragma once

#include "base/float4.h"

namespace weir::sph {

class Kernel {
 public:
  Kernel(float support, int dimensions, float spacing) : support_(support), inverse_(1 / support) {
    const double h = support;
    sigma_ = static_cast<float>(dimensions == 2 ? 40 / (7 * kPi * h * h) : 8 / (kPi * h * h * h));
    sigma_ /= static_cast<float>(lattice_sum(spacing, dimensions));
    slope_ = 6 * sigma_ * inverse_ * inverse_;
  }
  // sum_j spacing^dimensions W over a regular lattice through the point.
  double lattice_sum(float spacing, int dimensions) const {
    const int n = static_cast<int>(support_ / spacing) + 1;
    double sum = 0;
    for (int k = -n; k <= n; ++k) sum += layer_sum(spacing, dimensions, static_cast<float>(k) * spacing);
    return sum * std::pow(static_cast<double>(spacing), dimensions);
  }
  // sum_j W over a flat regular lattice that passes the point at a distance.
  double layer_sum(float spacing, int dimensions, float distance) const {
    return layer_sum(spacing, dimensions, distance, [](double w) { return w; });
  }
  // sum_j f(W)
  template <class Function>
  double layer_sum(float spacing, int dimensions, float distance, Function&& f) const {
    const int n = static_cast<int>(support_ / spacing) + 1, nk = dimensions == 2 ? 0 : n;
    double sum = 0;
    for (int k = -nk; k <= nk; ++k) {
      for (int i = -n; i <= n; ++i) {
        const float r2 = spacing * spacing * static_cast<float>(i * i + k * k) + distance * distance;
        sum += f(static_cast<double>(value(std::sqrt(r2))));
      }
    }
    return sum;
  }
  float support() const { return support_; }
  float at_zero() const { return sigma_; }

  float value(float r) const {
    const float q = r * inverse_, rest = std::max(0.0f, 1 - q);
    return sigma_ * (q <= 0.5f ? 6 * (q - 1) * q * q + 1 : 2 * rest * rest * rest);
  }
  float gradient_factor(float r) const {
    const float q = r * inverse_, rest = std::max(0.0f, 1 - q);
    return slope_ * (q <= 0.5f ? 3 * q - 2 : -rest * rest / q);
  }

  // The same for many squared distances within the support; beyond it, gradients are meaningless.
  WEIR_INLINE simd::Lanes values(simd::Lanes r_squared) const {
    const simd::Lanes q = simd::sqrt(r_squared) * inverse_;
    const simd::Lanes rest = simd::max(simd::zero(), 1 - q);
    const simd::Lanes near = simd::mul_add(6 * (q - 1), q * q, simd::set(1));
    const simd::Lanes far = (rest + rest) * (rest * rest);
    return sigma_ * (q <= 0.5f ? near : far);
  }
  WEIR_INLINE simd::Lanes gradient_factors(simd::Lanes r_squared) const {
    return simd::set(-slope_ * support_) * steepness(simd::max(r_squared, simd::set(tiny())));
  }

  // What the two passes of the pressure solve sum, with as few instructions as possible. Without its constant factor,
  // grad W(x) = steepness_scale() steepness(r^2) x. Squared distances must be at least tiny(): start their sum with it.
  float steepness_scale() const { return -slope_ * support_; }
  float tiny() const { return 1e-6f * support_ * support_; }
  WEIR_INLINE simd::Lanes steepness(simd::Lanes r_squared) const {
    const simd::Lanes inverse = simd::inverse_root(r_squared), r = r_squared * inverse;
    const simd::Lanes rest = simd::neg_mul_add(r, simd::set(inverse_), simd::set(1));
    const simd::Lanes far = rest * rest * inverse;
    const simd::Lanes near = simd::neg_mul_add(r, simd::set(3 * inverse_ * inverse_), simd::set(2 * inverse_));
    return r <= simd::set(0.5f * support_) ? near : far;
  }

 private:
  float support_, inverse_, sigma_, slope_;
};

}  // namespace weir::sph
