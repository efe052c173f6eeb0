// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Triangle meshes from and to files.

#pragma once

#include <filesystem>

#include "weir/geometry/mesh/mesh.h"

namespace weir {

// OBJ, PLY, STL, glTF, GLB or FBX, told by the ending of the name: all meshes of the file where its scene puts them,
// joined, cut into triangles, identical positions made one vertex in the order of first appearance. A closed mesh whose
// triangles disagree on the outside is mended; an open one stays as it is. Velocities come from vx vy vz of
// a PLY file. InputError naming the file when it does not exist, is damaged, is cut short, holds a NaN or has no
// triangles.
Mesh read_mesh(const std::filesystem::path& path);

// Binary little endian; with vx vy vz (m/s) for every vertex where the mesh has velocities. All is kept exactly.
// `origin`: where in the world positions are counted from (Scene::origin); the places in the world are written, as
// doubles where it is not zero.
void write_ply(const Mesh& mesh, const std::filesystem::path& path, const Vec3d& origin = {});
// Positions are written with as many digits as give them back exactly.
void write_obj(const Mesh& mesh, const std::filesystem::path& path, const Vec3d& origin = {});

}  // namespace weir
