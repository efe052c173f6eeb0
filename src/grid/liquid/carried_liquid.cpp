// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/carried_liquid.h"

#include <limits>

#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

std::span<const float> CarriedLiquid::step(const Clock& clock, const TiledParticles& where, const Solids& solids,
                                           const SolidFaces& faces, Particles& particles) {
  if (scene_.mixing.heat > 0) mix_heat(clock, where, solids, faces, particles);
  if (scene_.mixing.paint > 0) mix_paint(clock, where, faces, particles);
  return viscosity_.find(particles, clock.middle_frame());
}

// All phases hold as much heat a kilogram.
void CarriedLiquid::mix_heat(const Clock& clock, const TiledParticles& where, const Solids& solids,
                             const SolidFaces& faces, Particles& particles) {
  const double first = scene_.phases.front().density;
  std::vector<float> weight(particles.size()), target;
  parallel_for(particles.size(),
               [&](size_t i) { weight[i] = static_cast<float>(scene_.phases[particles.phase[i]].density / first); });
  if (hot_solids_.any()) target = heat_beside(clock, where, solids, faces);
  const DiffusionTask task{where, faces, clock.step * scene_.mixing.heat, weight, target};
  Diffusion(task).apply(particles.heat);
}

// Cells whose middle is within a cell of a solid.
std::vector<float> CarriedLiquid::heat_beside(const Clock& clock, const TiledParticles& where, const Solids& solids,
                                              const SolidFaces& faces) const {
  const Tiles& tiles = where.tiles();
  const auto cell = static_cast<float>(where.space().cell);
  std::vector<size_t> near;
  std::vector<Vec3f> point;
  for (size_t t = 0; t < tiles.size(); ++t) {
    const Vec3f first = static_cast<Vec3f>(tiles.first_cell(t)) + Vec3f{0.5f, 0.5f, 0.5f};
    visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
      if (!(std::abs(faces.distance[i]) < 1.5f * cell)) return;
      near.push_back(i);
      point.push_back(where.space().to_world(first + static_cast<Vec3f>(Vec3i{x, y, z})));
    });
  }
  std::vector<float> gap(near.size()), heat(near.size());
  hot_solids_.find(solids, clock.middle_frame(), 2 * cell, point, gap, heat);
  std::vector<float> target(tiles.field_size(), std::numeric_limits<float>::quiet_NaN());
  for (size_t n = 0; n < near.size(); ++n) target[near[n]] = heat[n];
  return target;
}

// Phases do not mix, so each has a grid of its own.
void CarriedLiquid::mix_paint(const Clock& clock, const TiledParticles& where, const SolidFaces& faces,
                              Particles& particles) const {
  std::vector<float> weight(particles.size()), number(particles.size());
  for (size_t phase = 0; phase < scene_.phases.size(); ++phase) {
    parallel_for(particles.size(), [&](size_t i) { weight[i] = particles.phase[i] == phase ? 1.0f : 0.0f; });
    const DiffusionTask task{where, faces, clock.step * scene_.mixing.paint, weight, {}};
    Diffusion diffusion(task);
    for (int k = 0; k < 3; ++k) {
      parallel_for(particles.size(), [&](size_t i) { number[i] = particles.colour[i][k]; });
      diffusion.apply(number);
      parallel_for(particles.size(), [&](size_t i) { particles.colour[i][k] = number[i]; });
    }
    if (!particles.thickness.empty()) diffusion.apply(particles.thickness);
  }
}

}  // namespace weir::grid
