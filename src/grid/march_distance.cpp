// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Signed distances by fast marching: cells are settled from the surface outwards, each by the Eikonal equation from
// neighbours that are settled already (differences of second order where there are two in a row).

#include <algorithm>
#include <functional>
#include <queue>

#include "base/parallel.h"
#include "grid/first_layer.h"
#include "grid/visit_cells.h"

namespace weir {

namespace {

enum class Side : uint8_t { none, inside, outside };

class March {
 public:
  // `settled`: 1 for cells whose distance stays. Only cells of its own side are looked at.
  March(const Tiles& tiles, Side side, float band, const std::vector<Side>& sides, std::vector<float>& distance,
        std::vector<float>& settled)
      : tiles_(tiles),
        side_(side),
        sign_(side == Side::inside ? -1.0f : 1.0f),
        band_(band),
        sides_(sides),
        distance_(distance),
        settled_(settled) {}

  void run() {
    for (size_t t = 0; t < tiles_.size(); ++t) start_in(t);
    while (!queue_.empty()) {
      const auto [d, i] = queue_.top();
      queue_.pop();
      if (settled_[i] > 0 || d > std::abs(distance_[i])) continue;
      settled_[i] = 1;
      visit_beside(i, [&](size_t beside) { update(beside); });
    }
  }

 private:
  bool is_own(size_t i) const { return sides_[i] == side_; }

  void start_in(size_t t) {
    const size_t cells = tiles_.cells_per_tile(), begin = t * cells;
    for (size_t i = begin; i < begin + cells; ++i) {
      if (is_own(i) && settled_[i] > 0) visit_beside(i, [&](size_t beside) { update(beside); });
    }
  }

  // The cell so many cells along an axis; in the blank tile when there is none.
  size_t along(size_t i, int axis, int way) const {
    const size_t cells = tiles_.cells_per_tile(), t = i / cells, in = i % cells;
    const int shift = 3 * axis, place = static_cast<int>(in >> shift & 7), next = place + way;
    if (next >= 0 && next < kTileSize) return i + static_cast<size_t>(static_cast<int64_t>(way) << shift);
    const Vec3i step = axis_step(axis) * (way < 0 ? -1 : 1);
    const size_t other = tiles_.neighbour(t, step.x, step.y, step.z);
    return other * cells + (in & ~(size_t{7} << shift)) + (static_cast<size_t>(next & 7) << shift);
  }

  template <class Visit>
  void visit_beside(size_t i, const Visit& visit) const {
    for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
      visit(along(i, axis, -1));
      visit(along(i, axis, 1));
    }
  }

  // How far a settled cell is, else far.
  float known(size_t i) const {
    return i < tiles_.cells() && is_own(i) && settled_[i] > 0 ? sign_ * distance_[i] : 1e30f;
  }

  void update(size_t i) {
    if (i >= tiles_.cells() || !is_own(i) || settled_[i] > 0) return;
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
    queue_.push({std::abs(distance_[i]), static_cast<uint32_t>(i)});
  }

  using Entry = std::pair<float, uint32_t>;
  const Tiles& tiles_;
  Side side_;
  float sign_, band_;
  const std::vector<Side>& sides_;
  std::vector<float>& distance_;
  std::vector<float>& settled_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

}  // namespace

void march_distance(const Tiles& tiles, float inner, float outer, std::vector<float>& distance, BeyondTiles beyond) {
  const auto blank = distance.begin() + static_cast<ptrdiff_t>(tiles.cells());
  std::fill(blank, distance.end(), beyond == BeyondTiles::outside ? outer : kNoDistance);
  std::vector<float> settled(tiles.cells(), 0.0f);
  set_first_layer(tiles, inner, outer, distance, settled);
  std::vector<Side> sides(tiles.cells());
  parallel_for(tiles.cells(), [&](size_t i) {
    sides[i] = !takes_part(distance[i]) ? Side::none : distance[i] < 0 ? Side::inside : Side::outside;
  });
  parallel_alone(2, [&](size_t n) {
    March(tiles, n == 0 ? Side::inside : Side::outside, n == 0 ? inner : outer, sides, distance, settled).run();
  });
  parallel_for(distance.size(), [&](size_t i) {
    if (!takes_part(distance[i])) distance[i] = i < tiles.cells() ? -inner : outer;
  });
}

}  // namespace weir
