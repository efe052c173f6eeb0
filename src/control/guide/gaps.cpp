// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/gaps.h"

#include <algorithm>
#include <array>

#include "base/parallel.h"
#include "grid/visit_cells.h"

namespace weir {

namespace {

constexpr float kNoise = 0.05f;     // what is missing less is not counted
constexpr float kUnderSurface = 2;  // cells that must be between what is filled up and the surface

}  // namespace

Gaps find_gaps(const GridFlow& flow, const HeldCells& held, const GuideField& guide, std::span<const float> closed,
               float overlap) {
  const Tiles& tiles = flow.tiles();
  const GuideLookup lookup(guide.space, guide.tiles);
  const auto ratio = static_cast<float>(flow.space().cell / guide.space.cell);
  const Vec3f middle{0.5f, 0.5f, 0.5f};
  std::vector<Gaps> found(tiles.size());
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        const Vec3i first = tiles.first_cell(t);
        if (!held.is_near(tiles.coordinate(t)) || held.tile(tiles.coordinate(t)) == HeldCells::Tile::all) return;
        CoarseBlock distance_block, depth_block;
        distance_block.load(lookup, guide.distance, middle, flow.space(), first);
        depth_block.load(lookup, closed, middle, flow.space(), first);
        if (distance_block.range().first > overlap * ratio || depth_block.range().first > -kUnderSurface * ratio)
          return;
        std::array<float, kTileSize * kTileRows> distance, depth;
        distance_block.at_cells(middle, distance);
        depth_block.at_cells(middle, depth);
        size_t n = 0;
        visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
          const bool wanted = distance[n] <= overlap * ratio && depth[n] <= -kUnderSurface * ratio;
          ++n;
          if (!wanted || flow.solids().share[i] < 0.5f || held.holds(first + Vec3i{x, y, z})) return;
          const float missing = 1 - flow.volume()[i] / std::max(flow.room()[i], 0.1f);
          if (missing < kNoise) return;
          found[t].cell.push_back(first + Vec3i{x, y, z});
          found[t].missing.push_back(missing);
        });
      },
      4);
  Gaps all;
  for (const Gaps& own : found) {
    all.cell.insert(all.cell.end(), own.cell.begin(), own.cell.end());
    all.missing.insert(all.missing.end(), own.missing.begin(), own.missing.end());
  }
  return all;
}

}  // namespace weir
