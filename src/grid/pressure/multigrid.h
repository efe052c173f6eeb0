// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// An approximate inverse of a Poisson matrix by one multigrid V-cycle: symmetric, so that it can precondition conjugate
// gradients (poisson_solver.h).
//
// A coarse cell is eight fine ones (2D: four) with one common value, and the coarse matrix is what the fine one makes
// of such values: coarse faces add up the fine faces they consist of. Whatever the boundary is like (air, walls cut at
// any angle, closed pockets), the coarse matrix inherits it without a rule of its own, and a region without ground has
// exactly none on every level. Values that are constant in pieces make slopes look twice as steep as they are, so the
// coarse matrix is weakened (kWeaken).

#pragma once

#include <array>
#include <memory>
#include <vector>

#include "grid/pressure/poisson.h"

namespace weir::grid {

class Multigrid {
 public:
  // The matrix must outlive it.
  explicit Multigrid(const PoissonMatrix& matrix);

  // x = approximate inverse of A, times b. b must be 0 in cells that take no part.
  void apply(std::span<const float> b, std::span<float> x);

  size_t levels() const { return coarse_.size() + 1; }

 private:
  struct Coarse {
    Tiles tiles;
    PoissonMatrix matrix;
    std::vector<std::array<int32_t, 8>> children;  // finer tiles by octant, or -1
    std::vector<float> b, x, scratch;
    Coarse(Tiles on) : tiles(std::move(on)), matrix(tiles), b(tiles.field_size()), x(b), scratch(b) {}
  };

  bool coarsen(const PoissonMatrix& fine);
  void down(const PoissonMatrix& fine, std::span<const float> b, std::span<const float> x, Coarse& coarse);
  void up(const Coarse& coarse, const Tiles& fine, std::span<float> x);
  void cycle(size_t level, const PoissonMatrix& matrix, std::span<const float> b, std::span<float> x,
             std::span<float> scratch);

  const PoissonMatrix& finest_;
  std::vector<float> scratch_;
  std::vector<std::unique_ptr<Coarse>> coarse_;  // finer before coarser
};

}  // namespace weir::grid
