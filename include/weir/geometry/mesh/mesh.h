// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Triangle meshes: shared vertices, counter-clockwise triangles seen from outside.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "weir/base/vec.h"

namespace weir {

struct Mesh {
  std::vector<Vec3f> positions;
  std::vector<Vec3i> triangles;
  std::vector<Vec3f> velocities;    // m/s; empty, or one a vertex
  std::vector<Vec3f> colours = {};  // linear RGB; empty, or one a vertex

  // Empty when the mesh is sound; otherwise what is wrong, in words (an index out of range, a NaN, ...).
  std::string validate() const;
};

double volume(const Mesh& mesh);  // signed: negative when the triangles face inward
double area(const Mesh& mesh);
Box3f bounds(const Mesh& mesh);
// Every edge is shared by exactly two triangles that run along it in opposite directions.
bool is_closed(const Mesh& mesh);
// Number of edges that keep the mesh from being closed; 0 for a closed one.
size_t open_edges(const Mesh& mesh);
std::vector<Vec3f> vertex_normals(const Mesh& mesh);  // unit, weighted by angle
void transform(Mesh& mesh, const Affine& affine);     // a mirroring map also turns the triangles round
void append(Mesh& mesh, const Mesh& other);

}  // namespace weir
