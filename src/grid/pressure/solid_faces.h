// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Solids as a grid sees them: which share of each face is open, how fast the solid behind it moves, and how much of a
// cell is open (Batty, Bertails & Bridson 2007). Shares come from the distances at the corners of cells, so that a
// slope is a slope and not a staircase.

#pragma once

#include <span>
#include <vector>

#include "grid/pressure/wall_box.h"
#include "grid/tiles/mac.h"
#include "grid/tiles/tiled_particles.h"
#include "weir/sim/solids.h"

namespace weir::grid {

struct SolidFaces {
  MacField open;                // share of a face, 0 to 1; none between 0 and 0.01 or 0.99 and 1
  MacField velocity;            // m/s of the nearest solid along the face's axis; where a face is not all open
  std::vector<float> distance;  // m from the middle of a cell to the nearest solid, negative in it
  std::vector<float> share;     // of a cell that is open
  std::vector<float> room;      // share of what surrounds the middle of a cell (as scatter() weighs it) that is open
  WallBox walls;
};

// What was found at the start of the step, or at its end: tiles that no solid moves near need not be looked at again.
struct KnownSolids {
  const Tiles* tiles = nullptr;
  const SolidFaces* faces = nullptr;
  Solids::RigidOnes rigid = Solids::RigidOnes::count;  // stand: where they were then
};

// At the end of the step that the solids are prepared for. The blank tile is all open.
void find_solid_faces(const Solids& solids, const GridSpace& space, const Tiles& tiles, const KnownSolids& known,
                      SolidFaces& result);

// Where a face is closed the liquid slips along the solid: takes the part of the velocity that leads into it away.
// Velocities must be known on both sides of the solid's surface; `cell` is the width of one (m).
enum class SolidMotion { counts, none };
void slip_along(const SolidFaces& solids, const Tiles& tiles, float cell, SolidMotion motion, MacField& velocity);

// In the air and in solids velocities go on as where they are known, so many layers far, and slip along solids.
struct KnownFaces {
  const MacField& known;  // 1 or 0
  int layers;
};
void continue_outwards(const SolidFaces& solids, const Tiles& tiles, double cell, const KnownFaces& from,
                       SolidMotion motion, MacField& velocity);

}  // namespace weir::grid
