// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The core of the liquid at the end of a step. What a cell of it holds is counted, not assumed: what the flow leads
// into it from the old core, and the particles that are taken away in it.

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "grid/liquid/core_takes.h"
#include "grid/liquid/gather.h"
#include "grid/liquid/liquid_core.h"
#include "grid/liquid/seam_points.h"
#include "grid/tiles/cubic_rows.h"
#include "grid/tiles/erode.h"
#include "grid/tiles/mac_rows.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr float kEven = 0.005f;
constexpr float kEvenlyFull = 0.1f;      // cells join the core when they are as full as that, one way or the other
constexpr float kClearOfSolids = 0.45f;  // cells from a solid to the middle of a cell of the core

// Of the cells of a tile.
struct CoreTile {
  bool any_full = false, all_full = false, any_fit = false, all_fit = false;
  bool even = false;  // all hold the same, to within kEven
};

// What is known of a cell of the old core, added up.
constexpr int kFits = 1;    // could be in the new core
constexpr int kWithin = 2;  // it and all cells around it are full
constexpr int kNear = 4;    // it or a cell around it is full

using FarBlock = Block<kFarthestMove + 1>;

struct Around {
  MacBlock<kFarthestMove> moving, velocity;
  bool has_velocity = false;
  FarBlock held, known;
  Block<kFarthestMove + 2> component;  // cubic curves reach one cell farther
};

// One point of several, as a cell of a block.
struct CellOf {
  int x, y, z;
  CellOf(const Rows& at, int n, bool flat) : x(cell(at.x[n])), y(cell(at.y[n])), z(flat ? 0 : cell(at.z[n])) {}
  static int cell(float v) {
    return std::clamp(static_cast<int>(std::floor(v)), -kFarthestMove - 1, kTileSize + kFarthestMove);
  }
  float in(const FarBlock& block) const { return block.at(x, y, z); }
};

class Advance {
 public:
  Advance(const LiquidCore& core, const CoreStep& step)
      : core_(core),
        step_(step),
        tiles_(core.tiles),
        flat_(tiles_.depth() == 1),
        reach_(step.step / static_cast<float>(step.space.cell)),
        held_(tiles_.field_size(), 0.0f),
        known_(tiles_.field_size(), 0.0f),
        fate_(tiles_.cells(), outside),
        kind_(tiles_.size() + 1) {
    thin_out();
    find_fit();
    find_kinds();
    find_full_around();
  }

  // Cells of the core at the end of the step with what they hold, and what changes among particles.
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
    const size_t taken = take_particles(core_, step_, fate_, full, change.taken);
    const double per_cell = flat_ ? 4 : 8;
    const double came = (static_cast<double>(taken) - static_cast<double>(change.position.size())) / per_cell;
    change.rounding = core_.volume() + came - sum(full);
    spread(change.rounding, full);
  }
  // What could not be spread: there is no seam.
  double owed() const { return owed_; }

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
  // What cells give off in the step has left them thinner.
  void thin_out() {
    const float share = step_.step / static_cast<float>(step_.space.cell);
    parallel_for(tiles_.cells(), [&](size_t i) {
      if (core_.full[i] != 0) held_[i] = core_.full[i] * std::exp(-share * step_.crowding[i]);
    });
  }

  static double sum(std::span<const float> field) {
    return parallel_sum<double>(field.size(), [&](size_t i) { return field[i]; });
  }

  // Whole particles at a few points of a cell cannot tell exactly how much of it the old core has filled. What that
  // makes wrong in all is put right where it came about: along the seam.
  void spread(double amount, std::vector<float>& full) {
    const auto takes = [&](size_t i) { return fate_[i] == seam && full[i] > 0.5f; };
    const auto cells = parallel_sum<size_t>(tiles_.cells(), [&](size_t i) { return takes(i) ? 1u : 0u; });
    const double each = cells ? std::clamp(amount / static_cast<double>(cells), -0.25, 0.25) : 0;
    const auto more = static_cast<float>(each);
    parallel_for(tiles_.cells(), [&](size_t i) {
      if (takes(i)) full[i] += more;
    });
    owed_ = amount - each * static_cast<double>(cells);
  }

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
      if (joins || deep[i] * core_.full[i] > 0) known_[i] = kFits;
    });
  }

  void find_kinds() {
    parallel_for(
        tiles_.size(),
        [&](size_t t) {
          CoreTile kind{false, true, false, true, true};
          visit_cells(tiles_, t, [&](int, int, int, size_t i) {
            kind.any_full = kind.any_full || core_.full[i] != 0;
            kind.all_full = kind.all_full && core_.full[i] != 0;
            kind.any_fit = kind.any_fit || known_[i] != 0;
            kind.all_fit = kind.all_fit && known_[i] != 0;
            kind.even = kind.even && std::abs(held_[i] - 1) < kEven;
          });
          kind_[t] = kind;
        },
        16);
  }

  // Adds kWithin and kNear.
  void find_full_around() {
    parallel_for(
        tiles_.size(),
        [&](size_t t) {
          if (!kinds_around(t).any_full) return;
          Block<1> held;
          held.load(tiles_, t, held_);
          for (int row = 0; row < tiles_.rows(); ++row) {
            const auto [least, most] = extremes_around(held, row % kTileSize, row / kTileSize);
            float* known = known_.data() + t * tiles_.cells_per_tile() + kTileSize * static_cast<size_t>(row);
            const Row more =
                (least > 0 ? simd::set(kWithin) : simd::set(0)) + (most > 0 ? simd::set(kNear) : simd::set(0));
            simd::store(simd::load(known) + more, known);
          }
        },
        4);
  }
  // Of each cell of a row and the cells around it.
  std::pair<Row, Row> extremes_around(const Block<1>& block, int y, int z) const {
    Row least = simd::set(1e30f), most = simd::set(-1e30f);
    for (int k = flat_ ? 0 : -1; k <= (flat_ ? 0 : 1); ++k) {
      for (int j = -1; j <= 1; ++j) {
        for (int i = -1; i <= 1; ++i) {
          const Row v = simd::load(block.values + Block<1>::index(i, y + j, z + k));
          least = simd::min(least, v);
          most = simd::max(most, v);
        }
      }
    }
    return {least, most};
  }

  CoreTile kinds_around(size_t t) const {
    CoreTile all{false, true, false, true, true};
    for (int n = 0; n < 27; ++n) {
      if (flat_ && n / 9 != 1) continue;
      const CoreTile& kind = kind_[tiles_.neighbour(t, n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1)];
      all.any_full = all.any_full || kind.any_full;
      all.all_full = all.all_full && kind.all_full;
      all.any_fit = all.any_fit || kind.any_fit;
      all.all_fit = all.all_fit && kind.all_fit;
      all.even = all.even && kind.even;
    }
    return all;
  }

  void fill_tile(size_t t, Around& around, std::vector<float>& full, CoreChange& change) {
    const CoreTile kind = kinds_around(t);
    if (!kind.any_full && !kind.any_fit) return;
    const bool deep = kind.all_full && kind.all_fit && may_all_be_core(t);
    if (deep && kind.even) {
      // Wherever it comes from, it holds the same.
      const auto begin = static_cast<ptrdiff_t>(t * tiles_.cells_per_tile()),
                 count = static_cast<ptrdiff_t>(tiles_.cells_per_tile());
      std::copy_n(held_.begin() + begin, count, full.begin() + begin);
      std::fill_n(fate_.begin() + begin, count, inside);
      return;
    }
    around.held.load(tiles_, t, held_);
    around.known.load(tiles_, t, known_);
    around.moving.load(tiles_, t, step_.moving);
    around.has_velocity = false;
    for (int row = 0; row < tiles_.rows(); ++row) {
      fill_row(t, row % kTileSize, row / kTileSize, kind.any_full, deep, around, full, change);
    }
  }

  void fill_row(size_t t, int y, int z, bool any_full, bool deep, Around& around, std::vector<float>& full,
                CoreChange& change) {
    // Which cells are the core is a matter of choice: a rough look back is enough, unlike for what they hold.
    const Vec3f middle{0.5f, 0.5f, 0.5f};
    const Rows from = row_of_cells(y, z, middle) - velocity_in_cells<false>(around.moving, middle, y, z) * reach_;
    const Row held = sample_rows<false>(around.held, within_block<kFarthestMove + 1>(from - middle));
    const size_t first = t * tiles_.cells_per_tile() + static_cast<size_t>(kTileSize * (y + kTileSize * z));
    for (int x = 0; x < kTileSize; ++x) {
      const size_t i = first + static_cast<size_t>(x);
      const int known = static_cast<int>(CellOf(from, x, flat_).in(around.known));
      const bool joins = deep || (may_be_core(i) && known & kFits);
      if (joins && (deep || known & kWithin)) {
        fate_[i] = inside;
        full[i] = held[x];
      } else if (joins) {
        fate_[i] = seam;
        full[i] = any_full ? from_core(t, {x, y, z}, around, nullptr) : 0.0f;
      } else if (any_full && known & kNear) {
        from_core(t, {x, y, z}, around, &change);
      }
    }
  }

  bool may_be_core(size_t i) const {
    return step_.solids.distance[i] > kClearOfSolids * static_cast<float>(step_.space.cell) &&
           (step_.left.empty() || !step_.left[i]);
  }
  bool may_all_be_core(size_t t) const {
    const size_t begin = t * tiles_.cells_per_tile(), end = begin + tiles_.cells_per_tile();
    for (size_t i = begin; i < end; ++i) {
      if (!may_be_core(i)) return false;
    }
    return true;
  }

  // How much of a cell the old core fills now, by as many points in it as it would hold particles; and where it is not
  // in the core any more, these particles: as crowded as the core was there.
  float from_core(size_t t, const Vec3i& cell, Around& around, CoreChange* change) {
    const Vec3i first = tiles_.first_cell(t);
    const SeamPoints points(first + cell, flat_, step_.number);
    const int count = points.count();
    Rows here{};
    for (int n = 0; n < count; ++n) {
      const Vec3f at = static_cast<Vec3f>(cell) + points.in_cell(n);
      here.x[n] = at.x;
      here.y[n] = at.y;
      here.z[n] = at.z;
    }
    const Rows from = departure<false>(around.moving, here, reach_);
    float amount = 0;  // particles so far; whole ones are made
    const float start = points.start();
    for (int n = 0; n < count; ++n) {
      const int before = static_cast<int>(start + amount);
      amount += CellOf(from, n, flat_).in(around.held);
      if (!change) continue;
      for (int made = before; made < static_cast<int>(start + amount); ++made) {
        const auto one = [n](const Rows& rows) { return Vec3f{rows.x[n], rows.y[n], rows.z[n]}; };
        change->position.push_back(step_.space.to_world(static_cast<Vec3f>(first) + one(here)));
        change->velocity.push_back(velocity_at(t, one(from), around));
      }
    }
    return amount / static_cast<float>(count);
  }

  Vec3f velocity_at(size_t t, const Vec3f& at, Around& around) const {
    if (!around.has_velocity) around.velocity.load(tiles_, t, step_.velocity);
    around.has_velocity = true;
    Vec3f velocity = around.velocity.sample(at);
    if (flat_) velocity.z = 0;
    return velocity;
  }

  void carry_tile(size_t t, Around& around, std::span<const float> full, MacField& velocity) {
    Block<1> near;
    near.load(tiles_, t, full);
    if (std::all_of(std::begin(near.values), std::end(near.values), [](float f) { return f == 0; })) return;
    around.moving.load(tiles_, t, step_.moving);
    for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
      const auto a = static_cast<size_t>(axis);
      around.component.load(tiles_, t, step_.velocity.face[a]);
      for (int row = 0; row < tiles_.rows(); ++row) {
        const int y = row % kTileSize, z = row / kTileSize;
        const RowMask beside_full = extremes_around(near, y, z).second > 0;
        if (simd::none(beside_full)) continue;
        const Row carried = sample_limited_cubic(around.component, flat_, face_departure(around.moving, axis, y, z));
        simd::store(beside_full ? carried : simd::set(0),
                    velocity.face[a].data() + t * tiles_.cells_per_tile() + kTileSize * static_cast<size_t>(row));
      }
    }
  }

  // Where the velocities on the faces of a row come from, as cells of their component: the midpoint rule.
  Rows face_departure(const MacBlock<kFarthestMove>& moving, int axis, int y, int z) const {
    const Vec3f middle = face_middle(axis);
    const Rows face = row_of_cells(y, z, middle);
    const Rows half = face - velocity_in_cells<false>(moving, middle, y, z) * (0.5f * reach_);
    return face - sample<false>(moving, half) * reach_ - middle;
  }

  const LiquidCore& core_;
  const CoreStep& step_;
  const Tiles& tiles_;
  bool flat_;
  float reach_;               // cells a (m/s)
  std::vector<float> held_;   // by the cells of the old core, when the flow has thinned or crowded them
  std::vector<float> known_;  // of the old core's cells, and those around it: kFits, kWithin, kNear
  std::vector<Fate> fate_;
  std::vector<CoreTile> kind_;  // and of the blank tile
  double owed_ = 0;
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
  core.owed = advance.owed();
  core.velocity = std::move(velocity);
  return change;
}

}  // namespace weir::grid
