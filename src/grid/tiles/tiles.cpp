// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/tiles/tiles.h"

#include <algorithm>
#include <bit>

#include "base/morton.h"
#include "base/parallel.h"

namespace weir::grid {

namespace {

uint64_t morton(const Vec3i& c) {
  const auto bits = [](int v) { return spread3(static_cast<uint64_t>(static_cast<int64_t>(v) + (1 << 20))); };
  return bits(c.x) | bits(c.y) << 1 | bits(c.z) << 2;
}

uint64_t mixed(uint64_t key) {
  key ^= key >> 31;
  key *= 0x9e3779b97f4a7c15ULL;
  return key ^ key >> 29;
}

}  // namespace

Tiles::Tiles(std::vector<Vec3i> coordinates, int dimensions) : depth_(dimensions == 2 ? 1 : kTileSize) {
  std::vector<std::pair<uint64_t, Vec3i>> sorted;  // keys are found once, not in every comparison
  for (const Vec3i& c : coordinates) sorted.emplace_back(morton(c), c);
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  coordinates.clear();
  for (const auto& [key, c] : sorted) {
    if (coordinates.empty() || coordinates.back() != c) coordinates.push_back(c);
  }
  coordinate_ = std::move(coordinates);
  build_table();
  around_.resize(size());
  parallel_for(size(), [&](size_t t) {
    for (int i = 0; i < 27; ++i) {
      const Vec3i beside = coordinate_[t] + Vec3i{i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
      around_[t][static_cast<size_t>(i)] = static_cast<int32_t>(find(beside));
    }
  });
}

void Tiles::build_table() {
  table_.assign(std::bit_ceil(2 * size() + 2), -1);
  for (size_t t = 0; t < size(); ++t) table_[slot_of(coordinate_[t])] = static_cast<int32_t>(t);
}

size_t Tiles::slot_of(const Vec3i& coordinate) const {
  const size_t mask = table_.size() - 1;
  size_t slot = mixed(morton(coordinate)) & mask;
  while (table_[slot] >= 0 && coordinate_[static_cast<size_t>(table_[slot])] != coordinate) slot = (slot + 1) & mask;
  return slot;
}

size_t Tiles::find(const Vec3i& coordinate) const {
  const int32_t t = table_[slot_of(coordinate)];
  return t < 0 ? blank() : static_cast<size_t>(t);
}

}  // namespace weir::grid
