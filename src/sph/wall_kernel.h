// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The kernel with which boundary particles count: c W^(3/2), steeper than that of the liquid. With the liquid's own, a
// wall answers constant pressure with half the force of a layer of liquid, and the lowest layers of still liquid are
// squeezed to make up for it. c is such that a flat wall adds to the density of liquid at rest beside it as much as
// with W; its force is then 1.43 (2D: 1.47) times that of W.
//
// What matters is that the gradient is that of the density. With the gradient of W times 1.5, the force of a wall has
// no potential: liquid that moves up to a wall and back along another way gains energy, and a pool never comes to rest.

#pragma once

#include "sph/kernel.h"

namespace weir::sph {

class WallKernel {
 public:
  // `between`: the spacing of boundary particles in their layer, which is one `spacing` from the next layer of liquid.
  WallKernel(const Kernel& kernel, int dimensions, float spacing, float between) : kernel_(kernel) {
    const auto steep = [](double w) { return std::pow(w, 1.5); };
    scale_ = static_cast<float>(kernel.layer_sum(between, dimensions, spacing) /
                                kernel.layer_sum(between, dimensions, spacing, steep));
  }
  float support() const { return kernel_.support(); }
  float value(float r) const {
    const float w = kernel_.value(r);
    return scale_ * w * std::sqrt(w);
  }

  struct Lanes {
    simd::Lanes value, gradient;        // the gradient as a factor, as Kernel's
    simd::Lanes plain, plain_gradient;  // those of W
  };
  WEIR_INLINE Lanes at(simd::Lanes r_squared) const {
    const simd::Lanes w = kernel_.values(r_squared), gradient = kernel_.gradient_factors(r_squared);
    const simd::Lanes root = scale_ * simd::sqrt(w);
    return {root * w, 1.5f * root * gradient, w, gradient};
  }

 private:
  Kernel kernel_;
  float scale_;
};

}  // namespace weir::sph
