// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/mesh_population.h"

#include <algorithm>
#include <cmath>

#include "weir/base/parallel.h"

namespace weir::meshes {

namespace {

// Particles of the body, cell by cell.
struct Census {
  std::vector<uint32_t> cell;   // of every particle: its number, or 0 outside
  std::vector<uint32_t> count;  // of every cell
};

Census take_census(const MeshRaster& raster, const grid::GridSpace& space, const Particles& particles) {
  Census census{std::vector<uint32_t>(particles.size()), std::vector<uint32_t>(raster.cells(), 0)};
  parallel_for(particles.size(), [&](size_t i) {
    const Vec3f g = space.to_grid(particles.position[i]);
    const Vec3i c{static_cast<int>(std::floor(g.x)), static_cast<int>(std::floor(g.y)),
                  raster.is_flat() ? 0 : static_cast<int>(std::floor(g.z))};
    const uint32_t n = raster.number(c);
    census.cell[i] = raster.share()[n] > 0 ? n : 0;
  });
  for (const uint32_t n : census.cell) ++census.count[n];
  census.count[0] = 0;
  return census;
}

// Of the particles in some cells, in their order.
std::vector<Vec3f> mean_velocities(const Census& census, std::span<const std::pair<uint32_t, int64_t>> cells,
                                   const Particles& particles) {
  std::vector<uint32_t> wanted(census.count.size(), 0);
  for (size_t k = 0; k < cells.size(); ++k) wanted[cells[k].first] = static_cast<uint32_t>(k + 1);
  std::vector<Vec3f> mean(cells.size());
  for (size_t p = 0; p < particles.size(); ++p) {
    const uint32_t k = wanted[census.cell[p]];
    if (k > 0) mean[k - 1] += particles.velocity[p] / static_cast<float>(census.count[census.cell[p]]);
  }
  return mean;
}

// Spreads `number` over items by their weights, evenly along their order: item i gets as many as there are steps in
// its stretch of the sum.
template <class Weight, class Give>
void spread_over(size_t items, int64_t number, float offset, Weight&& weight, Give&& give) {
  const double sum = parallel_sum<double>(items, [&](size_t i) { return weight(i); });
  if (!(sum > 0)) return;
  const double step = sum / static_cast<double>(number);
  double along = 0, next = static_cast<double>(offset) * step;
  for (size_t i = 0; i < items; ++i) {
    along += static_cast<double>(weight(i));
    int64_t here = 0;
    for (; next < along; next += step) ++here;
    if (here > 0) give(i, here);
  }
}

}  // namespace

int64_t trade_particles(const MeshRaster& raster, const ParticleTrade& trade, int64_t number, Population& population) {
  const Census census = take_census(raster, trade.space, population.now);
  const auto full = static_cast<float>(trade.per_cell);
  const auto lacking = [&](size_t i) {
    if (census.count[i] == 0) return 0.0f;
    return std::max(0.0f, full * raster.share()[i] - static_cast<float>(census.count[i]));
  };
  const float offset = trade.random.unit(trade.draw);
  int64_t traded = 0;
  if (number > 0) {
    const float mass = population.now.mass.empty() ? 0 : population.now.mass.front();
    std::vector<std::pair<uint32_t, int64_t>> arrivals;  // cells and how many come there
    spread_over(raster.cells(), number, offset, lacking, [&](size_t n, int64_t here) {
      arrivals.push_back({static_cast<uint32_t>(n), std::min(here, static_cast<int64_t>(std::ceil(lacking(n))))});
    });
    const std::vector<Vec3f> velocities = mean_velocities(census, arrivals, population.now);
    for (size_t k = 0; k < arrivals.size(); ++k) {
      const auto [i, here] = arrivals[k];
      for (int64_t one = 0; one < here; ++one) {
        const Vec3f within = trade.random.unit_vec3(trade.draw, i * 16 + static_cast<uint32_t>(one) + 1);
        Vec3f g = static_cast<Vec3f>(raster.cell(i)) + within;
        if (raster.is_flat()) g.z = 0;
        population.add(trade.space.to_world(g), velocities[k], mass, 0, false);
        ++traded;
      }
    }
  } else if (number < 0) {
    // Of particles in the body, more where they are crowded.
    const auto crowded = [&](size_t p) {
      if (census.cell[p] == 0 || population.removed[p]) return 0.0f;
      const float excess = static_cast<float>(census.count[census.cell[p]]) / full;
      return excess * excess;
    };
    spread_over(population.now.size(), -number, offset, crowded, [&](size_t p, int64_t) {
      population.removed[p] = 1;
      --traded;
    });
  }
  return traded;
}

}  // namespace weir::meshes
