// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/pressure/poisson_solver.h"

#include <algorithm>
#include <numeric>

#include "base/conjugate_gradients.h"
#include "grid/tiles/row.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr size_t kRowsAtOnce = 1024;
// Of its largest value, what the product of residual and its image can become before it is nothing but rounding errors
// of floats, which would only grow.
constexpr double kRounding = 1e-14;

struct Change {
  double product = 0;
  float largest = 0;
};

Change both(const Change& a, const Change& b) { return {a.product + b.product, std::max(a.largest, b.largest)}; }

// Calls work(offset of eight cells) for all rows of a field; combines what it returns.
template <class Work>
Change over_rows(size_t cells, Work&& work) {
  return parallel_reduce(
      cells / kTileSize, Change{},
      [&](size_t begin, size_t end) {
        Change change;
        for (size_t row = begin; row < end; ++row) change = both(change, work(row * kTileSize));
        return change;
      },
      both, kRowsAtOnce);
}

}  // namespace

PoissonSolver::PoissonSolver(const PoissonMatrix& matrix)
    : matrix_(matrix),
      multigrid_(matrix),
      floating_(matrix),
      residual_(matrix.tiles->field_size()),
      direction_(residual_),
      image_(residual_) {}

void PoissonSolver::make_solvable(std::span<float> b, const BodyCoupling* bodies) const {
  clear_idle_cells(matrix_, b);
  for (size_t r = 0; r < floating_.size(); ++r) {
    const std::span<const uint32_t> cells = floating_.cells(r);
    if (bodies && bodies->pushes(cells)) continue;  // a body yields to what flows in
    const auto add = [&](double sum, uint32_t i) { return sum + b[i]; };
    const double mean = std::accumulate(cells.begin(), cells.end(), 0.0, add) / static_cast<double>(cells.size());
    for (const uint32_t i : cells) b[i] -= static_cast<float>(mean);
  }
}

PoissonSolver::Result PoissonSolver::solve(std::span<float> b, const PoissonTolerance& tolerance, std::span<float> x,
                                           const BodyCoupling* bodies) {
  const size_t cells = matrix_.tiles->cells();
  const auto apply = [&](std::span<const float> from, std::span<float> to) {
    const double product = multiply(matrix_, from, to);
    return bodies ? product + bodies->add_product(from, to) : product;
  };
  make_solvable(b, bodies);
  apply(x, residual_);
  float left = over_rows(cells, [&](size_t i) {
                 const Row r = simd::load(b.data() + i) - simd::load(residual_.data() + i);
                 simd::store(r, residual_.data() + i);
                 return Change{0, simd::greatest(simd::abs(r))};
               }).largest;
  double largest = 0;
  const auto precondition = [&] {
    multigrid_.apply(residual_, image_);
    const double product = over_rows(cells, [&](size_t i) {
                             return Change{dot(simd::load(residual_.data() + i), simd::load(image_.data() + i)), 0};
                           }).product;
    largest = std::max(largest, product);
    return product > kRounding * largest ? product : 0;  // rounding has the last word
  };
  const auto turn = [&](double keep) {
    over_rows(cells, [&, by = static_cast<float>(keep)](size_t i) {
      simd::store(simd::load(image_.data() + i) + by * simd::load(direction_.data() + i), direction_.data() + i);
      return Change{};
    });
  };
  const auto advance = [&](double length) {
    left = over_rows(cells, [&, by = static_cast<float>(length)](size_t i) {
             simd::store(simd::load(x.data() + i) + by * simd::load(direction_.data() + i), x.data() + i);
             const Row r = simd::load(residual_.data() + i) - by * simd::load(image_.data() + i);
             simd::store(r, residual_.data() + i);
             return Change{0, simd::greatest(simd::abs(r))};
           }).largest;
  };
  const GradientsOutcome outcome =
      conjugate_gradients(LinearSystem{.is_solved = [&] { return !(left > tolerance.tolerance); },
                                       .precondition = precondition,
                                       .turn = turn,
                                       .apply = [&] { return apply(direction_, image_); },
                                       .advance = advance},
                          tolerance.max_iterations);
  return {outcome.iterations, left};
}

}  // namespace weir::grid
