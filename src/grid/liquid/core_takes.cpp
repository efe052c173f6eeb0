// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/core_takes.h"

#include <atomic>
#include <cmath>

#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr uint32_t kWhole = 1 << 14;  // parts of a particle: their sums have no order

// The cells around a point, and its weights for them.
struct Hat {
  static constexpr int kMost = 8;
  int count;
  Vec3i cell[kMost];
  float weight[kMost];

  Hat(const Vec3f& at, int dimensions) : count(1 << dimensions) {
    Vec3i low;
    Vec3f upper;
    for (int axis = 0; axis < dimensions; ++axis) {
      const float floor = std::floor(at[axis] - 0.5f);
      low[axis] = static_cast<int>(floor);
      upper[axis] = at[axis] - 0.5f - floor;
    }
    for (int n = 0; n < count; ++n) {
      cell[n] = low;
      weight[n] = 1;
      for (int axis = 0; axis < dimensions; ++axis) {
        const int side = n >> axis & 1;
        cell[n][axis] += side;
        weight[n] *= side ? upper[axis] : 1 - upper[axis];
      }
    }
  }
};

}  // namespace

size_t take_particles(const LiquidCore& core, const CoreStep& step, std::span<const Fate> fate,
                      std::vector<float>& full, std::vector<uint8_t>& taken) {
  const Tiles& tiles = core.tiles;
  const auto joins_now = [&](size_t cell) {
    return cell < tiles.cells() && fate[cell] != outside && core.full[cell] == 0;
  };
  std::vector<uint32_t> parts(tiles.cells(), 0);
  const auto add = [&](size_t cell, uint32_t part) {
    std::atomic_ref(parts[cell]).fetch_add(part, std::memory_order_relaxed);
  };
  taken.assign(step.position.size(), 0);
  parallel_for(step.position.size(), [&](size_t i) {
    const Vec3f at = step.space.to_grid(step.position[i]);
    const size_t own = tiles.cell(
        {static_cast<int>(std::floor(at.x)), static_cast<int>(std::floor(at.y)), static_cast<int>(std::floor(at.z))});
    if (own >= tiles.cells() || fate[own] == outside || step.stays[i]) return;
    taken[i] = 1;
    uint32_t left = kWhole;
    if (joins_now(own)) {
      const Hat hat(at, tiles.dimensions());
      for (int n = 0; n < hat.count; ++n) {
        const size_t cell = tiles.cell(hat.cell[n]);
        if (cell == own || !joins_now(cell)) continue;
        const auto part = static_cast<uint32_t>(hat.weight[n] * static_cast<float>(kWhole));
        add(cell, part);
        left -= part;
      }
    }
    add(own, left);
  });
  const float share = (tiles.depth() == 1 ? 0.25f : 0.125f) / static_cast<float>(kWhole);
  parallel_for(tiles.cells(), [&](size_t i) { full[i] += share * static_cast<float>(parts[i]); });
  return parallel_sum<size_t>(taken.size(), [&](size_t i) { return taken[i]; });
}

}  // namespace weir::grid
