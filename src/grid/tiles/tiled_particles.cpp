// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/tiles/tiled_particles.h"

#include "weir/base/parallel.h"

namespace weir::grid {

void TiledParticles::to_grid(std::span<const Vec3f> position) {
  grid_position_.resize(position.size());
  parallel_for(position.size(), [&](size_t i) { grid_position_[i] = space_.to_grid(position[i]); });
}

std::span<const uint32_t> TiledParticles::sort(std::span<const Vec3f> position) {
  to_grid(position);
  return cells_.sort(grid_position_);
}

void TiledParticles::build(std::span<const Vec3f> position, int margin, std::vector<Vec3i> others, const Sift& sift) {
  to_grid(position);
  const bool flat = space_.dimensions == 2;
  // Of each occupied tile, which of the 27 tiles around it are close to one of its particles.
  std::vector<uint32_t> reached(cells_.size());
  parallel_for(
      cells_.size(),
      [&](size_t n) {
        Box3f box;
        for (uint32_t i = cells_.begin(n); i < cells_.end(n); ++i) box.include(grid_position_[i]);
        const Vec3i first = cells_.coordinates(n) * kTileSize;
        const auto m = static_cast<float>(margin);
        Vec3i low{}, high{};
        for (int axis = 0; axis < (flat ? 2 : 3); ++axis) {
          low[axis] = box.lower[axis] - m < static_cast<float>(first[axis]) ? -1 : 0;
          high[axis] = box.upper[axis] + m >= static_cast<float>(first[axis] + kTileSize) ? 1 : 0;
        }
        for (int k = 0; k < 27; ++k) {
          const Vec3i way{k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
          if (min(way, low) == low && max(way, high) == high) reached[n] |= 1u << k;
        }
      },
      16);
  std::vector<Vec3i> coordinates = std::move(others);
  for (size_t n = 0; n < cells_.size(); ++n) {
    for (int k = 0; k < 27; ++k) {
      if (reached[n] >> k & 1)
        coordinates.push_back(cells_.coordinates(n) + Vec3i{k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1});
    }
  }
  tiles_ = Tiles(std::move(coordinates), space_.dimensions);
  if (sift) {
    std::vector<Vec3i> kept(tiles_.coordinates().begin(), tiles_.coordinates().end());
    sift(kept);
    for (size_t n = 0; n < cells_.size(); ++n) kept.push_back(cells_.coordinates(n));
    tiles_ = Tiles(std::move(kept), space_.dimensions);
  }
  range_.assign(tiles_.size(), {});
  for (size_t n = 0; n < cells_.size(); ++n) {
    range_[tiles_.find(cells_.coordinates(n))] = {cells_.begin(n), cells_.end(n)};
  }
}

}  // namespace weir::grid
