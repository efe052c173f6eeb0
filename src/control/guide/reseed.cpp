// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/reseed.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "weir/base/parallel.h"

namespace weir::guide {

namespace {

// Calls visit(point in cells, number of it) for the points of a cell that could each hold a particle: one in every
// quarter (2D) or eighth of it, anywhere in its middle half.
template <class Visit>
void visit_places(const ReseedStep& step, const Vec3i& cell, uint32_t draw, const Visit& visit) {
  const bool flat = step.fine.dimensions == 2;
  const auto part = [](int v) { return static_cast<uint64_t>(static_cast<int64_t>(v) + (1 << 20)) & 0x1fffff; };
  const uint64_t key = part(cell.x) << 42 | part(cell.y) << 21 | part(cell.z);
  const std::array<uint32_t, 4> bits = step.random.bits(key, 2 * step.number + draw);
  const auto jitter = [&](int n, int axis) {  // 5 bits for each
    const auto at = static_cast<uint32_t>(3 * n + axis);
    return 0.25f / 32 * static_cast<float>(bits[at / 6] >> 5 * (at % 6) & 31);
  };
  for (int n = 0; n < (flat ? 4 : 8); ++n) {
    const Vec3f corner{n & 1 ? 0.625f : 0.125f, n & 2 ? 0.625f : 0.125f, n & 4 ? 0.625f : 0.125f};
    Vec3f in_cell = corner + Vec3f{jitter(n, 0), jitter(n, 1), jitter(n, 2)};
    if (flat) in_cell.z = 0;
    visit(static_cast<Vec3f>(cell) + in_cell, n);
  }
}

// Cells that liquid goes in the step, at most.
int cells_gone(const ReseedStep& step, float speed) {
  return std::clamp(static_cast<int>(std::ceil(speed * step.step / static_cast<float>(step.fine.cell))), 1, 7);
}

// Liquid that is given off in a tile; what is kept between tiles saves making it anew.
class GiveOff {
 public:
  GiveOff(const ReseedStep& step, const GuideLookup& lookup, int reach) : step_(step), lookup_(lookup), reach_(reach) {}

  void operator()(const Vec3i& tile, Seeds& seeds) {
    if (step_.after.tile(tile) == HeldCells::Tile::all) return;
    grid::CellBits cells = candidates(tile, reach_);
    if (!grid::has_any(cells)) return;
    const bool flat = step_.fine.dimensions == 2;
    const Vec3i first{grid::kTileSize * tile.x, grid::kTileSize * tile.y, flat ? 0 : grid::kTileSize * tile.z};
    if (const int reach = cells_gone(step_, load_velocity(first)); reach < reach_) cells = candidates(tile, reach);
    const float cells_a_speed = step_.step / static_cast<float>(step_.fine.cell);
    for (size_t z = 0; z < cells.size(); ++z) {
      for (uint64_t left = cells[z]; left != 0; left &= left - 1) {
        const auto n = static_cast<size_t>(std::countr_zero(left));
        const Vec3i cell = first + Vec3i{static_cast<int>(n & 7), static_cast<int>(n >> 3), static_cast<int>(z)};
        const size_t i = n + 64 * z;
        give_off(cell, Vec3f{velocity_[0][i], velocity_[1][i], velocity_[2][i]} * cells_a_speed, seeds);
      }
    }
  }

 private:
  // Not held now, but so near to what was that liquid may have come from there.
  grid::CellBits candidates(const Vec3i& tile, int reach) const {
    grid::CellBits near = step_.before.bits_around(tile, reach);
    const grid::CellBits& held = step_.after.bits(tile);
    for (size_t z = 0; z < near.size(); ++z) near[z] &= ~held[z];
    return near;
  }

  // At the middles of the cells; returns the largest part of it.
  float load_velocity(const Vec3i& first_cell) {
    float most = 0;
    for (int axis = 0; axis < step_.fine.dimensions; ++axis) {
      const auto a = static_cast<size_t>(axis);
      block_.load(lookup_, step_.now.velocity.face[a], grid::face_middle(axis), step_.fine, first_cell);
      block_.at_cells({0.5f, 0.5f, 0.5f}, velocity_[a]);
      const auto [low, high] = block_.range();
      most = std::max({most, -low, high});
    }
    return most;
  }

  // `way` in cells. A step ago the cell lay in two by two by two others.
  void give_off(const Vec3i& cell, const Vec3f& way, Seeds& seeds) const {
    const Vec3f from = static_cast<Vec3f>(cell) - way;
    const Vec3i low{static_cast<int>(std::floor(from.x)), static_cast<int>(std::floor(from.y)),
                    step_.fine.dimensions == 2 ? 0 : static_cast<int>(std::floor(from.z))};
    const uint32_t held = step_.before.held_from(low);
    if (held == 0) return;
    const Vec3f back = way + static_cast<Vec3f>(low);
    visit_places(step_, cell, 0, [&](const Vec3f& g, int) {
      const Vec3f in = g - back;
      const int n = (in.x >= 1 ? 1 : 0) + (in.y >= 1 ? 2 : 0) + (in.z >= 1 ? 4 : 0);
      if (!(held >> n & 1)) return;
      const Vec3f here = step_.fine.to_world(g);
      seeds.position.push_back(here);
      seeds.velocity.push_back(lookup_.velocity(step_.now.velocity, here));
    });
  }

  const ReseedStep& step_;
  const GuideLookup& lookup_;
  int reach_;
  CoarseBlock block_;
  std::array<std::array<float, grid::kTileSize * grid::kTileRows>, 3> velocity_{};
};

}  // namespace

Seeds given_off(const ReseedStep& step) {
  const GuideLookup lookup(step.now.space, step.now.tiles);
  const std::vector<Vec3i> tiles = step.before.tiles_near();
  const int reach = cells_gone(step, grid::largest_component(step.now.tiles, step.now.velocity));
  std::vector<Seeds> found(tiles.size());
  parallel_for_blocks(
      tiles.size(),
      [&](size_t begin, size_t end) {
        GiveOff give_off(step, lookup, reach);
        for (size_t t = begin; t < end; ++t) give_off(tiles[t], found[t]);
      },
      8);
  Seeds all;
  for (const Seeds& own : found) {
    all.position.insert(all.position.end(), own.position.begin(), own.position.end());
    all.velocity.insert(all.velocity.end(), own.velocity.begin(), own.velocity.end());
  }
  return all;
}

Seeds filled_up(const ReseedStep& step, std::span<const Vec3i> cells, std::span<const float> missing) {
  const GuideLookup lookup(step.now.space, step.now.tiles);
  Seeds seeds;
  for (size_t i = 0; i < cells.size(); ++i) {
    // In the order of a lattice, every so-and-so-manieth point: as many as are missing, one more or less by chance.
    float amount = step.random.unit(i, 2 * step.number + 1);
    visit_places(step, cells[i], 1, [&](const Vec3f& g, int) {
      const auto before = static_cast<int>(amount);
      amount += missing[i];
      if (static_cast<int>(amount) == before) return;
      const Vec3f here = step.fine.to_world(g);
      if (step.after.holds(here)) return;
      seeds.position.push_back(here);
      seeds.velocity.push_back(lookup.velocity(step.now.velocity, here));
    });
  }
  return seeds;
}

}  // namespace weir::guide
