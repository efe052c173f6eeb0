// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/viscous_field.h"

#include <algorithm>

#include "grid/liquid/cell_sums.h"
#include "grid/tiles/beside.h"
#include "grid/tiles/visit_cells.h"

namespace weir::grid {

namespace {

constexpr float kLeast = 1e-9f;  // beside the greatest: thin enough to be none

// The cells that an edge lies between, as Viscosity has its edges.
std::array<size_t, 4> around_edge(const Tiles& tiles, size_t cell, int edge) {
  const size_t a = beside(tiles, cell, edge, -1), b = beside(tiles, cell, (edge + 1) % 3, -1);
  const size_t both = a / tiles.cells_per_tile() == tiles.blank() ? a : beside(tiles, a, (edge + 1) % 3, -1);
  return {cell, a, b, both};
}

std::array<size_t, 6> beside_cell(const Tiles& tiles, size_t cell) {
  std::array<size_t, 6> all;
  for (int n = 0; n < 6; ++n) {
    all[static_cast<size_t>(n)] = n / 2 < tiles.dimensions() ? beside(tiles, cell, n / 2, n % 2 ? 1 : -1) : cell;
  }
  return all;
}

}  // namespace

float ViscousField::find(const TiledParticles& where, std::span<const float> viscosity) {
  const float greatest = parallel_max<float>(viscosity.size(), 0.0f, [&](size_t i) { return viscosity[i]; });
  if (greatest == 0) return 0;
  auto sums = cell_sums<3>(where, [&](size_t i) {
    const float own = viscosity[i] / greatest;
    return std::array<float, 3>{1, own, 1 / std::max(own, kLeast)};
  });
  plain_ = std::move(sums[1]);
  inverse_ = std::move(sums[2]);
  parallel_for(plain_.size(), [&](size_t i) {
    if (!(sums[0][i] > 0)) return;
    plain_[i] /= sums[0][i];
    inverse_[i] /= sums[0][i];
  });
  return greatest;
}

// Cells without particles, which can only be holes, are as those beside them.
void ViscousField::fill(const Tiles& tiles, ViscousMix& mix) const {
  const int edges = tiles.dimensions() == 2 ? 1 : 3;
  mix.cell.assign(tiles.field_size(), 0.0f);
  for (int e = 0; e < edges; ++e) mix.edge[static_cast<size_t>(e)].assign(tiles.field_size(), 0.0f);
  const auto mean_of_known = [](std::span<const size_t> cells, const std::vector<float>& field) {
    float sum = 0, count = 0;
    for (const size_t c : cells) sum += field[c], count += field[c] > 0 ? 1.0f : 0.0f;
    return count > 0 ? sum / count : 1.0f;
  };
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        visit_cells(tiles, t, [&](int, int, int, size_t i) {
          mix.cell[i] = inverse_[i] > 0 ? plain_[i] : mean_of_known(beside_cell(tiles, i), plain_);
          for (int e = 0; e < edges; ++e) {
            mix.edge[static_cast<size_t>(e)][i] = 1 / mean_of_known(around_edge(tiles, i, e), inverse_);
          }
        });
      },
      4);
}

}  // namespace weir::grid
