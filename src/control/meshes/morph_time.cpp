// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/morph_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "weir/base/error.h"

namespace weir::meshes {

namespace {

constexpr size_t kBand = 2;  // of A on each side of the diagonal

// D^T D over all frames: row t of D is x(t - 1) - 2 x(t) + x(t + 1).
double entry_of(int last, int a, int b) {
  double sum = 0;
  for (int t = std::max({1, a - 1, b - 1}); t <= std::min({last - 1, a + 1, b + 1}); ++t) {
    sum += (a == t ? -2.0 : 1.0) * (b == t ? -2.0 : 1.0);
  }
  return sum;
}

// Lower factor of the banded matrix (Cholesky-Banachiewicz): O(n).
DenseMatrix banded_factor(DenseMatrix a) {
  for (size_t i = 0; i < a.rows; ++i) {
    for (size_t j = i < kBand ? 0 : i - kBand; j <= i; ++j) {
      double sum = a(i, j);
      for (size_t k = i < kBand ? 0 : i - kBand; k < j; ++k) sum -= a(i, k) * a(j, k);
      a(i, j) = i == j ? std::sqrt(sum) : sum / a(j, j);
    }
  }
  return a;
}

void banded_solve(const DenseMatrix& lower, DenseMatrix& b) {
  const size_t n = lower.rows;
  for (size_t c = 0; c < b.columns; ++c) {
    for (size_t i = 0; i < n; ++i) {
      for (size_t k = i < kBand ? 0 : i - kBand; k < i; ++k) b(i, c) -= lower(i, k) * b(k, c);
      b(i, c) /= lower(i, i);
    }
    for (size_t i = n; i-- > 0;) {
      for (size_t k = i + 1; k < std::min(n, i + kBand + 1); ++k) b(i, c) -= lower(k, i) * b(k, c);
      b(i, c) /= lower(i, i);
    }
  }
}

DenseMatrix product(const DenseMatrix& a, const DenseMatrix& b) {
  DenseMatrix result(a.rows, b.columns);
  for (size_t i = 0; i < a.rows; ++i) {
    for (size_t k = 0; k < a.columns; ++k) {
      for (size_t j = 0; j < b.columns; ++j) result(i, j) += a(i, k) * b(k, j);
    }
  }
  return result;
}

DenseMatrix transposed(const DenseMatrix& a) {
  DenseMatrix result(a.columns, a.rows);
  for (size_t i = 0; i < a.rows; ++i) {
    for (size_t j = 0; j < a.columns; ++j) result(j, i) = a(i, j);
  }
  return result;
}

}  // namespace

size_t solve_positive(DenseMatrix a, double least, DenseMatrix& b) {
  const size_t n = a.rows;
  std::vector<char> out(n, 0);
  size_t left_out = 0;
  for (size_t i = 0; i < n; ++i) {
    const double diagonal = a(i, i);
    for (size_t j = 0; j < i; ++j) {
      double sum = a(i, j);
      for (size_t k = 0; k < j; ++k) sum -= a(i, k) * a(j, k);
      a(i, j) = out[j] ? 0.0 : sum / a(j, j);
    }
    double pivot = diagonal;
    for (size_t k = 0; k < i; ++k) pivot -= a(i, k) * a(i, k);
    out[i] = !(pivot > least * diagonal);
    left_out += static_cast<size_t>(out[i]);
    if (out[i]) std::fill_n(&a(i, 0), i, 0.0);
    a(i, i) = out[i] ? 1.0 : std::sqrt(pivot);
  }
  for (size_t c = 0; c < b.columns; ++c) {
    for (size_t i = 0; i < n; ++i) {
      if (out[i]) b(i, c) = 0;
      for (size_t k = 0; k < i; ++k) b(i, c) -= a(i, k) * b(k, c);
      b(i, c) /= a(i, i);
    }
    for (size_t i = n; i-- > 0;) {
      for (size_t k = i + 1; k < n; ++k) b(i, c) -= a(k, i) * b(k, c);
      b(i, c) = out[i] ? 0.0 : b(i, c) / a(i, i);
    }
  }
  return left_out;
}

MorphTime::MorphTime(std::vector<int> keys) : keys_(std::move(keys)) {
  const int last = keys_.back();
  slot_.assign(static_cast<size_t>(last) + 1, 0);
  for (size_t k = 0; k < keys_.size(); ++k) slot_[static_cast<size_t>(keys_[k])] = -1 - static_cast<int>(k);
  for (int t = 0; t <= last; ++t) {
    if (slot_[static_cast<size_t>(t)] < 0) continue;
    slot_[static_cast<size_t>(t)] = static_cast<int>(free_.size());
    free_.push_back(t);
  }
  const size_t n = free_.size();
  DenseMatrix a(n, n);
  plain_.from_keys = DenseMatrix(n, keys_.size());
  plain_.inverse = DenseMatrix(n, n);
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = i < kBand ? 0 : i - kBand; j <= i; ++j) a(i, j) = entry_of(last, free_[i], free_[j]);
    for (size_t k = 0; k < keys_.size(); ++k) plain_.from_keys(i, k) = -entry_of(last, free_[i], keys_[k]);
    plain_.inverse(i, i) = 1;
  }
  const DenseMatrix lower = banded_factor(std::move(a));
  banded_solve(lower, plain_.from_keys);
  banded_solve(lower, plain_.inverse);
  plain_.from_holds = DenseMatrix(n, 0);
}

MorphTimeSolution MorphTime::solution(const std::vector<FrameHold>& holds) const {
  if (holds.empty()) return plain_;
  const size_t n = free_.size();
  DenseMatrix c(n, holds.size()), of_keys(holds.size(), keys_.size());  // C, and what of the holds lies on keys
  for (size_t h = 0; h < holds.size(); ++h) {
    const auto add = [&](int frame, double weight) {
      const int slot = slot_[static_cast<size_t>(frame)];
      if (slot >= 0) c(static_cast<size_t>(slot), h) += weight;
      if (slot < 0) of_keys(h, static_cast<size_t>(-1 - slot)) += weight;
    };
    add(holds[h].frame + (holds[h].velocity ? 1 : 0), 1);
    if (holds[h].velocity) add(holds[h].frame, -1);
  }
  const DenseMatrix ac = product(plain_.inverse, c), c_transposed = transposed(c);
  // (C^T A^-1 C)^-1 C^T A^-1 and the same before d.
  const DenseMatrix gram = product(c_transposed, ac);
  DenseMatrix back = transposed(ac);
  DenseMatrix of_wanted(holds.size(), holds.size());
  for (size_t h = 0; h < holds.size(); ++h) of_wanted(h, h) = 1;
  DenseMatrix both = of_wanted;
  if (solve_positive(gram, 1e-9, back) + solve_positive(gram, 1e-9, both) > 0) {
    throw InputError("", "holds of a vertex contradict each other or a key");
  }
  MorphTimeSolution result;
  result.from_holds = product(ac, both);
  result.inverse = plain_.inverse;
  const DenseMatrix taken = product(ac, back);
  for (size_t i = 0; i < taken.value.size(); ++i) result.inverse.value[i] -= taken.value[i];
  // What the keys say of the held positions: C^T W + of_keys.
  DenseMatrix said = product(c_transposed, plain_.from_keys);
  for (size_t i = 0; i < said.value.size(); ++i) said.value[i] += of_keys.value[i];
  result.from_keys = plain_.from_keys;
  const DenseMatrix corrected = product(result.from_holds, said);
  for (size_t i = 0; i < corrected.value.size(); ++i) result.from_keys.value[i] -= corrected.value[i];
  return result;
}

}  // namespace weir::meshes
