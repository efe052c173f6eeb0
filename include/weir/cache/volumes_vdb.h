// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Sparse volumes in .vdb files. A tile of a Volume is a leaf of OpenVDB's tree.

#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "weir/sim/volume.h"

namespace weir::cache {

// RunError when a volume is not sound or holds a value that is not finite. The bytes do not depend on the order of the
// tiles. `origin`: where in the world they are counted from (Scene::origin); other programs see them in the world.
void write_volumes_vdb(const std::filesystem::path& path, std::span<const Volume> volumes, const Vec3d& origin = {});

// All volumes of floats or vectors in the file, in its order, their tiles sorted by x, y, z. Grids of other kinds are
// passed over. InputError naming the file for anything that is not a sound file of volumes of cubic, upright voxels.
// They are counted from `origin`.
std::vector<Volume> read_volumes_vdb(const std::filesystem::path& path, const Vec3d& origin = {});

}  // namespace weir::cache
