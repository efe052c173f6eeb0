// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/poisson_solver.h"

#include <algorithm>
#include <numeric>

#include "base/parallel.h"
#include "grid/row.h"

namespace weir {

namespace {

constexpr size_t kRowsAtOnce = 1024;

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

uint32_t root_of(std::vector<uint32_t>& parent, uint32_t cell) {
  while (parent[cell] != cell) cell = parent[cell] = parent[parent[cell]];
  return cell;
}

}  // namespace

PoissonSolver::PoissonSolver(const PoissonMatrix& matrix)
    : matrix_(matrix),
      multigrid_(matrix),
      residual_(matrix.tiles->field_size()),
      direction_(residual_),
      image_(residual_) {
  find_floating_regions();
}

// Union-find over the tiles' cells; regions that have ground are then left out.
void PoissonSolver::find_floating_regions() {
  const Tiles& tiles = *matrix_.tiles;
  const size_t cells = tiles.cells_per_tile();
  std::vector<uint32_t> parent(tiles.cells());
  std::iota(parent.begin(), parent.end(), 0u);
  takes_part_.assign(tiles.cells(), 0);
  const std::array<int, 3> stride{1, kTileSize, kTileSize * kTileSize};
  const auto join = [&](size_t a, size_t b) {
    takes_part_[a] = takes_part_[b] = 1;
    const uint32_t ra = root_of(parent, static_cast<uint32_t>(a)), rb = root_of(parent, static_cast<uint32_t>(b));
    parent[std::max(ra, rb)] = std::min(ra, rb);
  };
  for (size_t t = 0; t < tiles.size(); ++t) {
    for (size_t axis = 0; axis < 3; ++axis) {
      const size_t beside = tiles.neighbour(t, axis == 0 ? -1 : 0, axis == 1 ? -1 : 0, axis == 2 ? -1 : 0);
      const int extent = axis == 2 ? tiles.depth() : kTileSize;
      for (size_t i = 0; i < cells; ++i) {
        if (matrix_.face[axis][t * cells + i] <= 0) continue;
        const bool first = static_cast<int>(i) / stride[axis] % extent == 0;
        const size_t across =
            first ? i + static_cast<size_t>(stride[axis] * (extent - 1)) : i - static_cast<size_t>(stride[axis]);
        if (first && beside == tiles.blank()) continue;
        join(t * cells + i, (first ? beside : t) * cells + across);
      }
    }
  }
  std::vector<uint8_t> grounded(tiles.cells(), 0);
  for (uint32_t i = 0; i < tiles.cells(); ++i) {
    if (matrix_.ground[i] > 0) takes_part_[i] = grounded[root_of(parent, i)] = 1;
  }
  for (uint32_t i = 0; i < tiles.cells(); ++i) {
    if (takes_part_[i] && !grounded[root_of(parent, i)]) floating_cells_.push_back(i);
  }
  std::stable_sort(floating_cells_.begin(), floating_cells_.end(),
                   [&](uint32_t a, uint32_t b) { return root_of(parent, a) < root_of(parent, b); });
  for (size_t k = 0; k < floating_cells_.size(); ++k) {
    const bool starts = k == 0 || root_of(parent, floating_cells_[k]) != root_of(parent, floating_cells_[k - 1]);
    if (starts) floating_starts_.push_back(static_cast<uint32_t>(k));
  }
  floating_starts_.push_back(static_cast<uint32_t>(floating_cells_.size()));
}

void PoissonSolver::make_solvable(std::span<float> b) const {
  parallel_for(takes_part_.size(), [&](size_t i) { b[i] = takes_part_[i] ? b[i] : 0.0f; });
  const size_t regions = floating_starts_.size() - 1;
  for (size_t r = 0; r < regions; ++r) {
    const auto cells =
        std::span(floating_cells_).subspan(floating_starts_[r], floating_starts_[r + 1] - floating_starts_[r]);
    const double mean =
        std::accumulate(cells.begin(), cells.end(), 0.0, [&](double s, uint32_t i) { return s + b[i]; }) /
        static_cast<double>(cells.size());
    for (const uint32_t i : cells) b[i] -= static_cast<float>(mean);
  }
}

PoissonSolver::Result PoissonSolver::solve(std::span<float> b, const PoissonTolerance& tolerance, std::span<float> x) {
  const size_t cells = matrix_.tiles->cells();
  make_solvable(b);
  multiply(matrix_, x, residual_);
  Change state = over_rows(cells, [&](size_t i) {
    const Row r = load_row(b.data() + i) - load_row(residual_.data() + i);
    store_row(r, residual_.data() + i);
    return Change{0, largest_in(absolute(r))};
  });
  Result result{0, state.largest};
  double product = 0;
  while (result.residual > tolerance.tolerance && result.iterations < tolerance.max_iterations) {
    multigrid_.apply(residual_, image_);
    const double before = product;
    product = over_rows(cells, [&](size_t i) {
                return Change{dot(load_row(residual_.data() + i), load_row(image_.data() + i)), 0};
              }).product;
    if (!(product > 0)) break;  // rounding has the last word
    const float keep = result.iterations == 0 ? 0.0f : static_cast<float>(product / before);
    over_rows(cells, [&](size_t i) {
      store_row(load_row(image_.data() + i) + keep * load_row(direction_.data() + i), direction_.data() + i);
      return Change{};
    });
    const double curvature = multiply(matrix_, direction_, image_);
    if (!(curvature > 0)) break;
    const auto length = static_cast<float>(product / curvature);
    result.residual = over_rows(cells, [&](size_t i) {
                        store_row(load_row(x.data() + i) + length * load_row(direction_.data() + i), x.data() + i);
                        const Row r = load_row(residual_.data() + i) - length * load_row(image_.data() + i);
                        store_row(r, residual_.data() + i);
                        return Change{0, largest_in(absolute(r))};
                      }).largest;
    ++result.iterations;
  }
  return result;
}

}  // namespace weir
