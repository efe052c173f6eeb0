// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "retime/volume_sampler.h"

#include <cmath>

namespace weir::retime {

VolumeSampler::VolumeSampler(const Volume& volume) : volume_(volume), tiles_(volume.tile) {
  if (volume.level_set && volume.channels == 1) sides_.emplace(volume);
}

float VolumeSampler::outside(const Vec3i& voxel) const {
  if (!sides_) return volume_.background;
  return sides_->distance(volume_.origin + static_cast<Vec3f>(voxel) * volume_.voxel_size);
}

float VolumeSampler::voxel(const Vec3i& voxel, int channel) const {
  const uint32_t tile = tiles_.find(tile_of(voxel));
  if (tile == TileMap::kNone) return outside(voxel);
  const auto channels = static_cast<size_t>(volume_.channels);
  return volume_.values[channels * (tile * kVoxelsPerTile + place_in_tile(voxel)) + static_cast<size_t>(channel)];
}

float VolumeSampler::at(const Vec3d& at, int channel) const {
  const Vec3d low{std::floor(at.x), std::floor(at.y), std::floor(at.z)};
  const Vec3i base = static_cast<Vec3i>(low);
  const Vec3f t = static_cast<Vec3f>(at - low);
  const uint32_t tile = tiles_.find(tile_of(base));
  // Most voxels have all their neighbours in the same tile.
  const bool together = tile != TileMap::kNone && (base.x & 7) < 7 && (base.y & 7) < 7 && (base.z & 7) < 7;
  const auto channels = static_cast<size_t>(volume_.channels);
  float sum = 0;
  for (int n = 0; n < 8; ++n) {
    const Vec3i step{n & 1, n >> 1 & 1, n >> 2};
    const float weight = (step.x ? t.x : 1 - t.x) * (step.y ? t.y : 1 - t.y) * (step.z ? t.z : 1 - t.z);
    if (!(weight > 0)) continue;
    const Vec3i v = base + step;
    sum +=
        weight *
        (together ? volume_.values[channels * (tile * kVoxelsPerTile + place_in_tile(v)) + static_cast<size_t>(channel)]
                  : voxel(v, channel));
  }
  return sum;
}

}  // namespace weir::retime
