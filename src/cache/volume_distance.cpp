// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/volume_distance.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "weir/base/error.h"

namespace weir::cache {

namespace {

auto row_order(const Vec3i& tile) { return std::make_tuple(tile.z, tile.y, tile.x); }

float value_at(const Volume& volume, size_t tile, int x, int y, int z) {
  return volume.values[tile * kVoxelsPerTile + static_cast<size_t>(64 * x + 8 * y + z)];
}

}  // namespace

VolumeDistance::VolumeDistance(const Volume& volume) : volume_(volume), along_x_(volume.tile.size()) {
  const std::string problem = volume.validate();
  if (!problem.empty() || volume.channels != 1) {
    throw InputError("", problem.empty() ? "the volume is no signed distance" : problem);
  }
  for (size_t i = 0; i < along_x_.size(); ++i) along_x_[i] = static_cast<uint32_t>(i);
  std::sort(along_x_.begin(), along_x_.end(),
            [&](uint32_t a, uint32_t b) { return row_order(volume_.tile[a]) < row_order(volume_.tile[b]); });
}

float VolumeDistance::voxel(const Vec3i& v) const {
  const Vec3i tile{v.x >> 3, v.y >> 3, v.z >> 3};
  const auto next = std::lower_bound(along_x_.begin(), along_x_.end(), tile, [&](uint32_t a, const Vec3i& t) {
    return row_order(volume_.tile[a]) < row_order(t);
  });
  if (next == along_x_.end()) return volume_.background;
  const Vec3i& found = volume_.tile[*next];
  if (found == tile) return value_at(volume_, *next, v.x & 7, v.y & 7, v.z & 7);
  // No tile lies between here and the next one along x, so this is on the side of its first voxel.
  if (found.y != tile.y || found.z != tile.z) return volume_.background;
  return std::copysign(volume_.background, value_at(volume_, *next, 0, v.y & 7, v.z & 7));
}

float VolumeDistance::distance(const Vec3f& p) const {
  const Vec3d at =
      (static_cast<Vec3d>(p) - static_cast<Vec3d>(volume_.origin)) / static_cast<double>(volume_.voxel_size);
  // Far beyond all tiles; coordinates of voxels have 32 bits.
  if (max_component(abs(at)) > 0x1p30) return volume_.background;
  const Vec3d low{std::floor(at.x), std::floor(at.y), std::floor(at.z)};
  const Vec3i base = static_cast<Vec3i>(low);
  const Vec3f t = static_cast<Vec3f>(at - low);
  float sum = 0;
  for (int n = 0; n < 8; ++n) {
    const Vec3i step{n & 1, n >> 1 & 1, n >> 2};
    const float weight = (step.x ? t.x : 1 - t.x) * (step.y ? t.y : 1 - t.y) * (step.z ? t.z : 1 - t.z);
    if (weight > 0) sum += weight * voxel(base + step);
  }
  return sum;
}

bool VolumeDistance::is_thin(const Vec3f& p, float distance_there) const {
  const float deep = -0.75f * volume_.voxel_size, reach = 2 * volume_.voxel_size;
  if (distance_there < deep) return false;
  // All around, since along a wall, where solids cut the level set, nothing is deep.
  for (int n = 0; n < 27; ++n) {
    const Vec3i way{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
    if (way != Vec3i{} && distance(p + static_cast<Vec3f>(way) * reach) < deep) return false;
  }
  return true;
}

std::vector<Box3f> VolumeDistance::tile_boxes() const {
  std::vector<Box3f> boxes;
  for (const Vec3i& tile : volume_.tile) {
    const Vec3f lower = volume_.origin + static_cast<Vec3f>(tile) * (8 * volume_.voxel_size);
    const float size = 7 * volume_.voxel_size;
    boxes.push_back(Box3f{lower, lower + Vec3f{size, size, size}}.padded(volume_.voxel_size));
  }
  return boxes;
}

}  // namespace weir::cache
