// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What of a body is in the plane z = 0, as triangles and as its outline: bodies of 2D scenes, for drawing.

#pragma once

#include <cstdint>
#include <vector>

#include "weir/geometry/mesh/mesh.h"
#include "weir/geometry/shapes/field.h"

namespace weir {

struct Section {
  Mesh mesh;                    // at z = 0, counter-clockwise seen from +z
  std::vector<uint32_t> edges;  // of the outline, two vertices each
};

// Inside the box (its x and y), found on a grid of this cell (m); corners of the outline stay sharp.
Section section_of(const Field& field, const Box3f& box, double cell);

}  // namespace weir
