// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Keeps the triangles of a moving surface near one size and far from degenerate: long edges are split, short ones
// collapse (necks that are thinner than that are cut through), diagonals are flipped towards Delaunay's, and vertices
// between bad triangles slide along the surface (Botsch & Kobbelt 2004). Only what is bad is touched, so that detail
// stays where it is. What is bad is looked for on all threads and mended in a fixed order on one: the result does not
// depend on threads.

#pragma once

#include "tracked/triangle_surface.h"

namespace weir::tracked {

// `edge`: the length (m) that edges should have; afterwards they have about 0.5 to 1.5 times that.
void remesh(TriangleSurface& surface, float edge);

}  // namespace weir::tracked
