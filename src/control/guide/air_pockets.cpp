// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Small pockets of air, found by union-find over the cells of air (line 5 of Algorithm 1).

#include <algorithm>
#include <map>
#include <numeric>

#include "control/guide/guide_shape.h"
#include "grid/visit_cells.h"

namespace weir {

namespace {

struct Box3i {
  Vec3i lower, upper;
};

// A missing tile so close to a solid lies in it.
constexpr float kBesideSolid = 1.5f;

class Pockets {
 public:
  Pockets(const Tiles& tiles, std::span<const float> mask, std::span<const float> distance)
      : tiles_(tiles), mask_(mask), distance_(distance), parent_(tiles.cells()) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }

  bool is_air(size_t i) const { return i < tiles_.cells() && mask_[i] < 0 && distance_[i] >= 0; }

  uint32_t root(size_t i) {
    auto at = static_cast<uint32_t>(i);
    while (parent_[at] != at) at = parent_[at] = parent_[parent_[at]];
    return at;
  }
  void unite(size_t a, size_t b) {
    const uint32_t ra = root(a), rb = root(b);
    parent_[std::max(ra, rb)] = std::min(ra, rb);
  }

  // Calls visit(cell, cell beside it along an axis) for all air, both ways.
  template <class Visit>
  void for_neighbours(const Visit& visit) const {
    for (size_t t = 0; t < tiles_.size(); ++t) {
      const size_t begin = t * tiles_.cells_per_tile(), end = begin + tiles_.cells_per_tile();
      bool any = false;
      for (size_t i = begin; i < end && !any; ++i) any = is_air(i);
      if (!any) continue;
      visit_cells(tiles_, t, [&](int x, int y, int z, size_t i) {
        if (!is_air(i)) return;
        const int place[3]{x, y, z}, stride[3]{1, kTileSize, kTileSize * kTileSize};
        for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
          for (const int side : {-1, 1}) {
            const int next = place[axis] + side;
            if (next >= 0 && next < kTileSize) {
              visit(i, static_cast<size_t>(static_cast<int64_t>(i) + side * stride[axis]));
              continue;
            }
            const size_t other = tiles_.neighbour(t, axis == 0 ? side : 0, axis == 1 ? side : 0, axis == 2 ? side : 0);
            const int64_t local = static_cast<int64_t>(i - begin) - int64_t{side} * (kTileSize - 1) * stride[axis];
            visit(i, static_cast<size_t>(static_cast<int64_t>(other * tiles_.cells_per_tile()) + local));
          }
        }
      });
    }
  }

 private:
  const Tiles& tiles_;
  std::span<const float> mask_, distance_;
  std::vector<uint32_t> parent_;
};

}  // namespace

void close_air_pockets(const Tiles& tiles, std::span<const float> mask, std::span<const float> solids, float radius,
                       std::vector<float>& distance) {
  Pockets pockets(tiles, mask, distance);
  std::vector<uint8_t> open(tiles.cells(), 0);  // of a root: air that is no small pocket
  const auto place = [&](size_t i) {
    const auto n = static_cast<int>(i % tiles.cells_per_tile());
    return tiles.first_cell(i / tiles.cells_per_tile()) + Vec3i{n % 8, n / 8 % 8, n / 64};
  };
  pockets.for_neighbours([&](size_t i, size_t beside) {
    if (pockets.is_air(beside)) pockets.unite(i, beside);
  });
  pockets.for_neighbours([&](size_t i, size_t beside) {
    const bool ends = beside >= tiles.cells() ? solids[i] > kBesideSolid : mask[beside] >= 0;
    if (ends || distance[i] >= radius) open[pockets.root(i)] = 1;
  });
  // A layer of air is thin and no pocket: all of it must be within the radius.
  std::map<uint32_t, Box3i> boxes;
  for (size_t i = 0; i < tiles.cells(); ++i) {
    if (!pockets.is_air(i) || open[pockets.root(i)]) continue;
    const auto [at, is_new] = boxes.try_emplace(pockets.root(i), Box3i{place(i), place(i)});
    at->second = {min(at->second.lower, place(i)), max(at->second.upper, place(i))};
  }
  if (boxes.empty()) return;
  for (size_t i = 0; i < tiles.cells(); ++i) {
    if (!pockets.is_air(i) || open[pockets.root(i)]) continue;
    const Box3i& box = boxes[pockets.root(i)];
    if (static_cast<float>(max_component(box.upper - box.lower)) < 2 * radius) distance[i] = -radius;
  }
}

}  // namespace weir
