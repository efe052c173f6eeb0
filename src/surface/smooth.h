// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Takes the bumps of single particles out of a mesh and leaves waves and volume as they are. Vertices are moved to the
// mean of their neighbours again and again, S in all, which shrinks the mesh; what is common to the moves of a
// neighbourhood, S (S - 1) p, is then taken back. A wave that S leaves the share a of is left 1 - (1 - a)^2 of: next to
// all of it where a is near 1. (Vollmer et al. 1999, "Improved Laplacian smoothing of noisy surface meshes", has the
// idea for single steps; Loeschner et al. 2023, "Weighted Laplacian smoothing for surface reconstruction of
// particle-based fluids", weigh the steps so that thin parts are kept.)

#pragma once

#include <span>

#include "weir/geometry/mesh/mesh.h"

namespace weir::surface {

// `steps` on a closed mesh whose edges all have two triangles. `strength` is 0 to 1 for every vertex. A vertex that
// lies in a wall stays in it.
void smooth(Mesh& mesh, int steps, std::span<const float> strength, const Box3f& walls);

}  // namespace weir::surface
