// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A mesh with fewer triangles, for drawing.

#pragma once

#include "weir/geometry/mesh/mesh.h"

namespace weir {

// About the wanted number of triangles, or the mesh itself where it has no more. Vertices in one cell of a grid become
// their mean (Rossignac & Borrel 1993), so what is finer than the cells is lost. Without velocities and colours.
Mesh thinned(const Mesh& mesh, size_t triangles);

}  // namespace weir
