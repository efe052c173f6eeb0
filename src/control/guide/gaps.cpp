// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/gaps.h"

#include <algorithm>
#include <array>

#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::guide {

namespace {

constexpr float kNoise = 0.05f;     // what is missing less is not counted
constexpr float kUnderSurface = 2;  // cells that must be between what is filled up and the surface
constexpr float kLeastRoom = 0.1f;

// Of a tile, the open cells that are not held and miss something.
grid::CellBits not_full(const grid::GridFlow& flow, const HeldCells& held, size_t tile) {
  const grid::CellBits& own = held.bits(flow.tiles().coordinate(tile));
  grid::CellBits bits{};
  grid::visit_rows(flow.tiles(), tile, [&](int y, int z, size_t i) {
    const grid::Row room = simd::max(simd::load(&flow.room()[i]), simd::set(kLeastRoom));
    const grid::Row missing = 1 - simd::load(&flow.volume()[i]) / room;
    const grid::RowMask is = (missing >= kNoise) & (simd::load(&flow.solids().share[i]) >= 0.5f);
    alignas(32) float flags[grid::kTileSize];
    simd::store(is ? simd::set(-1) : simd::set(1), flags);
    bits[static_cast<size_t>(z)] |= static_cast<uint64_t>(grid::bits_below(flags, 0)) << 8 * y;
  });
  for (size_t z = 0; z < bits.size(); ++z) bits[z] &= ~own[z];
  return bits;
}

}  // namespace

Gaps find_gaps(const grid::GridFlow& flow, const HeldCells& held, const GuideField& guide,
               std::span<const float> closed, float overlap) {
  const grid::Tiles& tiles = flow.tiles();
  const GuideLookup lookup(guide.space, guide.tiles);
  const auto ratio = static_cast<float>(flow.space().cell / guide.space.cell);
  const Vec3f middle{0.5f, 0.5f, 0.5f};
  std::vector<Gaps> found(tiles.size());
  const auto look_at = [&](size_t t, CoarseBlock& block) {
    const grid::CellBits wanted = not_full(flow, held, t);
    if (!grid::has_any(wanted)) return;
    const Vec3i first = tiles.first_cell(t);
    alignas(64) std::array<float, grid::kTileSize * grid::kTileRows> distance, depth;
    block.load(lookup, guide.distance, middle, flow.space(), first);
    if (block.range().first > overlap * ratio) return;
    block.at_cells(middle, distance);
    block.load(lookup, closed, middle, flow.space(), first);
    block.at_cells(middle, depth);
    grid::visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
      if (!(grid::row_bits(wanted, y, z) >> x & 1)) return;
      const size_t n = i - t * tiles.cells_per_tile();
      if (distance[n] > overlap * ratio || depth[n] > -kUnderSurface * ratio) return;
      found[t].cell.push_back(first + Vec3i{x, y, z});
      found[t].missing.push_back(1 - flow.volume()[i] / std::max(flow.room()[i], kLeastRoom));
    });
  };
  parallel_for_blocks(
      tiles.size(),
      [&](size_t begin, size_t end) {
        CoarseBlock block;
        for (size_t t = begin; t < end; ++t) {
          const HeldCells::Tile state = held.tile(tiles.coordinate(t));
          if (held.is_near(tiles.coordinate(t)) && state != HeldCells::Tile::all) look_at(t, block);
        }
      },
      8);
  Gaps all;
  for (const Gaps& own : found) {
    all.cell.insert(all.cell.end(), own.cell.begin(), own.cell.end());
    all.missing.insert(all.missing.end(), own.missing.begin(), own.missing.end());
  }
  return all;
}

}  // namespace weir::guide
