// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The core of the liquid at the end of a step.

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "base/parallel.h"
#include "grid/cubic.h"
#include "grid/erode.h"
#include "grid/gather.h"
#include "grid/liquid_core.h"
#include "grid/trace.h"
#include "grid/visit_cells.h"

namespace weir {

namespace {

constexpr float kEvenlyFull = 0.1f;      // cells join the core when they are as full as that, one way or the other
constexpr float kClearOfSolids = 0.45f;  // cells from a solid to the middle of a cell of the core

// Of the cells of a tile.
struct CoreTile {
  bool any_full = false, any_fit = false, all_fit = false;
};

struct Around {
  MacBlock<kFarthestMove> velocity;
  Block<kFarthestMove + 2> full, fit;
  Block<kFarthestMove + 2> component;
};

Vec3f place(int x, int y, int z, const Vec3f& in_cell) {
  return Vec3f{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)} + in_cell;
}

class Advance {
 public:
  Advance(const LiquidCore& core, const CoreStep& step)
      : core_(core),
        step_(step),
        tiles_(core.tiles),
        flat_(tiles_.depth() == 1),
        reach_(step.step / static_cast<float>(step.space.cell)),
        fit_(tiles_.field_size(), 0.0f),
        kind_(tiles_.size() + 1) {
    find_fit();
    find_kinds();
  }

  // Full cells at the end of the step, and new particles.
  void fill(std::vector<float>& full, CoreChange& change) {
    std::vector<CoreChange> of_tile(tiles_.size());
    parallel_for_blocks(
        tiles_.size(),
        [&](size_t begin, size_t end) {
          const auto around = std::make_unique<Around>();
          for (size_t t = begin; t < end; ++t) fill_tile(t, *around, full, of_tile[t]);
        },
        2);
    for (const CoreChange& c : of_tile) {
      change.position.insert(change.position.end(), c.position.begin(), c.position.end());
      change.velocity.insert(change.velocity.end(), c.velocity.begin(), c.velocity.end());
    }
  }

  // Velocities around the new full cells, carried with the flow.
  void carry_velocity(std::span<const float> full, MacField& velocity) {
    parallel_for_blocks(
        tiles_.size(),
        [&](size_t begin, size_t end) {
          const auto around = std::make_unique<Around>();
          for (size_t t = begin; t < end; ++t) carry_tile(t, *around, full, velocity);
        },
        2);
  }

 private:
  // Cells that could be in the core: those in it that are deep still, and evenly full ones a layer deeper.
  void find_fit() {
    std::vector<float> deep(tiles_.field_size(), 0.0f);
    const SolidFaces& solids = step_.solids;
    parallel_for(tiles_.cells(),
                 [&](size_t i) { deep[i] = step_.distance[i] < 0 || solids.room[i] < 0.5f ? 1.0f : 0.0f; });
    erode(tiles_, step_.band - 1, deep);
    std::vector<float> deeper = deep;
    erode(tiles_, 1, deeper);
    parallel_for(tiles_.cells(), [&](size_t i) {
      const float share = step_.scattered.volume[i] / std::max(solids.room[i], 0.1f);
      const bool joins = deeper[i] > 0 && std::abs(share - 1) < kEvenlyFull;
      if (joins || deep[i] * core_.full[i] > 0) fit_[i] = 1;
    });
  }

  void find_kinds() {
    parallel_for(
        tiles_.size(),
        [&](size_t t) {
          CoreTile kind{false, false, true};
          visit_cells(tiles_, t, [&](int, int, int, size_t i) {
            kind.any_full = kind.any_full || core_.full[i] != 0;
            kind.any_fit = kind.any_fit || fit_[i] != 0;
            kind.all_fit = kind.all_fit && fit_[i] != 0;
          });
          kind_[t] = kind;
        },
        16);
  }

  static bool at(const Block<kFarthestMove + 2>& block, bool flat, const Vec3f& g) {
    const auto cell = [](float v) {
      return std::clamp(static_cast<int>(std::floor(v)), -kFarthestMove - 2, kTileSize + kFarthestMove + 1);
    };
    return block.at(cell(g.x), cell(g.y), flat ? 0 : cell(g.z)) != 0;
  }

  void fill_tile(size_t t, Around& around, std::vector<float>& full, CoreChange& change) {
    bool any_full = false, any_fit = false, all_fit = true;
    for (int n = 0; n < 27; ++n) {
      if (flat_ && n / 9 != 1) continue;
      const CoreTile& kind = kind_[tiles_.neighbour(t, n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1)];
      any_full = any_full || kind.any_full;
      any_fit = any_fit || kind.any_fit;
      all_fit = all_fit && kind.all_fit;
    }
    if (!any_full && !any_fit) return;
    if (all_fit && is_clear(t)) {
      std::fill_n(full.begin() + static_cast<ptrdiff_t>(t * tiles_.cells_per_tile()), tiles_.cells_per_tile(), 1.0f);
      return;
    }
    around.full.load(tiles_, t, core_.full);
    around.fit.load(tiles_, t, fit_);
    around.velocity.load(tiles_, t, step_.velocity);
    visit_cells(tiles_, t, [&](int x, int y, int z, size_t i) {
      // Which cells are the core is a matter of choice: a rough look back is enough, unlike for the particles below.
      const Vec3f middle = place(x, y, z, {0.5f, 0.5f, 0.5f});
      const Vec3f from = middle - around.velocity.sample(middle) * reach_;
      if (is_clear_cell(i) && at(around.fit, flat_, from)) {
        full[i] = 1;
      } else if (any_full && is_near_full(around.full, from)) {
        make_particles(t, {x, y, z}, around, change);
      }
    });
  }

  bool is_clear_cell(size_t i) const {
    return step_.solids.distance[i] > kClearOfSolids * static_cast<float>(step_.space.cell);
  }
  bool is_clear(size_t t) const {
    const size_t begin = t * tiles_.cells_per_tile(), end = begin + tiles_.cells_per_tile();
    for (size_t i = begin; i < end; ++i) {
      if (!is_clear_cell(i)) return false;
    }
    return true;
  }

  bool is_near_full(const Block<kFarthestMove + 2>& full, const Vec3f& from) const {
    for (int n = 0; n < (flat_ ? 9 : 27); ++n) {
      const Vec3i way{n % 3 - 1, n / 3 % 3 - 1, flat_ ? 0 : n / 9 - 1};
      if (at(full, flat_, from + static_cast<Vec3f>(way))) return true;
    }
    return false;
  }

  // Where a cell has liquid from the old core, as many particles as it would have brought along.
  void make_particles(size_t t, const Vec3i& cell, const Around& around, CoreChange& change) {
    const Vec3i first = tiles_.first_cell(t), c = first + cell;
    const auto part = [](int v) { return static_cast<uint64_t>(static_cast<int64_t>(v) + (1 << 20)) & 0x1fffff; };
    const uint64_t key = part(c.x) << 42 | part(c.y) << 21 | part(c.z);
    const std::array<uint32_t, 4> bits = step_.random.bits(key, static_cast<uint32_t>(step_.number));
    const auto jitter = [&](int n, int axis) {  // 5 bits for each
      const auto place_of = static_cast<uint32_t>(3 * n + axis);
      return 0.25f / 32 * static_cast<float>(bits[place_of / 6] >> 5 * (place_of % 6) & 31);
    };
    const int count = flat_ ? 4 : 8;
    for (int n = 0; n < count; ++n) {
      const Vec3f corner{n & 1 ? 0.625f : 0.125f, n & 2 ? 0.625f : 0.125f, n & 4 ? 0.625f : 0.125f};
      Vec3f inside = corner + Vec3f{jitter(n, 0), jitter(n, 1), jitter(n, 2)};
      if (flat_) inside.z = 0.5f;
      const Vec3f here = place(cell.x, cell.y, cell.z, inside);
      const Vec3f from = departure(around.velocity, here, reach_);
      if (!at(around.full, flat_, from)) continue;
      change.position.push_back(step_.space.to_world(static_cast<Vec3f>(first) + here));
      Vec3f velocity = around.velocity.sample(from);
      if (flat_) velocity.z = 0;
      change.velocity.push_back(velocity);
    }
  }

  void carry_tile(size_t t, Around& around, std::span<const float> full, MacField& velocity) {
    Block<1> near;
    near.load(tiles_, t, full);
    if (std::all_of(std::begin(near.values), std::end(near.values), [](float f) { return f == 0; })) return;
    around.velocity.load(tiles_, t, step_.velocity);
    for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
      const auto a = static_cast<size_t>(axis);
      around.component.load(tiles_, t, step_.velocity.face[a]);
      visit_cells(tiles_, t, [&](int x, int y, int z, size_t i) {
        if (!beside_full(near, x, y, z)) return;
        const Vec3f from = departure(around.velocity, place(x, y, z, face_place(axis)), reach_) - face_place(axis);
        velocity.face[a][i] = sample_limited_cubic(around.component, flat_, from.x, from.y, from.z);
      });
    }
  }

  bool beside_full(const Block<1>& near, int x, int y, int z) const {
    for (int k = flat_ ? 0 : -1; k <= (flat_ ? 0 : 1); ++k) {
      for (int j = -1; j <= 1; ++j) {
        const float* v = near.values + Block<1>::index(x - 1, y + j, z + k);
        if (v[0] + v[1] + v[2] > 0) return true;
      }
    }
    return false;
  }

  const LiquidCore& core_;
  const CoreStep& step_;
  const Tiles& tiles_;
  bool flat_;
  float reach_;  // cells a (m/s)
  std::vector<float> fit_;
  std::vector<CoreTile> kind_;  // and of the blank tile
};

}  // namespace

CoreChange advance_core(LiquidCore& core, const CoreStep& step) {
  CoreChange change;
  std::vector<float> full(core.tiles.field_size(), 0.0f);
  MacField velocity;
  velocity.resize(core.tiles);
  Advance advance(core, step);
  advance.fill(full, change);
  advance.carry_velocity(full, velocity);
  core.full.swap(full);
  core.velocity = std::move(velocity);
  return change;
}

}  // namespace weir
