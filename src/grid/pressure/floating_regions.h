// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The regions of a Poisson matrix that have no ground: closed pockets, in which a solution is known up to a constant
// and exists only when what flows in adds up to nothing.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grid/pressure/poisson.h"

namespace weir::grid {

class FloatingRegions {
 public:
  explicit FloatingRegions(const PoissonMatrix& matrix);

  size_t size() const { return starts_.size() - 1; }
  // Cells of a region, in the order of the grid.
  std::span<const uint32_t> cells(size_t region) const {
    return std::span(cells_).subspan(starts_[region], starts_[region + 1] - starts_[region]);
  }

 private:
  std::vector<uint32_t> cells_, starts_{0};
};

}  // namespace weir::grid
