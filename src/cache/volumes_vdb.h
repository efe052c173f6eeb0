// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Sparse volumes in .vdb files: signed distances, densities, velocities, in tiles of 8 x 8 x 8 voxels. A tile is a
// leaf of OpenVDB's tree; its values have OpenVDB's order, z fastest:
//
//   value of channel c at voxel (8 tile + (x, y, z)):  values[channels * (512 t + 64 x + 8 y + z) + c]

#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/vec.h"

namespace weir {

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

constexpr size_t kVoxelsPerTile = 512;

// RunError when a volume is not sound or holds a value that is not finite. The bytes do not depend on the order of the
// tiles.
void write_volumes_vdb(const std::filesystem::path& path, std::span<const Volume> volumes);

// All volumes of floats or vectors in the file, in its order, their tiles sorted by x, y, z. Grids of other kinds are
// passed over. InputError naming the file for anything that is not a sound file of volumes of cubic, upright voxels.
std::vector<Volume> read_volumes_vdb(const std::filesystem::path& path);

}  // namespace weir
