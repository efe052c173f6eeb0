// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which tile of a sparse volume lies where.

#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "weir/base/vec.h"

namespace weir::retime {

class TileMap {
 public:
  static constexpr uint32_t kNone = 0xffffffff;

  TileMap() = default;
  // In their order. Found at once where the box around them is not too large.
  explicit TileMap(std::span<const Vec3i> tiles) {
    for (const Vec3i& tile : tiles) box_.include(tile);
    if (!tiles.empty() && cells_of(box_) <= kMostCells) {
      size_ = box_.upper - box_.lower + Vec3i{1, 1, 1};
      dense_.assign(static_cast<size_t>(cells_of(box_)), kNone);
      for (size_t i = 0; i < tiles.size(); ++i) dense_[cell(tiles[i])] = static_cast<uint32_t>(i);
    } else {
      for (const Vec3i& tile : tiles) add(tile);
    }
  }
  // Whether it is new. Not after tiles were given all at once.
  bool add(const Vec3i& tile) { return index_.emplace(tile, static_cast<uint32_t>(index_.size())).second; }
  uint32_t find(const Vec3i& tile) const {
    if (!dense_.empty()) return box_.contains(tile) ? dense_[cell(tile)] : kNone;
    const auto found = index_.find(tile);
    return found == index_.end() ? kNone : found->second;
  }

 private:
  static constexpr double kMostCells = 1 << 22;

  struct Hash {
    size_t operator()(const Vec3i& t) const {
      const auto bits = [](int32_t x) { return static_cast<uint64_t>(static_cast<uint32_t>(x)); };
      return static_cast<size_t>(
          mix_bits(bits(t.x) * 0x9E3779B97F4A7C15u + bits(t.y) * 0xBF58476D1CE4E5B9u + bits(t.z)));
    }
  };
  static double cells_of(const Box3<int32_t>& box) {
    double cells = 1;
    for (int axis = 0; axis < 3; ++axis) cells *= 1.0 + box.upper[axis] - static_cast<double>(box.lower[axis]);
    return cells;
  }
  size_t cell(const Vec3i& tile) const {
    const auto at = [&](int axis) { return static_cast<size_t>(tile[axis] - box_.lower[axis]); };
    return (at(0) * static_cast<size_t>(size_.y) + at(1)) * static_cast<size_t>(size_.z) + at(2);
  }

  Box3<int32_t> box_;
  Vec3i size_;
  std::vector<uint32_t> dense_;
  std::unordered_map<Vec3i, uint32_t, Hash> index_;
};

inline Vec3i tile_of(const Vec3i& voxel) { return {voxel.x >> 3, voxel.y >> 3, voxel.z >> 3}; }
inline size_t place_in_tile(const Vec3i& voxel) {
  return static_cast<size_t>(64 * (voxel.x & 7) + 8 * (voxel.y & 7) + (voxel.z & 7));
}
inline Vec3i voxel_at(const Vec3i& tile, size_t place) {
  const auto n = static_cast<int>(place);
  return {8 * tile.x + n / 64, 8 * tile.y + n / 8 % 8, 8 * tile.z + n % 8};
}

}  // namespace weir::retime
