// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How the triangles of a mesh meet along its edges: what tells a closed mesh from an open one.

#pragma once

#include <vector>

#include "weir/geometry/mesh/mesh.h"

namespace weir {

// One undirected edge: how many triangles run along it from its lower vertex to its higher one, and how many back.
struct EdgeUse {
  int32_t forward = 0, backward = 0;

  bool balanced() const { return forward == backward; }
  // No turning of triangles could balance it.
  bool open() const { return (forward + backward) % 2 != 0; }
};

// Every edge once, ordered by its vertices. Edges from a vertex to itself (of collapsed triangles) are left out.
std::vector<EdgeUse> edge_uses(const Mesh& mesh);

// Edges that are run along more often one way than the other. None: the mesh bounds a volume, even where closed parts
// touch along an edge or pass through each other.
size_t unbalanced_edges(const Mesh& mesh);

}  // namespace weir
