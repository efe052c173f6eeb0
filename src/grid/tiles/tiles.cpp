// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/tiles/tiles.h"

#include <algorithm>

#include "base/morton.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

uint64_t morton(const Vec3i& c) {
  const auto bits = [](int v) { return spread3(static_cast<uint64_t>(static_cast<int64_t>(v) + (1 << 20))); };
  return bits(c.x) | bits(c.y) << 1 | bits(c.z) << 2;
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
  tiles_ = CellSet(std::move(coordinates));
  around_.resize(size());
  parallel_for(size(), [&](size_t t) {
    for (int i = 0; i < 27; ++i) {
      const Vec3i beside = tiles_[t] + Vec3i{i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
      around_[t][static_cast<size_t>(i)] = static_cast<int32_t>(find(beside));
    }
  });
}

}  // namespace weir::grid
