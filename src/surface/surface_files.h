// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Surfaces on disk. The mesh of the first phase of frame 1 is 0001.ply; that of every further phase has the phase's
// name as well, 0001-oil.ply.

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "weir/surface/surface.h"

namespace weir::surface {

// `extension` is "ply", "obj" or "vdb". Characters of the phase's name that a file name should not have become '_'.
std::filesystem::path surface_file(const std::filesystem::path& folder, int frame, const std::vector<Phase>& phases,
                                   int phase, const std::string& extension);

// A mesh that write_ply wrote, exactly: unlike read_mesh, an empty one too, and without looking for faults.
// Counted from `origin` (Scene::origin).
Mesh read_surface(const std::filesystem::path& ply, const Vec3d& origin = {});

// The signed distance of a run's grid liquid, where it has one.
std::optional<Volume> read_level_set(const std::filesystem::path& run, int frame, const Vec3d& origin = {});

// The signed distance (m, negative inside) of a closed mesh within three voxels of it, as a level set "surface".
Volume level_set_of(const Mesh& mesh, float voxel_size);

}  // namespace weir::surface
