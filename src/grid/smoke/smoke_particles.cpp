// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/smoke/smoke_particles.h"

#include <algorithm>
#include <cmath>

#include "grid/tiles/cell_vectors.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

// The cells of each tile that have smoke, or all of a whole one, tile after tile.
std::vector<uint32_t> find_cells(const SmokeFields& smoke, float least_density, float least_temperature,
                                 std::span<const uint8_t> whole_tiles) {
  const size_t cells = smoke.tiles.cells_per_tile();
  std::vector<std::vector<uint32_t>> in_tile(smoke.tiles.size());
  parallel_for(
      smoke.tiles.size(),
      [&](size_t t) {
        const bool whole = !whole_tiles.empty() && whole_tiles[t];
        for (size_t i = t * cells; i < (t + 1) * cells; ++i) {
          float density = 0;
          for (const std::vector<float>& d : smoke.density) density += d[i];
          if (whole || density > least_density || std::abs(smoke.temperature[i]) > least_temperature) {
            in_tile[t].push_back(static_cast<uint32_t>(i));
          }
        }
      },
      16);
  std::vector<uint32_t> all;
  for (const std::vector<uint32_t>& own : in_tile) all.insert(all.end(), own.begin(), own.end());
  return all;
}

}  // namespace

SmokeParticles smoke_particles(const SmokeFields& smoke, const GridSpace& space, float least_density,
                               float least_temperature, std::span<const uint8_t> whole_tiles) {
  SmokeParticles result;
  result.cell = find_cells(smoke, least_density, least_temperature, whole_tiles);
  Particles& particles = result.particles;
  particles.resize(result.cell.size());
  const CellVectors velocity = middle_velocities(smoke.tiles, smoke.velocity);
  const Tiles& tiles = smoke.tiles;
  const auto volume = static_cast<float>(std::pow(space.cell, space.dimensions));
  parallel_for(result.cell.size(), [&](size_t n) {
    const size_t i = result.cell[n], in_tile = i % tiles.cells_per_tile();
    const Vec3i first = tiles.first_cell(i / tiles.cells_per_tile());
    const Vec3i c{static_cast<int>(in_tile % 8), static_cast<int>(in_tile / 8 % 8), static_cast<int>(in_tile / 64)};
    particles.position[n] = space.to_world(static_cast<Vec3f>(first + c) + Vec3f{0.5f, 0.5f, 0.5f});
    particles.velocity[n] = {velocity[0][i], velocity[1][i], velocity[2][i]};
    particles.id[n] = n;
    float density = 0, most = -1;
    for (size_t phase = 0; phase < smoke.density.size(); ++phase) {
      const float own = smoke.density[phase][i];
      density += own;
      if (own > most) {
        most = own;
        particles.phase[n] = static_cast<uint8_t>(phase);
      }
    }
    particles.mass[n] = density * volume;
  });
  return result;
}

}  // namespace weir::grid
