// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Small pockets of air (line 5 of Algorithm 1). Air that is open to the outside is found first, as bits, 64 cells at a
// time: mostly that is all of it. Only what is left is told apart by union-find.

#include <algorithm>
#include <map>
#include <numeric>

#include "control/guide/guide_shape.h"
#include "grid/tiles/cell_bits.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::guide {

namespace {

struct Box3i {
  Vec3i lower, upper;
};

// Air, and of it what is open: large, or beside the end of the mask or of the tiles. The blank tile comes last.
class OpenAir {
 public:
  OpenAir(const grid::Tiles& tiles, std::span<const float> mask, std::span<const float> solids, float radius,
          const std::vector<float>& distance)
      : tiles_(tiles), air_(tiles.size() + 1), open_(tiles.size() + 1) {
    std::vector<grid::CellBits> ends(tiles.size() + 1);
    const auto find = [&](size_t t, std::span<const float> field, float limit) {
      grid::CellBits bits{};
      grid::visit_rows(tiles, t, [&](int y, int z, size_t i) {
        bits[static_cast<size_t>(z)] |= static_cast<uint64_t>(grid::bits_below(&field[i], limit)) << 8 * y;
      });
      return bits;
    };
    parallel_for(
        tiles.size(),
        [&](size_t t) {
          grid::CellBits masked;
          masked.fill(grid::kAllOfLayer);
          if (!mask.empty()) masked = find(t, mask, 0);
          const grid::CellBits liquid = find(t, distance, 0), near = find(t, distance, radius);
          for (size_t z = 0; z < static_cast<size_t>(tiles.depth()); ++z) {
            air_[t][z] = masked[z] & ~liquid[z];
            ends[t][z] = ~masked[z];
            open_[t][z] = air_[t][z] & ~near[z];
          }
        },
        16);
    ends.back().fill(grid::kAllOfLayer);
    // A missing tile so close to a solid lies in it.
    constexpr float kBesideSolid = 1.5f;
    parallel_for(
        tiles.size(),
        [&](size_t t) {
          if (!grid::has_any(air_[t])) return;
          const grid::CellBits in_solid = ends_at_missing(t) ? find(t, solids, kBesideSolid) : grid::CellBits{};
          const grid::CellBits at_end = spread(t, ends), at_mask = spread(t, ends, false);
          for (size_t z = 0; z < at_end.size(); ++z) {
            open_[t][z] |= air_[t][z] & (at_mask[z] | (at_end[z] & ~in_solid[z]));
          }
        },
        16);
  }

  // Lets the open air reach all that it is connected to; returns whether any other is left.
  bool spread_open() {
    std::vector<uint32_t> waiting(tiles_.size());
    std::iota(waiting.begin(), waiting.end(), 0u);
    std::vector<uint8_t> waits(tiles_.size() + 1, 1);
    while (!waiting.empty()) {
      const uint32_t t = waiting.back();
      waiting.pop_back();
      waits[t] = 0;
      bool changed = false;
      for (grid::CellBits before = open_[t];; before = open_[t]) {
        const grid::CellBits next = spread(t, open_);
        for (size_t z = 0; z < next.size(); ++z) open_[t][z] |= next[z] & air_[t][z];
        if (open_[t] == before) break;
        changed = true;
      }
      for (int n = 0; changed && n < 6; ++n) {
        const int side = n % 2 ? 1 : -1;
        const size_t other = tiles_.neighbour(t, n / 2 == 0 ? side : 0, n / 2 == 1 ? side : 0, n / 2 == 2 ? side : 0);
        if (other != tiles_.blank() && !waits[other]) waits[other] = 1, waiting.push_back(static_cast<uint32_t>(other));
      }
    }
    for (size_t t = 0; t < tiles_.size(); ++t) {
      for (size_t z = 0; z < open_[t].size(); ++z) {
        if (air_[t][z] & ~open_[t][z]) return true;
      }
    }
    return false;
  }

  bool is_closed(size_t cell) const {
    const size_t t = cell / tiles_.cells_per_tile(), n = cell % tiles_.cells_per_tile();
    return t < tiles_.size() && (air_[t][n / 64] & ~open_[t][n / 64]) >> n % 64 & 1;
  }

 private:
  bool ends_at_missing(size_t t) const {
    for (int n = 0; n < 27; ++n) {
      if (tiles_.neighbour(t, n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1) == tiles_.blank()) return true;
    }
    return false;
  }

  // The cells beside those of a field of bits; beyond the tiles as in the blank one, or nothing.
  grid::CellBits spread(size_t t, const std::vector<grid::CellBits>& bits, bool beyond = true) const {
    static constexpr grid::CellBits kNone{};
    const auto at = [&](int x, int y, int z) -> const grid::CellBits& {
      const size_t other = tiles_.neighbour(t, x, y, z);
      return other == tiles_.blank() && !beyond ? kNone : bits[other];
    };
    const grid::CellBits& own = bits[t];
    grid::CellBits result{};
    const auto last = static_cast<size_t>(tiles_.depth() - 1);
    for (size_t z = 0; z <= last; ++z) {
      const uint64_t left = at(-1, 0, 0)[z], right = at(1, 0, 0)[z], below = at(0, -1, 0)[z], above = at(0, 1, 0)[z];
      result[z] = grid::moved_along_x(left, own[z], right, 1) | grid::moved_along_x(left, own[z], right, -1) |
                  grid::moved_along_y(below, own[z], above, 1) | grid::moved_along_y(below, own[z], above, -1);
      if (tiles_.dimensions() == 2) continue;
      result[z] |= (z > 0 ? own[z - 1] : at(0, 0, -1)[last]) | (z < last ? own[z + 1] : at(0, 0, 1)[0]);
    }
    return result;
  }

  const grid::Tiles& tiles_;
  std::vector<grid::CellBits> air_, open_;
};

// Closed air, each pocket by a cell of it.
class Pockets {
 public:
  Pockets(const grid::Tiles& tiles, const OpenAir& air) : tiles_(tiles), air_(air), parent_(tiles.cells()) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }

  uint32_t root(size_t i) {
    auto at = static_cast<uint32_t>(i);
    while (parent_[at] != at) at = parent_[at] = parent_[parent_[at]];
    return at;
  }
  void unite(size_t a, size_t b) {
    const uint32_t ra = root(a), rb = root(b);
    parent_[std::max(ra, rb)] = std::min(ra, rb);
  }

  // Unites all that touch, along one axis after the other.
  void find() {
    for (size_t t = 0; t < tiles_.size(); ++t) {
      grid::visit_cells(tiles_, t, [&](int x, int y, int z, size_t i) {
        if (!air_.is_closed(i)) return;
        for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
          const Vec3i step{axis == 0, axis == 1, axis == 2};
          const size_t beside = tiles_.cell(tiles_.first_cell(t) + Vec3i{x, y, z} + step);
          if (air_.is_closed(beside)) unite(i, beside);
        }
      });
    }
  }

 private:
  const grid::Tiles& tiles_;
  const OpenAir& air_;
  std::vector<uint32_t> parent_;
};

}  // namespace

void close_air_pockets(const grid::Tiles& tiles, std::span<const float> mask, std::span<const float> solids,
                       float radius, std::vector<float>& distance) {
  OpenAir air(tiles, mask, solids, radius, distance);
  if (!air.spread_open()) return;
  Pockets pockets(tiles, air);
  pockets.find();
  const auto cell_at = [&](size_t i) {
    const auto n = static_cast<int>(i % tiles.cells_per_tile());
    return tiles.first_cell(i / tiles.cells_per_tile()) + Vec3i{n % 8, n / 8 % 8, n / 64};
  };
  // A layer of air is thin and no pocket: all of it must be within the radius.
  std::map<uint32_t, Box3i> boxes;
  for (size_t i = 0; i < tiles.cells(); ++i) {
    if (!air.is_closed(i)) continue;
    const auto [at, is_new] = boxes.try_emplace(pockets.root(i), Box3i{cell_at(i), cell_at(i)});
    at->second = {min(at->second.lower, cell_at(i)), max(at->second.upper, cell_at(i))};
  }
  for (size_t i = 0; i < tiles.cells(); ++i) {
    if (!air.is_closed(i)) continue;
    const Box3i& box = boxes[pockets.root(i)];
    if (static_cast<float>(max_component(box.upper - box.lower)) < 2 * radius) distance[i] = -radius;
  }
}

}  // namespace weir::guide
