// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/near_solids.h"

#include <cmath>

#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

// Of a spacing, what particles keep away from solids: on the wall itself nothing flows away from it, and where the flow
// along it meets, all that ever touched it would gather.
constexpr float kWallMargin = 0.2f;

}  // namespace

std::vector<float> near_solids(const TiledParticles& sorted, std::span<const float> distance,
                               std::span<const Vec3f> position, std::span<const float> moved) {
  std::vector<float> near(position.size(), 1.0f);
  const Tiles& tiles = sorted.tiles();
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        const Vec3i first = tiles.first_cell(t);
        const float margin = 2 * static_cast<float>(sorted.space().cell) + (moved.empty() ? 0.0f : moved[t]);
        for (uint32_t i = sorted.in(t).begin; i < sorted.in(t).end; ++i) {
          const Vec3f g = sorted.grid_position()[i];
          const Vec3i cell{static_cast<int>(std::floor(g.x)), static_cast<int>(std::floor(g.y)),
                           tiles.depth() == 1 ? 0 : static_cast<int>(std::floor(g.z))};
          const Vec3i own = cell - first;
          const size_t at =
              t * tiles.cells_per_tile() + static_cast<size_t>(own.x + kTileSize * (own.y + kTileSize * own.z));
          const float way = length(position[i] - sorted.space().to_world(g));
          near[i] = distance[at] < way + margin ? 1.0f : 0.0f;
        }
      },
      4);
  return near;
}

size_t put_out_of_solids(const Scene& scene, const Solids& solids, std::span<const float> near, float fastest_wall,
                         std::span<Vec3f> position, std::span<Vec3f> velocity) {
  const auto spacing = static_cast<float>(scene.solver.spacing);
  const size_t found = keep_outside(solids, near, {spacing, scene.dimensions == 2, fastest_wall, kWallMargin * spacing},
                                    position, velocity);
  keep_in_domain(scene, position);
  return found;
}

}  // namespace weir::grid
