// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/voxel_order.h"

#include <algorithm>
#include <cmath>

#include "cache/parallel_sort.h"
#include "weir/base/parallel.h"

namespace weir::cache {

namespace {

// Coordinates of leaves take this many bits an axis in a key, counted from a corner of the largest tree node.
constexpr int kLeafBits = 18;
// A node above the leaves spans 2^4 leaves an axis, the one above it 2^9; what each costs in memory, and what is fair.
constexpr int kLowerNodeBits = 4, kUpperNodeBits = 9;
constexpr size_t kLeafBytes = 4 << 10, kLowerNodeBytes = 34 << 10, kUpperNodeBytes = 270 << 10;
constexpr size_t kFairBytes = 256 << 20, kFairBytesPerParticle = 1 << 10;

Box3f bounds_of(const Particles& p) {
  return parallel_reduce(
      p.size(), Box3f{},
      [&](size_t begin, size_t end) {
        Box3f box;
        for (size_t i = begin; i < end; ++i) box.include(p.position[i]);
        return box;
      },
      [](Box3f a, const Box3f& b) {
        a.include(b);
        return a;
      });
}

// Whether voxel coordinates stay far from the limits of 32 bits and those of leaves fit a key.
bool keys_fit(const Box3f& box, double voxel_size) {
  for (int axis = 0; axis < 3; ++axis) {
    const double low = box.lower[axis] / voxel_size, high = box.upper[axis] / voxel_size;
    const double room = std::ldexp(8.0, kLeafBits) - std::ldexp(8.0, kUpperNodeBits + 1);
    if (std::max(-low, high) > 0x1p29 || high - low > room) return false;
  }
  return true;
}

Vec3i lowest_leaf(const Box3f& box, const Voxels& voxels) {
  Vec3i leaf;
  for (int axis = 0; axis < 3; ++axis) {
    leaf[axis] = (voxels.voxel(box.lower[axis]) >> (3 + kUpperNodeBits)) * (1 << kUpperNodeBits);
  }
  return leaf;
}

uint64_t key_of(const Vec3f& position, const Voxels& voxels, const Vec3i& base) {
  uint64_t leaf = 0, voxel = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const int32_t i = voxels.voxel(position[axis]);
    leaf = leaf << kLeafBits | static_cast<uint64_t>((i >> 3) - base[axis]);
    voxel = voxel << 3 | static_cast<uint64_t>(i & 7);
  }
  return leaf << 9 | voxel;
}

Vec3i leaf_of(uint64_t key) {
  const auto axis = [&](int k) { return static_cast<int32_t>(key >> (9 + k * kLeafBits) & ((1u << kLeafBits) - 1)); };
  return {axis(2), axis(1), axis(0)};
}

size_t count_nodes(const std::vector<VoxelOrder::Point>& points, const std::vector<size_t>& leaf_begin, int bits) {
  std::vector<uint64_t> nodes;
  for (size_t i = 0; i + 1 < leaf_begin.size(); ++i) {
    const Vec3i leaf = leaf_of(points[leaf_begin[i]].key);
    uint64_t node = 0;
    for (int axis = 0; axis < 3; ++axis) node = node << kLeafBits | static_cast<uint64_t>(leaf[axis] >> bits);
    nodes.push_back(node);
  }
  std::sort(nodes.begin(), nodes.end());
  return static_cast<size_t>(std::unique(nodes.begin(), nodes.end()) - nodes.begin());
}

bool tree_is_fair(const VoxelOrder& order) {
  const size_t bytes = (order.leaf_begin.size() - 1) * kLeafBytes +
                       count_nodes(order.points, order.leaf_begin, kLowerNodeBits) * kLowerNodeBytes +
                       count_nodes(order.points, order.leaf_begin, kUpperNodeBits) * kUpperNodeBytes;
  return bytes <= kFairBytes + order.points.size() * kFairBytesPerParticle;
}

void sort_into_leaves(VoxelOrder& order, const Particles& p, const Box3f& box) {
  const Vec3i base = lowest_leaf(box, order.voxels);
  order.points.resize(p.size());
  parallel_for(p.size(), [&](size_t i) {
    order.points[i] = {key_of(p.position[i], order.voxels, base), static_cast<uint32_t>(i)};
  });
  parallel_sort(order.points, [&](const VoxelOrder::Point& a, const VoxelOrder::Point& b) {
    if (a.key != b.key) return a.key < b.key;
    return p.id[a.index] != p.id[b.index] ? p.id[a.index] < p.id[b.index] : a.index < b.index;
  });
  order.leaf_begin.clear();
  order.leaf_origin.clear();
  for (size_t i = 0; i < p.size(); ++i) {
    if (i > 0 && order.points[i].key >> 9 == order.points[i - 1].key >> 9) continue;
    order.leaf_begin.push_back(i);
    order.leaf_origin.push_back((leaf_of(order.points[i].key) + base) * 8);
  }
  order.leaf_begin.push_back(p.size());
}

}  // namespace

VoxelOrder order_by_voxel(const Particles& particles, double wanted_size, double shift) {
  VoxelOrder order;
  order.voxels = {std::exp2(std::round(std::log2(wanted_size))), shift};
  if (particles.size() == 0) {
    order.leaf_begin = {0};
    return order;
  }
  const Box3f box = bounds_of(particles);
  const double first = order.voxels.size;
  while (!keys_fit(box, order.voxels.size)) order.voxels.size *= 2;
  for (sort_into_leaves(order, particles, box); !tree_is_fair(order); sort_into_leaves(order, particles, box)) {
    order.voxels.size *= 4;
  }
  order.coarsened = order.voxels.size != first;
  return order;
}

}  // namespace weir::cache
