// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The Poly6 kernel (Müller et al. 2003) with support h, in 2D and 3D: W(r) = sigma (1 - r^2/h^2)^3. Corrected so that
// on a regular lattice of the given spacing, sum_j spacing^dimensions W_ij = 1: liquid at rest covers what it should.

#pragma once

#include <algorithm>
#include <cmath>

#include "weir/base/vec.h"

namespace weir::templates {

class Poly6 {
 public:
  Poly6(float support, int dimensions, float spacing) : inverse_(1 / (support * support)) {
    const int n = static_cast<int>(support / spacing) + 1;
    double sum = 0;
    for (int k = dimensions == 2 ? 0 : -n; k <= (dimensions == 2 ? 0 : n); ++k) {
      for (int j = -n; j <= n; ++j) {
        for (int i = -n; i <= n; ++i) {
          sum += static_cast<double>(shape(spacing * spacing * static_cast<float>(i * i + j * j + k * k)));
        }
      }
    }
    sigma_ = static_cast<float>(1 / (sum * std::pow(static_cast<double>(spacing), dimensions)));
  }

  // W = scale() rest^3 and grad W(x) = gradient_scale() rest^2 x, with rest = max(0, 1 - r^2/h^2).
  float scale() const { return sigma_; }
  float gradient_scale() const { return -6 * sigma_ * inverse_; }

 private:
  float shape(float r_squared) const {
    const float rest = std::max(0.0f, 1 - r_squared * inverse_);
    return rest * rest * rest;
  }

  float inverse_;
  float sigma_ = 1;
};

}  // namespace weir::templates
