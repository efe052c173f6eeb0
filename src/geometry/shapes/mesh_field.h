// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The signed distance field of a closed triangle mesh.

#pragma once

#include "weir/geometry/mesh/mesh.h"
#include "weir/geometry/shapes/field.h"

namespace weir {

// Samples the exact distance to the mesh at `voxel_size` (m) where the surface is near, coarser where it is far, and
// interpolates. Overlapping closed parts count as one body; a part inside out within another is a cavity. When the mesh
// has velocities, so has the field: that of the closest point of the surface. InputError when the mesh is open or
// its triangles disagree on the outside (see orient.h), or when it is so large that the voxels would not fit in memory.
FieldPtr mesh_field(const Mesh& mesh, float voxel_size);

}  // namespace weir
