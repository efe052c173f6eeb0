// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A mesh as convex pieces, close to its surface everywhere. Cubes are halved until the convex hull of what they hold
// of the body has the surface near its own: one piece for a convex body, large pieces along flat and bulging parts,
// small ones in hollow corners. The core of a body may stay empty where no surface passes.

#pragma once

#include <vector>

#include "weir/geometry/mesh/mesh.h"
#include "weir/geometry/shapes/field.h"

namespace weir {

struct PieceSettings {
  double tolerance = 0;  // m by which a hollow may be filled
  double smallest = 0;   // m; cubes are not halved below this, however deep the hollow
  bool flat = false;     // the mesh is a wall along z without lids: cubes are not halved along z
  size_t most_corners = 256;
};

// The corners of each piece. `field` says what is inside the mesh (2D: at z = 0).
std::vector<std::vector<Vec3d>> convex_pieces(const Mesh& mesh, const Field& field, const PieceSettings& settings);

}  // namespace weir
