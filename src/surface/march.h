// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// From samples in blocks to a triangle mesh, by marching cubes.

#pragma once

#include "surface/density_blocks.h"
#include "weir/geometry/mesh/mesh.h"

namespace weir::surface {

// The surface where the samples pass from positive (inside) to others: closed, outward, two triangles at every edge.
// Positions are in cells. The order of vertices and triangles depends on nothing but the samples.
Mesh march(const BlockGrid& grid);

}  // namespace weir::surface
