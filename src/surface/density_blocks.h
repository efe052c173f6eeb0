// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A sparse grid of samples in blocks of 8 x 8 x 8, only where a surface passes; elsewhere it is known which side a
// block is on. Sample (i, j, k) of space is at (i, j, k) * cell; blocks have the layout of volumes_vdb.h.

#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "weir/base/vec.h"

namespace weir::surface {

constexpr int kBlock = 8;
constexpr size_t kBlockSamples = 512;

constexpr size_t sample_index(int x, int y, int z) { return static_cast<size_t>(x * 64 + y * 8 + z); }

bool block_before(const Vec3i& a, const Vec3i& b);

// Sorted, each once.
void sort_blocks(std::vector<Vec3i>& blocks);

// Where it is among sorted blocks.
constexpr size_t kNoBlock = ~size_t{0};
size_t find_block(const std::vector<Vec3i>& blocks, const Vec3i& block);

struct BlockGrid {
  std::vector<Vec3i> block;  // sorted
  // A value for every sample of every block, positive inside.
  std::vector<float> value;
  // Where there is no block: whether that region is inside. Regions of different sides are always parted by blocks.
  std::function<bool(const Vec3i& block)> is_inside;
};

}  // namespace weir::surface
