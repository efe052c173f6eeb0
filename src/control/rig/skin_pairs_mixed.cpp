// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pairs of particles and of cells that are twice as far apart. A pair reaches as far as the larger of the two asks for,
// and weighs by the liquid of the other: c_ij = V_j (-x . grad W_ij) / r^2. V_i c_ij is the same for both, so that the
// norms stay sums over pairs, and what one gains the other loses.

#include "control/rig/skin_pairs.h"
#include "geometry/sampling/point_grid.h"

namespace weir::rig {

namespace {

// Some of the points, by their number among all that are kept.
struct Part {
  std::vector<uint32_t> number;
  std::vector<Vec3f> position;

  void add(uint32_t n, const Vec3f& p) {
    number.push_back(n);
    position.push_back(p);
  }
};

}  // namespace

bool SkinPairs::has_coarse_near(std::span<const Vec3f> position, std::span<const uint8_t> free,
                                std::span<const uint8_t> coarse) const {
  Box3f changed;
  for (size_t i = 0; i < coarse.size(); ++i) {
    if (free[i]) changed.include(position[i]);
  }
  if (changed.empty()) return false;
  changed = changed.padded(2 * support_);
  for (size_t i = 0; i < coarse.size(); ++i) {
    if (coarse[i] && changed.contains(position[i])) return true;
  }
  return false;
}

void SkinPairs::find_mixed(std::span<const Vec3f> position, std::span<const uint8_t> free,
                           std::span<const uint8_t> coarse) {
  const float wide = 2 * support_;
  std::vector<Vec3f> changed;
  for (size_t i = 0; i < free.size(); ++i) {
    if (free[i]) changed.push_back(position[i]);
  }
  std::vector<uint8_t> keep(free.begin(), free.end());
  const PointGrid around(changed, wide);
  parallel_for(free.size(), [&](size_t i) {
    if (!free[i]) around.visit(position[i], [&](size_t, float) { keep[i] = 1; });
  });
  particle_.clear();
  point_.clear();
  Part fine, cells;
  for (uint32_t i = 0; i < keep.size(); ++i) {
    if (!keep[i]) continue;
    (coarse[i] ? cells : fine).add(static_cast<uint32_t>(size()), position[i]);
    particle_.push_back(i);
    point_.push_back(float4(position[i], free[i] ? 0.0f : 1.0f));
    is_coarse_.push_back(coarse[i]);
  }
  const PointGrid near(fine.position, support_), fine_grid(fine.position, wide), cell_grid(cells.position, wide);
  weight_.resize(size());
  blocks_.resize((size() + kBlockSize - 1) / kBlockSize);
  parallel_for_blocks(size(), [&](size_t begin, size_t end) {
    Block& block = blocks_[begin / kBlockSize];
    block.begin.assign(1, 0);
    block.pairs.clear();
    for (size_t n = begin; n < end; ++n) {
      float sum = 0;
      const auto pair_with = [&](const PointGrid& grid, const Part& part, float scale) {
        grid.visit(xyz(point_[n]), [&](size_t k, float squared) {
          const float rest = 1 - squared / (grid.radius() * grid.radius());
          if (part.number[k] == n || rest <= 0) return;
          block.pairs.push_back({part.number[k], scale * rest * rest});
          sum += scale * rest * rest;
        });
      };
      if (is_free(n)) {
        is_coarse_[n] ? pair_with(fine_grid, fine, coarse_scale_) : pair_with(near, fine, scale_);
        pair_with(cell_grid, cells, coarse_scale_ * static_cast<float>(coarse_volume_));
      }
      weight_[n] = sum;
      block.begin.push_back(static_cast<uint32_t>(block.pairs.size()));
    }
  });
}

}  // namespace weir::rig
