// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Conjugate gradients without a matrix, for symmetric systems of numbers or vectors.

#pragma once

#include <span>
#include <vector>

#include "base/float4.h"
#include "base/parallel.h"

namespace weir::rig {

inline double inner_product(float a, float b) { return static_cast<double>(a) * static_cast<double>(b); }
inline double inner_product(const Float4& a, const Float4& b) {
  return static_cast<double>(a.x * b.x + a.y * b.y + a.z * b.z);
}
inline float plus(float a, float b, float factor) { return a + b * factor; }
inline Float4 plus(const Float4& a, const Float4& b, float factor) {
  return {a.x + b.x * factor, a.y + b.y * factor, a.z + b.z * factor, 0};
}

struct Accuracy {
  double tolerance;  // of the residual, as a share of that at the start
  int max_iterations;
};

// Adds to `x` what solves A x = residual; spoils the residual. apply(direction, image) has to find A direction, and
// return its inner product with the direction. Returns the iterations.
template <class T, class Apply>
int conjugate_gradients(Apply&& apply, const Accuracy& accuracy, std::vector<T>& residual, std::vector<T>& x) {
  const size_t count = residual.size();
  std::vector<T> direction = residual, image(count);
  double energy = parallel_sum<double>(count, [&](size_t i) { return inner_product(residual[i], residual[i]); });
  const double enough = accuracy.tolerance * accuracy.tolerance * energy;
  int iterations = 0;
  while (iterations < accuracy.max_iterations && energy > enough && energy > 0) {
    ++iterations;
    const double bend = apply(direction, image);
    if (!(bend > 0)) break;  // nothing of the direction is left in the range of A
    const auto step = static_cast<float>(energy / bend);
    const double next = parallel_sum<double>(count, [&](size_t i) {
      x[i] = plus(x[i], direction[i], step);
      residual[i] = plus(residual[i], image[i], -step);
      return inner_product(residual[i], residual[i]);
    });
    const auto keep = static_cast<float>(next / energy);
    energy = next;
    parallel_for(count, [&](size_t i) { direction[i] = plus(residual[i], direction[i], keep); });
  }
  return iterations;
}

}  // namespace weir::rig
