// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/shake_apart.h"

#include <algorithm>

#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr float kCrowded = 0.5f;    // cells of liquid too much in a cell
constexpr float kFarthest = 0.25f;  // cells, either way

}  // namespace

void shake_apart(const TiledParticles& where, std::span<const float> volume, std::span<const float> room,
                 const Random& random, uint32_t number, std::span<const uint64_t> id, std::span<Vec3f> position) {
  const Tiles& tiles = where.tiles();
  const auto cell = static_cast<float>(where.space().cell);
  const bool flat = tiles.depth() == 1;
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        const size_t begin = t * tiles.cells_per_tile();
        const auto crowded = [&](size_t i) { return volume[i] > room[i] + kCrowded; };
        bool any = false;
        for (size_t i = begin; i < begin + tiles.cells_per_tile(); ++i) any = any || crowded(i);
        if (!any) return;
        const Vec3i first = tiles.first_cell(t);
        for (uint32_t i = where.in(t).begin; i < where.in(t).end; ++i) {
          const Vec3f in_tile = where.grid_position()[i] - static_cast<Vec3f>(first);
          const size_t at =
              begin + static_cast<size_t>(static_cast<int>(in_tile.x) +
                                          kTileSize * (static_cast<int>(in_tile.y) +
                                                       (flat ? 0 : kTileSize * static_cast<int>(in_tile.z))));
          if (!crowded(at)) continue;
          Vec3f way = random.unit_vec3(id[i], number) * 2.0f - Vec3f{1, 1, 1};
          if (flat) way.z = 0;
          position[i] += way * (kFarthest * cell);
        }
      },
      4);
}

}  // namespace weir::grid
