// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Mass, centre and inertia of a closed triangle mesh filled evenly: exact integrals, by the tetrahedra (2D: the
// triangles) between the surface and one point, counted with their sign.

#pragma once

#include <vector>

#include "weir/geometry/mesh/mesh.h"

namespace weir {

struct MassProperties {
  double mass = 0;  // kg; 2D: kg per metre of depth
  Vec3d centre{};   // m
  Mat3d inertia{};  // kg m2 about the centre, along the axes of the world; 2D: that about z, for every axis
};

// A piece of the outline of a mesh's cut with z = 0, with the inside on its left.
struct Segment {
  Vec3d from, to;
};
std::vector<Segment> cut_at_z0(const Mesh& mesh);

// The mesh must be closed. Negative mass when its triangles face inward.
MassProperties mass_properties(const Mesh& mesh, double density);
MassProperties mass_properties(const std::vector<Segment>& outline, double density);

}  // namespace weir
