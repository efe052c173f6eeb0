// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Meshes of other programs are often closed, but with some triangles turned the wrong way round. Neighbours along an
// edge that run it in opposite directions agree on what is outside, so directions spread from triangle to triangle.

#pragma once

#include "weir/geometry/mesh/mesh.h"

namespace weir {

// Turns triangles of a mesh without open edges until every edge is run along as often one way as the other. A part
// (triangles joined by edges of two triangles) that disagreed within itself comes out outward; one that agreed keeps
// its direction, since a part that is inside out is a cavity. True when triangles were turned; false, and the mesh as
// it was, when none had to be or when no turning would do (an open edge, a one-sided surface).
bool orient(Mesh& mesh);

}  // namespace weir
