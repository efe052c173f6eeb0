// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Narrow-band FLIP: full cells stand for particles, and neither doubles nor gets lost where they meet.

#include "grid/liquid/liquid_core.h"

#include <gtest/gtest.h>

#include "grid/liquid/seam_points.h"
#include "grid/surface/liquid_shape.h"
#include "grid/tiles/erode.h"
#include "poisson_problem.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

// A block of liquid on the lattice of its particles, in cells.
struct LatticeBlock {
  Vec3i lower, upper;  // cells; the upper ones are beyond it

  bool has(const Vec3i& c, int dimensions) const {
    for (int axis = 0; axis < dimensions; ++axis) {
      if (c[axis] < lower[axis] || c[axis] >= upper[axis]) return false;
    }
    return true;
  }
};

struct Parcel {
  explicit Parcel(int dim) : dimensions(dim), where({{0, 0, 0}, 1, dim}) {}

  float per_cell() const { return dimensions == 2 ? 4 : 8; }
  template <class Wanted>
  void add_particles(const LatticeBlock& block, Wanted&& wanted) {
    const int depth = dimensions == 2 ? 1 : 2 * (block.upper.z - block.lower.z);
    for (int z = 0; z < depth; ++z) {
      for (int y = 0; y < 2 * (block.upper.y - block.lower.y); ++y) {
        for (int x = 0; x < 2 * (block.upper.x - block.lower.x); ++x) {
          const Vec3i cell = block.lower + Vec3i{x / 2, y / 2, dimensions == 2 ? -block.lower.z : z / 2};
          if (!wanted(cell)) continue;
          const Vec3f in_cell{0.25f + 0.5f * static_cast<float>(x % 2), 0.25f + 0.5f * static_cast<float>(y % 2),
                              dimensions == 2 ? 0.0f : 0.25f + 0.5f * static_cast<float>(z % 2)};
          position.push_back(static_cast<Vec3f>(cell) + in_cell);
        }
      }
    }
  }
  void sort(const std::vector<Vec3i>& others) {
    const std::span<const uint32_t> order = where.sort(position);
    std::vector<Vec3f> sorted;
    for (const uint32_t i : order) sorted.push_back(position[i]);
    position = sorted;
    where.build(position, 6, others);
  }
  Scattered scattered(const Vec3f& velocity) const {
    Scattered result;
    scatter(where, std::vector<Vec3f>(position.size(), velocity), {}, per_cell(), result);
    return result;
  }

  int dimensions;
  TiledParticles where;
  std::vector<Vec3f> position;
};

LiquidCore core_in(const Tiles& tiles, const LatticeBlock& block, const Vec3f& velocity) {
  LiquidCore core;
  core.tiles = tiles;
  core.full.assign(tiles.field_size(), 0);
  core.velocity.resize(tiles);
  for (size_t a = 0; a < 3; ++a)
    std::fill(core.velocity.face[a].begin(), core.velocity.face[a].end(), velocity[static_cast<int>(a)]);
  for_each_cell(tiles, [&](const Vec3i& c) { core.full[tiles.cell(c)] = block.has(c, tiles.dimensions()); });
  return core;
}

// A thin layer of a cell, at any height and side, is met by its share of all points within a few steps.
TEST(SeamPoints, MeetThinLayersEvenly) {
  const float thin = 0.02f;
  for (const bool flat : {true, false}) {
    for (int axis = 0; axis < (flat ? 2 : 3); ++axis) {
      for (const float from : {0.0f, 0.31f, 0.5f, 0.98f}) {
        for (const uint64_t start : {0ull, 100000ull}) {
          int met = 0, all = 0;
          for (uint64_t step = start; step < start + 50; ++step) {
            for (int i = 0; i < 16; ++i) {
              const Vec3i cell{axis == 0 ? 3 : i % 4, axis == 1 ? -7 : i / 4,
                               axis == 2   ? 5
                               : axis == 0 ? i % 4
                                           : i / 4};
              const SeamPoints points(cell, flat, step);
              for (int n = 0; n < points.count(); ++n, ++all) {
                const Vec3f p = points.in_cell(n);
                ASSERT_TRUE(p[axis] >= 0 && p[axis] < 1);
                met += p[axis] >= from && p[axis] < from + thin;
              }
            }
          }
          EXPECT_NEAR(static_cast<float>(met) / (thin * static_cast<float>(all)), 1, 0.15)
              << flat << axis << from << start;
        }
      }
    }
  }
}

// Particles everywhere, or a core in the middle of them: the grid sees the same liquid.
TEST(LiquidCore, CountsAsTheParticlesItStandsFor) {
  for (const int dimensions : {2, 3}) {
    const LatticeBlock all{{-3, -3, -3}, {14, 12, 13}}, inside{{1, 1, 1}, {9, 8, 7}};
    const Vec3f velocity{1, -2, dimensions == 2 ? 0.0f : 3.0f};
    Parcel whole(dimensions), shell(dimensions);
    whole.add_particles(all, [](const Vec3i&) { return true; });
    shell.add_particles(all, [&](const Vec3i& c) { return !inside.has(c, dimensions); });
    whole.sort({});
    const auto wanted = whole.where.tiles().coordinates();
    shell.sort({wanted.begin(), wanted.end()});
    ASSERT_TRUE(whole.where.tiles() == shell.where.tiles());
    const Scattered expected = whole.scattered(velocity);
    Scattered found = shell.scattered(velocity);
    add_core(core_in(shell.where.tiles(), inside, velocity - Vec3f{0.5f, 0, 0}), {0.5f, 0, 0}, shell.per_cell(), found);
    for (size_t i = 0; i < shell.where.tiles().cells(); ++i) {
      ASSERT_NEAR(found.volume[i], expected.volume[i], 1e-5);
      for (size_t a = 0; a < static_cast<size_t>(dimensions); ++a) {
        ASSERT_NEAR(found.weight.face[a][i], expected.weight.face[a][i], 1e-4);
        ASSERT_NEAR(found.velocity.face[a][i], expected.velocity.face[a][i], 1e-5);
      }
    }
  }
}

// All moves evenly: the core moves along, and amounts stay.
TEST(LiquidCore, MovesWithTheFlow) {
  for (const int dimensions : {2, 3}) {
    const LatticeBlock all{{0, 0, 0}, {24, 24, 24}}, inside{{4, 4, 4}, {20, 20, 20}};
    const Vec3f velocity{1.3f, -0.6f, dimensions == 2 ? 0.0f : 2.2f};
    Parcel parcel(dimensions);
    parcel.add_particles(all, [&](const Vec3i& c) { return !inside.has(c, dimensions); });
    const Tiles around = tiles_around(inside.lower, inside.upper, dimensions);
    parcel.sort(core_in(around, inside, velocity).tiles_needed(6));
    const Tiles& tiles = parcel.where.tiles();
    LiquidCore core = core_in(tiles, inside, velocity);
    Scattered scattered = parcel.scattered(velocity);
    add_core(core, {}, parcel.per_cell(), scattered);
    SolidFaces solids;
    solids.open.resize(tiles, 1);
    solids.velocity.resize(tiles);
    solids.distance.assign(tiles.field_size(), 8);
    solids.room.assign(tiles.field_size(), 1);
    std::vector<float> distance;
    find_surface_distance(tiles, scattered.volume, solids.room, distance);
    MacField flow;
    flow.resize(tiles);
    for (size_t a = 0; a < 3; ++a) std::fill(flow.face[a].begin(), flow.face[a].end(), velocity[static_cast<int>(a)]);
    const auto per_cell = static_cast<double>(parcel.per_cell());
    const double before = core.volume() + static_cast<double>(parcel.position.size()) / per_cell;
    for (Vec3f& p : parcel.position) p += velocity;
    const std::vector<uint8_t> stays(parcel.position.size(), 0);
    const std::vector<float> sources(tiles.field_size(), 0);
    const CoreChange change = advance_core(core, {.space = parcel.where.space(),
                                                  .scattered = scattered,
                                                  .solids = solids,
                                                  .velocity = flow,
                                                  .moving = flow,
                                                  .distance = distance,
                                                  .crowding = sources,
                                                  .step = 1,
                                                  .position = parcel.position,
                                                  .stays = stays,
                                                  .band = 4});
    size_t left = change.position.size();
    for (const uint8_t flag : change.taken) left += !flag;
    EXPECT_GT(core.volume(), 0.6 * std::pow(16, dimensions));
    EXPECT_NEAR(core.volume() + static_cast<double>(left) / per_cell, before, 1e-6 * before);
    EXPECT_LT(std::abs(change.rounding), 0.01 * before);
    ASSERT_GT(change.position.size(), 0u);
    for (size_t i = 0; i < change.position.size(); ++i) {
      // Born where the old core is now, and with its velocity.
      const Vec3f from = change.position[i] - velocity;
      const Vec3i cell{static_cast<int>(std::floor(from.x)), static_cast<int>(std::floor(from.y)),
                       static_cast<int>(std::floor(from.z))};
      EXPECT_TRUE(inside.has(cell, dimensions));
      EXPECT_LT(length(change.velocity[i] - velocity), 1e-4f);
    }
    for_each_cell(tiles, [&](const Vec3i& c) {
      if (core.full[tiles.cell(c)] == 0) return;
      for (int axis = 0; axis < dimensions; ++axis) {
        EXPECT_NEAR(core.velocity.face[static_cast<size_t>(axis)][tiles.cell(c)], velocity[axis], 1e-4);
      }
    });
  }
}

TEST(LiquidCore, KeepsItsFieldsOnOtherTiles) {
  const LatticeBlock inside{{1, 2, 3}, {9, 7, 6}};
  LiquidCore core = core_in(tiles_around(inside.lower, inside.upper, 3), inside, {1, 2, 3});
  const double before = core.volume();
  EXPECT_EQ(before, 8 * 5 * 3);
  const Tiles needed(core.tiles_needed(2), 3);
  EXPECT_EQ(needed.find({-1, 0, 0}) == needed.blank(), false);  // 2 cells from cell 1 are in the tile before
  EXPECT_EQ(needed.find({-1, -1, 0}) == needed.blank(), true);
  core.move_to(needed);
  EXPECT_EQ(core.volume(), before);
  EXPECT_EQ(core.velocity.face[2][core.tiles.cell({5, 5, 5})], 3);
  EXPECT_EQ(core.cells({{0, 0, 0}, 0.5, 3}).size(), 120u);
}

TEST(Erode, TakesLayersOff) {
  const Tiles tiles = tiles_around({-8, -8, -8}, {23, 23, 23}, 3);
  std::vector<float> inside(tiles.field_size(), 0);
  for_each_cell(tiles, [&](const Vec3i& c) { inside[tiles.cell(c)] = max_component(abs(c)) <= 6; });
  erode(tiles, 4, inside);
  for_each_cell(tiles, [&](const Vec3i& c) { ASSERT_EQ(inside[tiles.cell(c)], max_component(abs(c)) <= 2) << c.x; });
}

}  // namespace

}  // namespace weir::grid
