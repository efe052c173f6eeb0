// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/library/resample.h"

#include <algorithm>
#include <cmath>

#include "control/templates/director/points_in_cells.h"
#include "control/templates/director/poly6.h"
#include "weir/base/parallel.h"

namespace weir::templates {

namespace {

// The density (1 inside) at which a lattice point starts to count, and at which it counts fully: a flat surface of
// liquid is where the density is one half.
constexpr float kBegins = 0.4f, kWhole = 0.6f;

// Lattice cells that hold or touch points, without repeats, in order.
std::vector<Vec3i> cells_near(std::span<const Vec3f> points, float width, int reach, int dimensions) {
  std::vector<Vec3i> cells;
  for (const Vec3f& p : points) {
    const Vec3i c{static_cast<int>(std::floor(p.x / width)), static_cast<int>(std::floor(p.y / width)),
                  dimensions == 2 ? 0 : static_cast<int>(std::floor(p.z / width))};
    for (int z = dimensions == 2 ? 0 : -reach; z <= (dimensions == 2 ? 0 : reach); ++z) {
      for (int y = -reach; y <= reach; ++y) {
        for (int x = -reach; x <= reach; ++x) cells.push_back(c + Vec3i{x, y, z});
      }
    }
  }
  const auto before = [](const Vec3i& a, const Vec3i& b) {
    return a.z != b.z ? a.z < b.z : a.y != b.y ? a.y < b.y : a.x < b.x;
  };
  std::sort(cells.begin(), cells.end(), before);
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

}  // namespace

ControlPoints resampled(const ControlPoints& points, float from, float to, int dimensions, const Box3f& region) {
  const float wide = std::max(from, to);
  const Poly6 kernel(2 * wide, dimensions, wide);
  PointsInCells cells(2 * wide);
  cells.build(points.position);
  const float volume = std::pow(from, static_cast<float>(dimensions));
  // Coarse cells around the points, each cut into lattice points.
  const int parts = std::max(1, static_cast<int>(std::lround(wide / to)));
  const std::vector<Vec3i> coarse = cells_near(points.position, wide, 1, dimensions);
  const int deep = dimensions == 2 ? 1 : parts;
  const size_t each = static_cast<size_t>(parts * parts * deep);
  ControlPoints all;
  all.resize(coarse.size() * each);
  parallel_for(
      all.size(),
      [&](size_t n) {
        const int part = static_cast<int>(n % each);
        const Vec3f in_cell{static_cast<float>(part % parts), static_cast<float>(part / parts % parts),
                            static_cast<float>(part / (parts * parts))};
        Vec3f x = static_cast<Vec3f>(coarse[n / each]) * wide + (in_cell + Vec3f{0.5f, 0.5f, 0.5f}) * to;
        if (dimensions == 2) x.z = 0;
        float sum = 0;
        Vec3f velocity{};
        cells.visit(x, [&](uint32_t j, float r2) {
          const float rest = 1 - r2 / (4 * wide * wide);
          const float w = kernel.scale() * rest * rest * rest * points.weight[cells.index(j)];
          sum += w;
          velocity += points.velocity[cells.index(j)] * w;
        });
        all.position[n] = x;
        all.velocity[n] = sum > 0 ? velocity / sum : Vec3f{};
        all.weight[n] = std::clamp((volume * sum - kBegins) / (kWhole - kBegins), 0.0f, 1.0f);
      },
      256);
  ControlPoints result;
  for (size_t n = 0; n < all.size(); ++n) {
    if (all.weight[n] == 0) continue;
    result.position.push_back(all.position[n]);
    result.velocity.push_back(all.velocity[n]);
    result.weight.push_back(all.weight[n]);
  }
  for (const RepulsionSeed& seed : find_repulsion(result.position, to, dimensions, region)) {
    const Vec3f point = result.position[seed.parent] - seed.inward * (2 * to);
    result.repulsion.push_back({point, seed.inward, result.weight[seed.parent], result.velocity[seed.parent]});
  }
  return result;
}

}  // namespace weir::templates
