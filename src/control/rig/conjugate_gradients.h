// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Conjugate gradients without a matrix, for symmetric systems of numbers or vectors.

#pragma once

#include <span>
#include <vector>

#include "base/parallel.h"
#include "base/vec.h"

namespace weir {

inline double inner_product(float a, float b) { return static_cast<double>(a) * static_cast<double>(b); }
inline double inner_product(const Vec3f& a, const Vec3f& b) { return static_cast<double>(dot(a, b)); }

struct Accuracy {
  double tolerance;  // of the residual, as a share of that at the start
  int max_iterations;
};

// Adds to `x` what solves A x = residual, where apply(x, result) is A; spoils the residual. Returns the iterations.
template <class T, class Apply>
int conjugate_gradients(Apply&& apply, const Accuracy& accuracy, std::vector<T>& residual, std::vector<T>& x) {
  const size_t count = residual.size();
  const auto product = [&](const std::vector<T>& a, const std::vector<T>& b) {
    return parallel_sum<double>(count, [&](size_t i) { return inner_product(a[i], b[i]); });
  };
  std::vector<T> direction = residual, image(count);
  double energy = product(residual, residual);
  const double enough = accuracy.tolerance * accuracy.tolerance * energy;
  int iterations = 0;
  while (iterations < accuracy.max_iterations && energy > enough && energy > 0) {
    ++iterations;
    apply(direction, image);
    const double bend = product(direction, image);
    if (!(bend > 0)) break;  // nothing of the direction is left in the range of A
    const auto step = static_cast<float>(energy / bend);
    parallel_for(count, [&](size_t i) {
      x[i] += direction[i] * step;
      residual[i] -= image[i] * step;
    });
    const double next = product(residual, residual);
    const auto keep = static_cast<float>(next / energy);
    energy = next;
    parallel_for(count, [&](size_t i) { direction[i] = residual[i] + direction[i] * keep; });
  }
  return iterations;
}

}  // namespace weir
