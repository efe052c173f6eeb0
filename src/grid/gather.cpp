// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/gather.h"

#include <cmath>
#include <memory>

#include "base/parallel.h"

namespace weir {

namespace {

struct Blocks {
  MacBlock<kFarthestMove> after;
  MacBlock<1> before, spread;
};

}  // namespace

void gather_and_move(const TiledParticles& where, const MacField& before, const MacField& after, const MacField* spread,
                     const GatherSettings& settings, std::span<Vec3f> position, std::span<Vec3f> velocity,
                     std::span<Gradient> gradient) {
  const Tiles& tiles = where.tiles();
  const GridSpace& space = where.space();
  const bool flat = tiles.depth() == 1;
  const auto per_cell = static_cast<float>(1 / space.cell);
  const float step = settings.step * per_cell;  // cells a (m/s)
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        const TiledParticles::Range range = where.in(t);
        if (range.begin == range.end) return;
        const auto blocks = std::make_unique<Blocks>();
        blocks->after.load(tiles, t, after);
        if (spread) blocks->spread.load(tiles, t, *spread);
        blocks->before.load(tiles, t, before);
        const auto first = static_cast<Vec3f>(tiles.first_cell(t));
        for (uint32_t i = range.begin; i < range.end; ++i) {
          const Vec3f g = where.grid_position()[i] - first;
          Vec3f slope[3];
          const Vec3f now = gradient.empty() ? blocks->after.sample(g) : blocks->after.sample(g, slope);
          const Vec3f was = blocks->before.sample(g);
          const Vec3f apart = spread ? blocks->spread.sample(g) * step : Vec3f{};
          const Vec3f k2 = blocks->after.sample(g + apart + now * (0.5f * step));
          const Vec3f k3 = blocks->after.sample(g + apart + k2 * (0.75f * step));
          const Vec3f way = apart + (now * 2.0f + k2 * 3.0f + k3 * 4.0f) * (step / 9);
          const float far = length_squared(way);
          const float limit = far > kFarthestMove * kFarthestMove ? kFarthestMove / std::sqrt(far) : 1.0f;
          position[i] += way * (limit * static_cast<float>(space.cell));
          velocity[i] = lerp(now, velocity[i] + (now - was), settings.flip);
          if (flat) position[i].z = velocity[i].z = 0;
          if (gradient.empty()) continue;
          for (int axis = 0; axis < 3; ++axis) gradient[i].row[axis] = slope[axis] * (per_cell * (1 - settings.flip));
        }
      },
      1);
}

}  // namespace weir
