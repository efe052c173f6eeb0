// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers of particles, added up around the middles of cells: each particle gives to the eight cells (four in 2D)
// around it by the weights of linear interpolation, as scatter() does.

#pragma once

#include <array>
#include <vector>

#include "grid/liquid/tile_sums.h"
#include "weir/base/parallel.h"

namespace weir::grid {

template <int numbers>
void add_around(const Vec3f& g, bool flat, const std::array<float, numbers>& value, float* sums) {
  const Stencil x(g.x - 0.5f), y(g.y - 0.5f), z = flat ? Stencil(0, 0) : Stencil(g.z - 0.5f);
  float* to = sums + Sums<numbers>::index(x.base, y.base, z.base);
  for (int n = 0; n < (flat ? 4 : 8); ++n) {
    const float weight = (n & 1 ? x.part : 1 - x.part) * (n & 2 ? y.part : 1 - y.part) *
                         (flat    ? 1
                          : n & 4 ? z.part
                                  : 1 - z.part);
    float* cell = to + (n & 1 ? numbers : 0) + (n & 2 ? Sums<numbers>::kUp : 0) + (n & 4 ? Sums<numbers>::kBack : 0);
    for (size_t k = 0; k < numbers; ++k) cell[k] += weight * value[k];
  }
}

// The sums of value(i), numbers of particle i, as fields; 0 in the blank tile.
template <size_t numbers, class Value>
std::array<std::vector<float>, numbers> cell_sums(const TiledParticles& where, Value&& value) {
  constexpr int kNumbers = static_cast<int>(numbers);
  const Tiles& tiles = where.tiles();
  const bool flat = tiles.depth() == 1;
  const TileSums<kNumbers> sums(where, 1);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        float* own = sums.of(t);
        if (!own) return;
        std::fill_n(own, sums.floats_per_tile(), 0.0f);
        const Vec3i first = tiles.first_cell(t);
        for (uint32_t i = where.in(t).begin; i < where.in(t).end; ++i) {
          add_around<kNumbers>(in_its_tile(where.grid_position()[i], first), flat, value(i), own);
        }
      },
      1);
  std::array<std::vector<float>, numbers> result;
  for (std::vector<float>& field : result) field.assign(tiles.field_size(), 0.0f);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        float* to[numbers];
        for (size_t k = 0; k < numbers; ++k) to[k] = result[k].data() + t * tiles.cells_per_tile();
        collect(tiles, t, sums, 0, to);
      },
      4);
  return result;
}

}  // namespace weir::grid
