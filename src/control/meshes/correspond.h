// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Keys whose meshes do not join the same vertices, which the paper cannot take (section 8): the first one is meshed
// anew, and this mesh is then drawn over the others. Laid into each other, two bodies are blended by their signed
// distances from the one to the other in many small steps; in each, vertices follow the surface along its normal and
// are spread evenly over it. Star-shaped bodies, and others that look alike when laid into each other, keep their form;
// what sticks out far to one side of one body only is flattened.

#pragma once

#include <vector>

#include "weir/geometry/mesh/mesh.h"

namespace weir::meshes {

// Gives all meshes the triangles of one. InputError when a mesh is not covered well (a hole in only one of the bodies,
// separate parts).
void make_correspondence(std::vector<Mesh>& meshes);

}  // namespace weir::meshes
