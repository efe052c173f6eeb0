// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/mesh_population.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace weir {

namespace {

constexpr uint32_t kOutside = 0xffffffffu;

// Particles of the body, cell by cell.
struct Census {
  std::vector<uint32_t> cell;   // of every particle: in the box, or kOutside
  std::vector<uint32_t> count;  // of every cell
  std::vector<Vec3f> velocity;  // sums
};

Census take_census(const MeshRaster& raster, const GridSpace& space, const Particles& particles) {
  Census census{std::vector<uint32_t>(particles.size(), kOutside), std::vector<uint32_t>(raster.size(), 0),
                std::vector<Vec3f>(raster.size())};
  const Vec3i counts = raster.counts();
  parallel_for(particles.size(), [&](size_t i) {
    const Vec3f g = space.to_grid(particles.position[i]);
    const Vec3i c =
        Vec3i{static_cast<int>(std::floor(g.x)), static_cast<int>(std::floor(g.y)), static_cast<int>(std::floor(g.z))} -
        raster.lower();
    if (c.x < 0 || c.y < 0 || c.z < 0 || c.x >= counts.x || c.y >= counts.y || c.z >= counts.z) return;
    const size_t at = raster.index(c.x, c.y, c.z);
    if (raster.share()[at] > 0) census.cell[i] = static_cast<uint32_t>(at);
  });
  for (size_t i = 0; i < particles.size(); ++i) {
    if (census.cell[i] == kOutside) continue;
    ++census.count[census.cell[i]];
    census.velocity[census.cell[i]] += particles.velocity[i];
  }
  return census;
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
    const bool flat = trade.space.dimensions == 2;
    const float mass = population.now.mass.empty() ? 0 : population.now.mass.front();
    spread_over(raster.size(), number, offset, lacking, [&](size_t i, int64_t here) {
      here = std::min(here, static_cast<int64_t>(std::ceil(lacking(i))));
      for (int64_t k = 0; k < here; ++k) {
        const Vec3f within =
            trade.random.unit_vec3(trade.draw, static_cast<uint32_t>(i * 16) + static_cast<uint32_t>(k) + 1);
        Vec3f g = static_cast<Vec3f>(raster.place(i) + raster.lower()) + within;
        if (flat) g.z = 0;
        const Vec3f velocity = census.velocity[i] / static_cast<float>(census.count[i]);
        population.add(trade.space.to_world(g), velocity, mass, 0, false);
        ++traded;
      }
    });
  } else if (number < 0) {
    // Of particles in the body, more where they are crowded.
    const auto crowded = [&](size_t p) {
      if (census.cell[p] == kOutside || population.removed[p]) return 0.0f;
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

}  // namespace weir
