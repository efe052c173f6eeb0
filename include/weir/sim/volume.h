// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A sparse volume as it is kept on disk and looked at: signed distances, densities, velocities, in tiles of 8 x 8 x 8
// voxels whose values have OpenVDB's order, z fastest:
//
//   value of channel c at voxel (8 tile + (x, y, z)):  values[channels * (512 t + 64 x + 8 y + z) + c]

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "weir/base/vec.h"

namespace weir {

constexpr size_t kVoxelsPerTile = 512;

struct Volume {
  std::string name;
  float voxel_size = 1;  // m
  Vec3f origin;          // position of the centre of voxel (0, 0, 0), m
  bool level_set = false;
  // Value where there is no tile. A level set is -background in the regions its tiles enclose.
  float background = 0;
  int channels = 1;  // 1, or 3 for vectors
  // The vectors' components live on the lower x, y and z faces of the voxels, as in a MAC grid.
  bool staggered = false;
  // Stored in half floats. Not said: yes for vectors, no for one channel; never where a value is above 65504.
  std::optional<bool> half;
  std::vector<Vec3i> tile;    // coordinates of the tile: voxel / 8, each once
  std::vector<float> values;  // channels * 512 for every tile

  // Empty when sound; otherwise what is wrong, in words.
  std::string validate() const;
};

}  // namespace weir
