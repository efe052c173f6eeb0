// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/reseed.h"

#include <array>
#include <cmath>

#include "base/parallel.h"
#include "grid/visit_cells.h"

namespace weir {

namespace {

Vec3i cell_at(const Vec3f& g, bool flat) {
  return {static_cast<int>(std::floor(g.x)), static_cast<int>(std::floor(g.y)),
          flat ? 0 : static_cast<int>(std::floor(g.z))};
}

// Calls visit(cell) for the fine cells whose middles are in a coarse one.
template <class Visit>
void visit_fine_cells(const GridSpace& fine, const GridSpace& coarse, const Vec3i& cell, const Visit& visit) {
  const Vec3f low = fine.to_grid(coarse.to_world(static_cast<Vec3f>(cell)));
  const auto ratio = static_cast<float>(coarse.cell / fine.cell);
  Vec3i from{}, to{1, 1, 1};
  for (int axis = 0; axis < fine.dimensions; ++axis) {
    from[axis] = static_cast<int>(std::ceil(low[axis] - 0.5f - 1e-3f));
    to[axis] = static_cast<int>(std::ceil(low[axis] + ratio - 0.5f - 1e-3f));
  }
  for (int z = from.z; z < to.z; ++z) {
    for (int y = from.y; y < to.y; ++y) {
      for (int x = from.x; x < to.x; ++x) visit({x, y, z});
    }
  }
}

// Calls visit(place in cells, number of it) for the places of a cell that could each hold a particle: one in every
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

// Cells from the middle of a cell within which all places in it and the middles of the cells they are in are.
constexpr float kCorner = 2;
// Coarse cells: farther than this from the guide's surface, all that is near a coarse cell is on one side of it.
constexpr float kClear = 1.4f;

}  // namespace

bool HeldCells::holds(const Vec3f& point) const {
  // Far from the guide's surface the nearest value tells.
  const float near = lookup_.nearest(guide_, point);
  if (std::abs(near) > kClear) return near < 0;
  return holds(cell_at(fine_.to_grid(point), fine_.dimensions == 2));
}

std::vector<float> HeldCells::on(const Tiles& tiles) const {
  std::vector<float> held(tiles.field_size(), 0.0f);
  const bool flat = tiles.depth() == 1;
  // In a tile whose middle is farther from the guide's surface than its corners are from the middle, all is alike.
  const auto half = static_cast<float>(0.5 * kTileSize * std::sqrt(flat ? 2.0 : 3.0) / ratio_ + 0.25);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        const Vec3i first = tiles.first_cell(t);
        const Vec3f middle = static_cast<Vec3f>(first) + Vec3f{4, 4, flat ? 0.0f : 4.0f};
        const float there = lookup_.value(guide_, fine_.to_world(middle));
        const bool alike = std::abs(there) > half;
        if (alike && there > 0) return;
        CoarseBlock block;
        if (!alike) block.load(lookup_, guide_, {0.5f, 0.5f, 0.5f}, fine_, first);
        visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
          const Vec3f in_tile{static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f, static_cast<float>(z) + 0.5f};
          held[i] = alike || block.at(in_tile) < kHeld ? 1.0f : 0.0f;
        });
      },
      4);
  return held;
}

double held_volume(const GridSpace& fine, const GuideField& guide) {
  const HeldCells held(fine, guide.space, guide.tiles, guide.distance);
  constexpr float kWhole = 1.2f;  // cells from the surface at which all of a coarse cell is on one side
  const double whole = std::pow(guide.space.cell / fine.cell, fine.dimensions);
  const double cells = parallel_reduce(
      guide.tiles.size(), 0.0,
      [&](size_t begin, size_t end) {
        double sum = 0;
        for (size_t t = begin; t < end; ++t) {
          const Vec3i first = guide.tiles.first_cell(t);
          visit_cells(guide.tiles, t, [&](int x, int y, int z, size_t i) {
            if (std::abs(guide.distance[i]) > kWhole) {
              sum += guide.distance[i] < 0 ? whole : 0;
              return;
            }
            visit_fine_cells(fine, guide.space, first + Vec3i{x, y, z},
                             [&](const Vec3i& cell) { sum += held.holds(cell) ? 1 : 0; });
          });
        }
        return sum;
      },
      [](double a, double b) { return a + b; }, 4);
  return cells * std::pow(fine.cell, fine.dimensions);
}

Seeds given_off(const ReseedStep& step) {
  const Tiles& tiles = step.now.tiles;
  const GridSpace &coarse = step.now.space, &fine = step.fine;
  const GuideLookup lookup(coarse, tiles);
  constexpr float kNear = 1.5f;
  std::vector<Seeds> found(tiles.size());
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        const Vec3i first = tiles.first_cell(t);
        visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
          if (step.guide[i] < -kNear || step.advected[i] > kNear) return;
          visit_fine_cells(fine, coarse, first + Vec3i{x, y, z}, [&](const Vec3i& cell) {
            if (step.after.holds(cell)) return;
            const Vec3f middle = fine.to_world(static_cast<Vec3f>(cell) + Vec3f{0.5f, 0.5f, 0.5f});
            const Vec3f way = lookup.velocity(step.now.velocity, middle) * step.step;
            const float depth = step.before.distance(middle - way);  // fine cells
            if (depth > kCorner) return;
            visit_places(step, cell, 0, [&](const Vec3f& g, int) {
              const Vec3f here = fine.to_world(g);
              if (depth > -kCorner && !step.before.holds(here - way)) return;
              found[t].position.push_back(here);
              found[t].velocity.push_back(lookup.velocity(step.now.velocity, here));
            });
          });
        });
      },
      1);
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
    // In the order of a lattice, every so-and-so-manieth place: as many as are missing, one more or less by chance.
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

}  // namespace weir
