// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Signed distances by fast marching: cells are settled from the surface outwards, each by the Eikonal equation from
// neighbours that are settled already (differences of second order where there are two in a row). Cells wait in buckets
// of like distance instead of an order (Yatziv et al. 2006).

#include <algorithm>
#include <cmath>

#include "grid/surface/first_layer.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

// What a cell is. Only cells of its own side are looked at by a march.
enum class Cell : uint8_t { none, inside, outside, settled_inside, settled_outside };

class March {
 public:
  March(const Tiles& tiles, bool inside, float band, std::vector<Cell>& cells, std::vector<float>& distance)
      : tiles_(tiles),
        shift_(tiles.depth() == 1 ? 6 : 9),
        open_(inside ? Cell::inside : Cell::outside),
        settled_(inside ? Cell::settled_inside : Cell::settled_outside),
        sign_(inside ? -1.0f : 1.0f),
        band_(band),
        cells_(cells),
        distance_(distance),
        buckets_(static_cast<size_t>(band / kWidth) + 1) {}

  void run() {
    for (size_t i = 0; i < tiles_.cells(); ++i) {
      if (cells_[i] == settled_) update_beside(i);
    }
    for (size_t n = 0; n < buckets_.size(); ++n) {
      for (size_t k = 0; k < buckets_[n].size(); ++k) {  // which may grow
        const uint32_t i = buckets_[n][k];
        if (cells_[i] == settled_ || bucket_of(i) < n) continue;
        cells_[i] = settled_;
        update_beside(i);
      }
    }
  }

 private:
  // The cell so many cells along an axis; in the blank tile when there is none.
  size_t along(size_t i, int axis, int way) const {
    const int shift = 3 * axis, own = static_cast<int>(i >> shift & 7), next = own + way;
    if (next >= 0 && next < kTileSize) return i + static_cast<size_t>(static_cast<int64_t>(way) << shift);
    const Vec3i step = axis_step(axis) * (way < 0 ? -1 : 1);
    const size_t other = tiles_.neighbour(i >> shift_, step.x, step.y, step.z);
    const size_t in = i & ((size_t{1} << shift_) - 1) & ~(size_t{7} << shift);
    return (other << shift_) + in + (static_cast<size_t>(next & 7) << shift);
  }

  void update_beside(size_t i) {
    for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
      for (const int way : {-1, 1}) {
        const size_t beside = along(i, axis, way);
        if (cells_[beside] == open_) update(beside);
      }
    }
  }

  // How far a settled cell is, else far.
  float known(size_t i) const { return cells_[i] == settled_ ? sign_ * distance_[i] : 1e30f; }

  void update(size_t i) {
    float weight[3], value[3];
    int count = 0;
    for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
      const float low = known(along(i, axis, -1)), high = known(along(i, axis, 1));
      const float first = std::min(low, high);
      if (first > 1e29f) continue;
      const float second = known(along(i, axis, low < high ? -2 : 2));
      const bool curved = second <= first && first - second < 2;
      weight[count] = curved ? 2.25f : 1.0f;
      value[count++] = curved ? (4 * first - second) / 3 : first;
    }
    const float d = solve_eikonal(weight, value, count);
    if (d >= band_ || d >= std::abs(distance_[i])) return;
    distance_[i] = sign_ * std::max(d, 1e-6f);
    buckets_[bucket_of(i)].push_back(static_cast<uint32_t>(i));
  }

  size_t bucket_of(size_t i) const { return static_cast<size_t>(std::abs(distance_[i]) / kWidth); }

  static constexpr float kWidth = 0.125f;
  const Tiles& tiles_;
  int shift_;  // that makes the number of a tile of that of a cell
  Cell open_, settled_;
  float sign_, band_;
  std::vector<Cell>& cells_;  // those of the blank tile are none
  std::vector<float>& distance_;
  std::vector<std::vector<uint32_t>> buckets_;
};

}  // namespace

void march_distance(const Tiles& tiles, float inner, float outer, std::vector<float>& distance, BeyondTiles beyond) {
  const auto blank = distance.begin() + static_cast<ptrdiff_t>(tiles.cells());
  std::fill(blank, distance.end(), beyond == BeyondTiles::outside ? outer : kNoDistance);
  std::vector<float> settled(tiles.cells(), 0.0f);
  set_first_layer(tiles, inner, outer, distance, settled);
  std::vector<Cell> cells(tiles.field_size(), Cell::none);
  parallel_for(tiles.cells(), [&](size_t i) {
    if (!takes_part(distance[i])) return;
    const bool is_settled = settled[i] > 0;
    cells[i] = distance[i] < 0 ? (is_settled ? Cell::settled_inside : Cell::inside)
                               : (is_settled ? Cell::settled_outside : Cell::outside);
  });
  parallel_alone(2, [&](size_t n) { March(tiles, n == 0, n == 0 ? inner : outer, cells, distance).run(); });
  parallel_for(distance.size(), [&](size_t i) {
    if (!takes_part(distance[i])) distance[i] = i < tiles.cells() ? -inner : outer;
  });
}

}  // namespace weir::grid
