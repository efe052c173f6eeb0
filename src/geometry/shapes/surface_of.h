// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// From a signed distance field to the triangle mesh of its surface.

#pragma once

#include "weir/geometry/mesh/mesh.h"
#include "weir/geometry/shapes/field.h"

namespace weir {

// Triangles about `voxel_size` (m) long, closed, outward; details smaller than that are lost. InputError when the field
// has no inside, reaches without limit, or is too large for so fine a mesh.
Mesh mesh_of_field(const Field& field, float voxel_size);

}  // namespace weir
