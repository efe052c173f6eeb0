// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The deep liquid of narrow-band FLIP (Ferstl, Ando, Wojtan, Westermann & Thuerey 2016): only a shell under the surface
// holds particles; below it cells are simply full and the grid itself carries their velocity.
//
//   LiquidCore core;                                  // empty: all liquid is particles
//   ... a step: core.move_to(tiles), add_core() after scatter(), pressure, particles move ...
//   CoreChange change = advance_core(core, step);     // particles to create and to take away
//
// Liquid neither doubles nor gets lost where core and particles meet: the core moves with the flow like particles do. A
// place that the step's flow leads to from the old core, but that is too shallow now, gets a particle; particles that
// the flow leads into full cells are taken away.

#pragma once

#include <span>
#include <vector>

#include "base/archive.h"
#include "base/random.h"
#include "grid/scatter.h"
#include "grid/solid_faces.h"

namespace weir {

struct LiquidCore {
  Tiles tiles;              // that the fields lie on
  std::vector<float> full;  // 1 in cells that are all liquid and hold no particles, else 0
  MacField velocity;        // m/s, on the faces of full cells and those one cell around them

  // Coordinates of all tiles with full cells, or cells closer than `margin` (at most 8) to one.
  std::vector<Vec3i> tiles_needed(int margin) const;
  // Puts the fields on other tiles, which include those needed.
  void move_to(const Tiles& other);
  // The full cells: their index in the fields and their middle (m).
  struct Cell {
    uint32_t index;
    Vec3f middle;
  };
  std::vector<Cell> cells(const GridSpace& space) const;
  double volume() const;   // number of full cells
  double fastest() const;  // m/s
  void state(Archive& archive);
};

// Joins the core to what scatter() found of the particles on the same tiles, as if it held particles too; `gained`
// (m/s) is what forces have added to its velocity.
void add_core(const LiquidCore& core, const Vec3f& gained, float per_cell, Scattered& result);

// What the core's change depends on, all on its tiles.
struct CoreStep {
  const GridSpace& space;
  const Scattered& scattered;       // with the core, at the start of the step
  const SolidFaces& solids;         // at its end
  const MacField& velocity;         // after pressure, known around all liquid
  std::span<const float> distance;  // of the surface, at its start
  float step;                       // s
  int band;                         // cells under the surface that hold particles
  const Random& random;             // places of new particles
  uint64_t number;                  // of the step
};

struct CoreChange {
  std::vector<Vec3f> position, velocity;  // of new particles
};

CoreChange advance_core(LiquidCore& core, const CoreStep& step);

// Flags particles that are in full cells.
void mark_in_core(const LiquidCore& core, const GridSpace& space, std::span<const Vec3f> position,
                  std::span<uint8_t> flag);

}  // namespace weir
