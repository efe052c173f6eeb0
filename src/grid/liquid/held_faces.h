// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The layer of liquid that touches solids, as faces of the grid, and how much friction can take off each of them.
//
// What presses on a solid is found cell by cell: the pressure, continued from the middle of the cell to the surface,
// times the area of the surface in the cell, which the open shares of the cell's faces give by the divergence theorem.
// Friction may take so much momentum off the liquid, times its coefficient. It is given to the faces around by the mass
// of the particles that they speak for, also that of faces in the solid and in the air: so the particles lose what the
// solid takes, wherever between faces, solid and surface they lie.

#pragma once

#include <functional>
#include <span>
#include <vector>

#include "grid/liquid/grid_flow.h"
#include "grid/liquid/scatter.h"
#include "grid/tiles/tiled_particles.h"
#include "sim/solid_grips.h"

namespace weir::grid {

constexpr float kWhole = 0.5f, kNone = 1.5f;  // cells from a solid up to which, and from which on, it holds liquid

// What surrounds the layer in a step.
struct HeldAround {
  const Solids& solids;
  const TiledParticles& where;
  const SolidFaces& faces;
  const Scattered& scattered;
  float per_cell;  // particles in a full cell
  double frame;    // at the end of the step
  const GridSpace& space() const { return where.space(); }
  const Tiles& tiles() const { return where.tiles(); }
};

struct HeldFace {
  size_t cell;  // that it is the lower face of
  int axis;
  float layer;               // share of it that belongs to the layer
  float mass;                // of the particles that it speaks for, over that of a full cell
  Vec3f velocity;            // of the liquid at its middle
  Vec3f point;               // its middle, in the world
  Vec3f middle;              // the same in cells
  float friction_limit = 0;  // m/s that friction may take off
};

// Faces that a solid holds, those in it too. `after`: velocities after the pressure, known around the liquid.
std::vector<HeldFace> find_held_faces(const HeldAround& around, const GridFlow& flow, const MacField& after);

// Coulomb's coefficient at points of the world.
using FrictionAt = std::function<std::vector<float>(std::span<const Vec3f>)>;
// Finds friction_limit. `before`: velocities before the pressure.
void find_friction_limits(const HeldAround& around, const GridFlow& flow, const MacField& before,
                          const FrictionAt& friction, std::span<HeldFace> faces);

}  // namespace weir::grid
