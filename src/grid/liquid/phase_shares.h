// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the phases of a liquid are, from the particles of each around the middles of cells. As with the free surface
// (surface/liquid_shape.h), the share of a hat-shaped neighbourhood tells how far a flat interface is, at any height
// within a cell. The first phase is what the others leave.

#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "grid/tiles/fractions.h"
#include "grid/tiles/tiled_particles.h"

namespace weir::grid {

class PhaseShares {
 public:
  // `phase` of every particle, in the order of `where`; so many phases.
  void find(const TiledParticles& where, std::span<const uint8_t> phase, size_t phases);

  size_t phases() const { return distance_.size() + 1; }
  // Share of the liquid around the middle of a cell.
  float around(size_t phase, size_t cell) const {
    if (phase > 0) return share_[phase - 1][cell];
    float rest = 1;
    for (const std::vector<float>& share : share_) rest -= share[cell];
    return rest;
  }

  // Calls add(phase, share of the cell, with which the shares add up to 1).
  template <class Add>
  void visit_cell(size_t cell, Add&& add) const {
    visit([&](size_t p) { return std::clamp(0.5f - distance_[p][cell], 0.0f, 1.0f); }, add);
  }
  // The same for the square between the middles of four cells.
  template <class Add>
  void visit_square(const size_t (&cell)[4], Add&& add) const {
    visit(
        [&](size_t p) {
          const std::vector<float>& d = distance_[p];
          return open_share(-d[cell[0]], -d[cell[1]], -d[cell[2]], -d[cell[3]]);
        },
        add);
  }

 private:
  template <class Share, class Add>
  void visit(Share&& share, Add&& add) const {
    float sum = 0;
    for (size_t p = 0; p < distance_.size(); ++p) sum += share(p);
    const float scale = sum > 1 ? 1 / sum : 1.0f;
    add(size_t{0}, std::max(0.0f, 1 - sum));
    for (size_t p = 0; p < distance_.size(); ++p) add(p + 1, scale * share(p));
  }
  void find_volumes(const TiledParticles& where, std::span<const uint8_t> phase, size_t phases);
  void find_shares(const Tiles& tiles);

  std::vector<std::vector<float>> volume_;    // particles of each phase around the middles of cells
  std::vector<std::vector<float>> share_;     // of each but the first
  std::vector<std::vector<float>> distance_;  // cells to the surface of each but the first, -1 to 1, negative in it
};

}  // namespace weir::grid
