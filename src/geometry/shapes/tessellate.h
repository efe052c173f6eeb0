// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Triangle meshes of simple bodies, made directly: closed, outward, with the volume of the round body within 0.5 %.
// `detail` is the wanted edge length (m) where a surface is curved.

#pragma once

#include "weir/geometry/mesh/mesh.h"

namespace weir {

Mesh box_mesh(const Box3d& box);
Mesh sphere_mesh(const Vec3d& centre, double radius, double detail);
Mesh cylinder_mesh(double radius, double height, double detail);
Mesh capsule_mesh(const Vec3d& from, const Vec3d& to, double radius, double detail);
Mesh torus_mesh(double radius, double tube, double detail);
Mesh star_mesh(int points, double outer, double inner, double thickness);

}  // namespace weir
