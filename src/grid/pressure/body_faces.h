// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The faces of the grid that rigid bodies close, all or in part: where liquid presses on them, and where they carry it
// along. A face that several solids close belongs to the one nearest to its middle.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grid/pressure/solid_faces.h"
#include "sim/rigid_bodies.h"

namespace weir::grid {

struct BodyFace {
  uint32_t cell;  // whose lower face along the axis it is
  uint8_t axis;
  float closed;  // share of it
  Vec3f middle;  // in cells
};

// Of each body, in the order of the grid.
using BodyFaces = std::vector<std::vector<BodyFace>>;

// Where the solids are at the end of the step that they are prepared for, as `faces` are.
BodyFaces find_body_faces(const Solids& solids, const RigidBodies& bodies, const GridSpace& space, const Tiles& tiles,
                          const SolidFaces& faces);

// Writes the velocities that bodies have now at their faces.
void set_body_velocities(const RigidBodies& bodies, const BodyFaces& body_faces, const GridSpace& space,
                         MacField& velocity);

// From a body's centre to a point in cells, m.
inline Vec3d arm_to(const Vec3f& point, const Vec3d& centre, const GridSpace& space) {
  const Vec3d arm = space.origin + static_cast<Vec3d>(point) * space.cell - centre;
  return space.dimensions == 2 ? Vec3d{arm.x, arm.y, 0} : arm;
}

}  // namespace weir::grid
