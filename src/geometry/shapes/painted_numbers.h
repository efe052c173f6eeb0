// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers that an artist has painted on the vertices of a mesh: properties of the vertices of a PLY file, from 0 to 1.
// They stay with their vertices, and between these they are blended over the triangles.
//
//   const PaintedNumbers wet = painted_numbers(shape, kNames)[0];
//   closest_surface_point(tree, mesh, point).blend(wet);

#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "geometry/mesh/triangle_tree.h"
#include "weir/geometry/shapes/shape.h"

namespace weir {

// One a vertex of the mesh that ShapeBuilder makes of the shape; empty where nothing is painted.
using PaintedNumbers = std::vector<float>;

// For each name. Of a sequence, its first file counts. Nothing for other shapes and files. InputError for a number that
// is not from 0 to 1.
std::vector<PaintedNumbers> painted_numbers(const Shape& shape, std::span<const std::string_view> names);

// The three vertices around a point of a mesh's surface, and how much each counts there.
struct SurfacePoint {
  Vec3i vertex;
  Vec3f weight;
  float blend(const PaintedNumbers& n) const {
    const auto at = [&](int32_t v) { return n[static_cast<size_t>(v)]; };
    return at(vertex.x) * weight.x + at(vertex.y) * weight.y + at(vertex.z) * weight.z;
  }
};
// The one closest to a point; `tree` is of the mesh, which must have triangles.
SurfacePoint closest_surface_point(const TriangleTree& tree, const Mesh& mesh, const Vec3f& point);

}  // namespace weir
