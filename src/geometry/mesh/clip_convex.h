// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What of a convex body is in a box.

#pragma once

#include "weir/geometry/mesh/mesh.h"

namespace weir {

// Closed again where the box cuts; empty when nothing is inside. `mesh`: closed and convex, without velocities.
Mesh clip_convex(const Mesh& mesh, const Box3f& box);

}  // namespace weir
