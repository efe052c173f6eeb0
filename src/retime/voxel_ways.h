// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// For every voxel at a moment between two frames: the way back to where what is in it was in the first frame, and the
// way ahead to where it is in the second. Those of the particles in it; without any, by the velocities of both frames;
// and where these are not known, as around it, so that what surrounds a liquid moves with its surface.

#pragma once

#include <vector>

#include "retime/volume_sampler.h"
#include "retime/volumes_between.h"

namespace weir::retime {

struct VoxelWay {
  Vec3f back, ahead;  // voxels
};

struct VoxelLattice {
  Vec3f origin;
  float voxel_size;

  Vec3i voxel_of(const Vec3f& p) const {
    const Vec3f at = (p - origin) / voxel_size;
    return {static_cast<int>(std::floor(at.x + 0.5f)), static_cast<int>(std::floor(at.y + 0.5f)),
            static_cast<int>(std::floor(at.z + 0.5f))};
  }
};

// Of all voxels of the tiles, 512 each; of a 2D scene, only those of the lowest layer are known. Velocities (m/s) of
// either frame may be null.
std::vector<VoxelWay> voxel_ways(const VoxelLattice& lattice, const std::vector<Vec3i>& tiles, const Ways& particles,
                                 const VolumeSampler* velocity_before, const VolumeSampler* velocity_after,
                                 const Moment& moment, bool flat);

}  // namespace weir::retime
