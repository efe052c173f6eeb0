// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Normals for shading: smooth where a surface bends a little from triangle to triangle, sharp at edges.

#pragma once

#include <functional>

#include "render/world/world.h"
#include "weir/geometry/mesh/mesh.h"

namespace weir::render {

// Corners of triangles that meet at more than 40 degrees get vertices of their own.
WorldMesh with_creases(const Mesh& mesh, size_t material);

// A smooth mesh, but for the triangles that `is_flat` names: they keep their own normal, and do not bend that of the
// others.
WorldMesh with_flat_parts(Mesh mesh, size_t material, const std::function<bool(const Vec3i&)>& is_flat);

}  // namespace weir::render
