// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What Bullet collides: the shapes of bodies and of what they meet.
//
// Everything is made of convex pieces, because Bullet finds all corners of a contact between two of them at once, and
// nothing need be remembered from step to step. Only solids that change their form are triangles: pieces take long.
//
// In 2D the cut with z = 0 is collided, as a prism that is deeper than any body is wide: no contact is ever pushed out
// along z.

#pragma once

#include <memory>

#include "weir/geometry/mesh/mesh.h"
#include "weir/geometry/shapes/field.h"

class btCollisionShape;

namespace weir {

using RigidShape = std::shared_ptr<btCollisionShape>;

// From metres to Bullet's world, where bodies are about 1 unit large.
struct RigidUnits {
  double scale = 1;   // units a metre
  double depth = 0;   // m; 2D: half the depth of the prisms; 0 in 3D
  double detail = 0;  // m; hollows of solids may be filled up to this
  double margin = 0;  // m by which contacts may be off where they are found by marching
};

RigidShape sphere_shape(double radius, const RigidUnits& units);
// A body that moves freely. `to_body` goes from the mesh's space to the body's own axes, both in metres; `field` says
// what is inside, in the mesh's space.
RigidShape body_shape(const Mesh& mesh, const Field& field, const Affine& to_body, const RigidUnits& units);
// A solid that does not yield.
RigidShape solid_shape(const Mesh& mesh, const Field& field, const RigidUnits& units);
// The triangles that reach into a box, for a solid that is another one in the next step; null when there are none.
RigidShape triangle_shape(const Mesh& mesh, const Box3d& near, const RigidUnits& units);
// A block of twice `reach` metres under a plane.
RigidShape plane_shape(const Vec3d& point, const Vec3d& normal, double reach, const RigidUnits& units);

}  // namespace weir
