// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Union-find: inside the tiles, all at once, then across their faces. The root of a region is its lowest cell, whatever
// the order of the work.

#include "grid/pressure/floating_regions.h"

#include <algorithm>
#include <numeric>

#include "grid/tiles/row.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr size_t kTilesAtOnce = 8;
constexpr uint8_t kTakesPart = 1, kGrounded = 2;

class Finder {
 public:
  explicit Finder(const PoissonMatrix& matrix)
      : matrix_(matrix), tiles_(*matrix.tiles), parent_(tiles_.cells()), mark_(tiles_.cells(), 0) {
    std::iota(parent_.begin(), parent_.end(), 0u);
    parallel_for(
        tiles_.size(), [&](size_t t) { join_inside(t); }, kTilesAtOnce);
    for (size_t t = 0; t < tiles_.size(); ++t) join_across(t);
    for (size_t t = 0; t < tiles_.size(); ++t) pass_on_ground(t);
  }

  uint32_t root(uint32_t cell) const {
    while (parent_[cell] != cell) cell = parent_[cell];
    return cell;
  }
  bool floats(uint32_t cell) const { return (mark_[cell] & kTakesPart) && !(mark_[root(cell)] & kGrounded); }
  bool any_floats() const {
    const auto cells = static_cast<uint32_t>(tiles_.cells_per_tile());
    for (uint32_t t = 0; t < tiles_.size(); ++t) {
      if (matrix_.kind[t] == TileKind::idle) continue;
      for (uint32_t i = t * cells; i < (t + 1) * cells; ++i) {
        if (parent_[i] == i && (mark_[i] & (kTakesPart | kGrounded)) == kTakesPart) return true;
      }
    }
    return false;
  }

 private:
  uint32_t shortened_root(uint32_t cell) {
    while (parent_[cell] != cell) cell = parent_[cell] = parent_[parent_[cell]];
    return cell;
  }
  void join(uint32_t a, uint32_t b) {
    mark_[a] |= kTakesPart, mark_[b] |= kTakesPart;
    const uint32_t ra = shortened_root(a), rb = shortened_root(b);
    parent_[std::max(ra, rb)] = std::min(ra, rb);
  }
  // visit(cell) for the cells of a tile whose value is above zero; most rows have none.
  template <class Visit>
  void visit_positive(std::span<const float> values, uint32_t first, const Visit& visit) const {
    for (uint32_t row = first; row < first + tiles_.cells_per_tile(); row += kTileSize) {
      if (simd::greatest(simd::load(values.data() + row)) <= 0) continue;
      for (uint32_t i = row; i < row + kTileSize; ++i) {
        if (values[i] > 0) visit(i);
      }
    }
  }
  void join_inside(size_t t) {
    const auto cells = static_cast<uint32_t>(tiles_.cells_per_tile()), first = static_cast<uint32_t>(t) * cells;
    if (matrix_.kind[t] == TileKind::idle) return;
    if (matrix_.kind[t] == TileKind::plain) {
      std::fill_n(parent_.begin() + first, cells, first);
      std::fill_n(mark_.begin() + first, cells, kTakesPart);
      return;
    }
    const std::vector<float>& along = matrix_.face[0];
    visit_positive(along, first, [&](uint32_t i) {  // runs along x: the root is the first cell
      if (layer(0, i - first) > 0) parent_[i] = parent_[i - 1], mark_[i] = mark_[i - 1] = kTakesPart;
    });
    for (size_t axis = 1; axis < 3; ++axis) {
      const std::vector<float>& face = matrix_.face[axis];
      visit_positive(face, first, [&](uint32_t i) {
        if (layer(axis, i - first) == 0) return;
        const uint32_t below = i - stride(axis);
        // Two runs need one joint.
        if (layer(0, i - first) > 0 && along[i] > 0 && along[below] > 0 && face[i - 1] > 0) return;
        join(i, below);
      });
    }
    visit_positive(matrix_.ground, first, [&](uint32_t i) {
      mark_[i] |= kTakesPart;
      mark_[shortened_root(i)] |= kGrounded;
    });
  }
  void join_across(size_t t) {
    const auto cells = static_cast<uint32_t>(tiles_.cells_per_tile()), first = static_cast<uint32_t>(t) * cells;
    for (size_t axis = 0; axis < static_cast<size_t>(tiles_.dimensions()); ++axis) {
      const size_t beside = tiles_.neighbour(t, axis == 0 ? -1 : 0, axis == 1 ? -1 : 0, axis == 2 ? -1 : 0);
      if (beside == tiles_.blank() || matrix_.kind[t] == TileKind::idle) continue;
      for (uint32_t n = 0; n < cells / kTileSize; ++n) {  // the cells of the lowest layer
        const uint32_t i = axis == 0 ? n * stride(1) : axis == 1 ? n / kTileSize * stride(2) + n % kTileSize : n;
        if (matrix_.face[axis][first + i] <= 0) continue;
        join(first + i, static_cast<uint32_t>(beside) * cells + i + stride(axis) * (kTileSize - 1));
      }
    }
  }
  // From the roots inside tiles to those of whole regions.
  void pass_on_ground(size_t t) {
    if (matrix_.kind[t] == TileKind::idle) return;
    const auto cells = static_cast<uint32_t>(tiles_.cells_per_tile()), first = static_cast<uint32_t>(t) * cells;
    for (uint32_t i = first; i < first + cells; ++i) {
      if (mark_[i] & kGrounded) mark_[root(i)] |= kGrounded;
    }
  }
  static uint32_t stride(size_t axis) { return axis == 0 ? 1u : axis == 1 ? 8u : 64u; }
  static uint32_t layer(size_t axis, uint32_t cell) { return cell / stride(axis) % kTileSize; }

  const PoissonMatrix& matrix_;
  const Tiles& tiles_;
  std::vector<uint32_t> parent_;
  std::vector<uint8_t> mark_;
};

}  // namespace

FloatingRegions::FloatingRegions(const PoissonMatrix& matrix) {
  const Finder finder(matrix);
  if (!finder.any_floats()) return;
  for (uint32_t i = 0; i < matrix.tiles->cells(); ++i) {
    if (finder.floats(i)) cells_.push_back(i);
  }
  std::stable_sort(cells_.begin(), cells_.end(),
                   [&](uint32_t a, uint32_t b) { return finder.root(a) < finder.root(b); });
  starts_.clear();
  for (size_t k = 0; k < cells_.size(); ++k) {
    if (k == 0 || finder.root(cells_[k]) != finder.root(cells_[k - 1])) starts_.push_back(static_cast<uint32_t>(k));
  }
  starts_.push_back(static_cast<uint32_t>(cells_.size()));
}

}  // namespace weir::grid
