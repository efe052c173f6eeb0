// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers that an artist has painted on the vertices of a control mesh: the properties `looseness` (1 - alpha, section
// 5.1) and `waves` (1: as the scene says, 0: none, 6.3) of a PLY file, both from 0 to 1. They stay with their vertices.

#pragma once

#include <span>
#include <vector>

#include "weir/geometry/mesh/mesh.h"
#include "weir/geometry/shapes/shape.h"

namespace weir::meshes {

struct Painted {
  std::vector<float> looseness, waves;  // each empty, or one a vertex

  bool is_empty() const { return looseness.empty() && waves.empty(); }
};

// Of the mesh that ShapeBuilder makes of the shape; of a sequence, its first file counts. Nothing for other shapes and
// files. InputError for a number that is not from 0 to 1.
Painted painted_on(const Shape& shape);

// At other points on the surface of a mesh.
Painted painted_at(const Painted& painted, const Mesh& mesh, std::span<const Vec3f> points);

// Some way (0 to 1) from one to the other; where only one has numbers, these.
Painted painted_between(const Painted& before, const Painted& after, float part);

}  // namespace weir::meshes
