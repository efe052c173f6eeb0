// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/gather.h"

#include <algorithm>
#include <memory>

#include "grid/tiles/mac_rows.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

struct Blocks {
  MacBlock<kFarthestMove> after;
  MacBlock<1> before, spread;
};

constexpr uint32_t kAtOnce = 8;

Rows rows_of(const Vec3f* from, uint32_t count) {
  Rows rows{};
  for (uint32_t n = 0; n < count; ++n) {
    rows.x[n] = from[n].x;
    rows.y[n] = from[n].y;
    rows.z[n] = from[n].z;
  }
  return rows;
}
Vec3f one_of(const Rows& rows, uint32_t n) { return {rows.x[n], rows.y[n], rows.z[n]}; }

// As much of it as is not too far.
Rows limited_way(const Rows& way) {
  const Row far = way.x * way.x + way.y * way.y + way.z * way.z;
  const Row limit = far > static_cast<float>(kFarthestMove * kFarthestMove)
                        ? static_cast<float>(kFarthestMove) / simd::sqrt(far)
                        : simd::set(1);
  return {way.x * limit, way.y * limit, way.z * limit};
}

struct Outputs {
  std::span<Vec3f> position, velocity;
  std::span<Gradient> gradient;
};

// The particles of one tile.
template <bool flat>
class TileMove {
 public:
  TileMove(const Blocks& blocks, bool spreads, const GatherSettings& settings, float cell)
      : blocks_(blocks), spreads_(spreads), flip_(settings.flip), step_(settings.step / cell), cell_(cell) {}

  // `at`: up to eight of them, in cells from the lower corner of the tile.
  void move(const Rows& at, uint32_t first, uint32_t count, const Outputs& out) const {
    Rows slope[3]{};
    const Rows now = sample<flat>(blocks_.after, at, slope);
    const Rows was = sample<flat>(blocks_.before, at);
    const Rows apart = spreads_ ? sample<flat>(blocks_.spread, at) * step_ : Rows{};
    const Rows way = limited_way(apart + ralston_way<flat>(blocks_.after, at + apart, now, step_));
    const Rows velocity = rows_of(&out.velocity[first], count);
    const Rows changed = now + (velocity - was) * flip_;
    for (uint32_t n = 0; n < count; ++n) {
      out.position[first + n] += one_of(way, n) * cell_;
      out.velocity[first + n] = one_of(changed, n);
      if (flat) out.position[first + n].z = out.velocity[first + n].z = 0;
    }
    if (out.gradient.empty()) return;
    const float share = (1 - flip_) / cell_;
    for (int axis = 0; axis < 3; ++axis) {
      const Rows kept = slope[axis] * share;
      for (uint32_t n = 0; n < count; ++n) out.gradient[first + n].row[axis] = one_of(kept, n);
    }
  }

 private:
  const Blocks& blocks_;
  bool spreads_;
  float flip_, step_, cell_;  // step: cells a (m/s)
};

template <bool flat>
void gather_all(const TiledParticles& where, const MacField& before, const MacField& after, const MacField* spread,
                const GatherSettings& settings, const Outputs& out) {
  const Tiles& tiles = where.tiles();
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        const TiledParticles::Range range = where.in(t);
        if (range.begin == range.end) return;
        const auto blocks = std::make_unique<Blocks>();
        blocks->after.load(tiles, t, after);
        if (spread) blocks->spread.load(tiles, t, *spread);
        blocks->before.load(tiles, t, before);
        const TileMove<flat> tile(*blocks, spread != nullptr, settings, static_cast<float>(where.space().cell));
        const auto corner = static_cast<Vec3f>(tiles.first_cell(t));
        for (uint32_t i = range.begin; i < range.end; i += kAtOnce) {
          const uint32_t count = std::min(kAtOnce, range.end - i);
          tile.move(rows_of(&where.grid_position()[i], count) - corner, i, count, out);
        }
      },
      1);
}

}  // namespace

void gather_and_move(const TiledParticles& where, const MacField& before, const MacField& after, const MacField* spread,
                     const GatherSettings& settings, std::span<Vec3f> position, std::span<Vec3f> velocity,
                     std::span<Gradient> gradient) {
  const Outputs out{position, velocity, gradient};
  where.tiles().depth() == 1 ? gather_all<true>(where, before, after, spread, settings, out)
                             : gather_all<false>(where, before, after, spread, settings, out);
}

void reorder_gradients(std::span<const uint32_t> order, std::vector<Gradient>& gradient) {
  std::vector<Gradient> sorted(gradient.size());
  parallel_for(order.size(), [&](size_t i) { sorted[i] = gradient[order[i]]; });
  gradient.swap(sorted);
}

}  // namespace weir::grid
