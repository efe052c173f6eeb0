// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The values of a volume between its voxels.

#pragma once

#include <optional>

#include "cache/volume_distance.h"
#include "retime/tile_map.h"
#include "weir/sim/volume.h"

namespace weir::retime {

class VolumeSampler {
 public:
  // The volume must outlive it.
  explicit VolumeSampler(const Volume& volume);

  // `at`: in voxels, whole at their centres, counted from voxel (0, 0, 0).
  float at(const Vec3d& at, int channel) const;
  float voxel(const Vec3i& voxel, int channel) const;
  bool has_tile(const Vec3i& tile) const { return tiles_.find(tile) != TileMap::kNone; }

 private:
  float outside(const Vec3i& voxel) const;

  const Volume& volume_;
  TileMap tiles_;
  std::optional<cache::VolumeDistance> sides_;  // of a level set: on which side there is no tile
};

}  // namespace weir::retime
