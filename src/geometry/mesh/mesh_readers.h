// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Faces as a file has them, and one reader a file format, used by read_polygons only. OBJ, PLY and STL are read by our
// own code: assimp 5.2 runs for minutes on some damaged PLY files and takes others that are cut short for whole. Each
// takes the bytes of a file and throws InputError with an empty location, saying what is wrong.

#pragma once

#include <filesystem>
#include <string_view>

#include "geometry/shapes/polygons.h"

namespace weir {

constexpr std::string_view kMeshExtensions[] = {".obj", ".ply", ".stl", ".gltf", ".glb", ".fbx"};

// What read_mesh (mesh_io.h) reads, before vertices are joined and faces cut.
// Positions are counted from `origin`, in the units of the file: those of .obj and .ply files are subtracted before
// they become floats.
Polygons read_polygons(const std::filesystem::path& path, const Vec3d& origin = {});

Polygons read_obj(std::string_view bytes, const Vec3d& origin = {});
Polygons read_ply(std::string_view bytes, const Vec3d& origin = {});
Polygons read_stl(std::string_view bytes);
// glTF, GLB and FBX, through assimp. They may refer to other files beside them, hence the path.
Polygons read_scene_file(const std::filesystem::path& path);

}  // namespace weir
