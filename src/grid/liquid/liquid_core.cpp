// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/liquid_core.h"

#include <algorithm>
#include <cmath>

#include "grid/tiles/move_field.h"
#include "grid/tiles/row.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

// Of the full cells of a tile, which of the 27 tiles around are closer than `margin`: bits.
uint32_t reached_tiles(const Tiles& tiles, size_t tile, std::span<const float> full, int margin) {
  Vec3i low{kTileSize, kTileSize, kTileSize}, high{-1, -1, -1};
  visit_cells(tiles, tile, [&](int x, int y, int z, size_t i) {
    if (full[i] == 0) return;
    low = min(low, Vec3i{x, y, z});
    high = max(high, Vec3i{x, y, z});
  });
  if (high.x < 0) return 0;
  const bool flat = tiles.depth() == 1;
  uint32_t bits = 0;
  for (int k = 0; k < 27; ++k) {
    const Vec3i way{k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
    bool reached = !flat || way.z == 0;
    for (int axis = 0; axis < 3; ++axis) {
      reached =
          reached && !(way[axis] < 0 && low[axis] >= margin) && !(way[axis] > 0 && high[axis] + margin < kTileSize);
    }
    if (reached) bits |= 1u << k;
  }
  return bits;
}

// How much of the hat around a point a full core fills, along an axis: around the middle of a cell, and around a face.
constexpr float kMiddle[3]{0.125f, 0.75f, 0.125f};
constexpr float kFace[3]{0.5f, 0.5f, 0};

// Of the eight points of a row: on the faces along `axis`, or in the middles of cells (axis 3).
Row core_share(const Block<1>& full, bool flat, int axis, int y, int z) {
  const float* w[3]{axis == 0 ? kFace : kMiddle, axis == 1 ? kFace : kMiddle, axis == 2 ? kFace : kMiddle};
  Row sum{};
  for (int k = flat ? 1 : 0; k < (flat ? 2 : 3); ++k) {
    for (int j = 0; j < 3; ++j) {
      const float weight = w[1][j] * (flat ? 1.0f : w[2][k]);
      if (weight == 0) continue;
      const float* v = full.values + Block<1>::index(-1, y + j - 1, z + k - 1);
      sum += weight * (w[0][0] * simd::load(v) + w[0][1] * simd::load(v + 1) + w[0][2] * simd::load(v + 2));
    }
  }
  return sum;
}

enum class Filling { none, some, all };
Filling filling_of(const Block<1>& full) {
  const auto [least, most] = std::minmax_element(std::begin(full.values), std::end(full.values));
  return *most == 0 ? Filling::none : *least > 0 ? Filling::all : Filling::some;
}

}  // namespace

std::vector<Vec3i> LiquidCore::tiles_needed(int margin) const {
  std::vector<uint32_t> reached(tiles.size());
  parallel_for(
      tiles.size(), [&](size_t t) { reached[t] = reached_tiles(tiles, t, full, margin); }, 16);
  std::vector<Vec3i> result;
  for (size_t t = 0; t < tiles.size(); ++t) {
    for (int k = 0; k < 27; ++k) {
      if (reached[t] >> k & 1) result.push_back(tiles.coordinate(t) + Vec3i{k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1});
    }
  }
  return result;
}

void LiquidCore::move_to(const Tiles& other) {
  full = moved_to(tiles, full, other, 0);
  for (size_t axis = 0; axis < 3; ++axis) velocity.face[axis] = moved_to(tiles, velocity.face[axis], other, 0);
  tiles = other;
}

std::vector<LiquidCore::Cell> LiquidCore::cells(const GridSpace& space) const {
  std::vector<Cell> result;
  for (size_t t = 0; t < tiles.size(); ++t) {
    const auto first = static_cast<Vec3f>(tiles.first_cell(t)) + Vec3f{0.5f, 0.5f, 0.5f};
    visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
      if (full[i] == 0) return;
      const Vec3f in_tile{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
      result.push_back({static_cast<uint32_t>(i), space.to_world(first + in_tile)});
    });
  }
  return result;
}

double LiquidCore::volume() const {
  return parallel_sum<double>(tiles.cells(), [&](size_t i) { return full[i]; }) + owed;
}

double LiquidCore::fastest() const {
  double sum = 0;
  for (const std::vector<float>& face : velocity.face) {
    const double most = parallel_max(tiles.cells(), 0.0, [&](size_t i) { return std::abs(double{face[i]}); });
    sum += most * most;
  }
  return std::sqrt(sum);
}

void LiquidCore::state(Archive& archive) {
  std::vector<Vec3i> coordinates(tiles.coordinates().begin(), tiles.coordinates().end());
  int dimensions = tiles.dimensions();
  archive("core_tiles", coordinates);
  archive("core_dimensions", dimensions);
  archive("core_full", full);
  archive("core_owed", owed);
  for (std::vector<float>& face : velocity.face) archive("core_velocity", face);
  if (archive.is_loading()) tiles = Tiles(std::move(coordinates), dimensions);
}

void add_core(const LiquidCore& core, const Vec3f& gained, float per_cell, Scattered& result) {
  const Tiles& tiles = core.tiles;
  const bool flat = tiles.depth() == 1;
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        Block<1> full;
        full.load(tiles, t, core.full);
        const Filling filling = filling_of(full);
        if (filling == Filling::none) return;
        for (int row = 0; row < tiles.rows(); ++row) {
          const size_t i = t * tiles.cells_per_tile() + static_cast<size_t>(kTileSize * row);
          const auto share = [&](int axis) {
            return filling == Filling::all ? simd::set(1)
                                           : core_share(full, flat, axis, row % kTileSize, row / kTileSize);
          };
          for (int axis = 0; axis < tiles.dimensions(); ++axis) {
            const auto a = static_cast<size_t>(axis);
            const Row more = per_cell * share(axis);
            float *weight = result.weight.face[a].data() + i, *value = result.velocity.face[a].data() + i;
            const Row was = simd::load(weight), now = was + more;
            const Row mean =
                (was * simd::load(value) + more * (simd::load(core.velocity.face[a].data() + i) + gained[axis])) /
                (now > 0 ? now : simd::set(1));
            simd::store(more > 0 ? mean : simd::load(value), value);
            simd::store(now, weight);
          }
          // Inside the core nothing says where in its cells the liquid is.
          float* volume = result.volume.data() + i;
          const Row held = filling == Filling::all ? simd::load(core.full.data() + i) : share(3);
          simd::store(simd::load(volume) + held, volume);
        }
      },
      4);
}

}  // namespace weir::grid
