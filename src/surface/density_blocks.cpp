// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "surface/density_blocks.h"

#include <algorithm>

namespace weir::surface {

bool block_before(const Vec3i& a, const Vec3i& b) {
  return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

void sort_blocks(std::vector<Vec3i>& blocks) {
  std::sort(blocks.begin(), blocks.end(), block_before);
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
}

size_t find_block(const std::vector<Vec3i>& blocks, const Vec3i& block) {
  const auto found = std::lower_bound(blocks.begin(), blocks.end(), block, block_before);
  return found != blocks.end() && *found == block ? static_cast<size_t>(found - blocks.begin()) : kNoBlock;
}

}  // namespace weir::surface
