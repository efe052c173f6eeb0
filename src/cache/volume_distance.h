// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The signed distance of a grid liquid, at any point: values between voxels are interpolated, regions without tiles
// have the side of what encloses them.

#pragma once

#include "weir/cache/volumes_vdb.h"

namespace weir::cache {

class VolumeDistance {
 public:
  // `volume` must live as long as this does; InputError when it is not a sound level set.
  explicit VolumeDistance(const Volume& volume);

  float voxel_size() const { return volume_.voxel_size; }  // m
  float distance(const Vec3f& p) const;                    // m, negative inside; at most the background
  // Whether no liquid around a point is deeper than three quarters of a voxel: the grid cannot tell its two sides
  // apart.
  bool is_thin(const Vec3f& p, float distance_there) const;
  // The boxes (m) that tiles fill, with the voxel around them: the surface is in them.
  std::vector<Box3f> tile_boxes() const;

 private:
  float voxel(const Vec3i& v) const;

  const Volume& volume_;
  std::vector<uint32_t> along_x_;  // tiles sorted by z, y, then x
};

}  // namespace weir::cache
