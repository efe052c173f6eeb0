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
// Liquid neither doubles nor gets lost where core and particles meet. The core moves with the flow like particles do: a
// point that the step's flow leads to from the old core, but that is too shallow now, gets a particle; particles that
// the flow leads into cells of the core are taken away, and the cell holds them. Where they were crowded it holds more
// than its volume, and flows apart as crowded particles do (find_volume_sources).

#pragma once

#include <span>
#include <vector>

#include "grid/liquid/scatter.h"
#include "grid/pressure/solid_faces.h"
#include "weir/base/archive.h"

namespace weir::grid {

struct LiquidCore {
  Tiles tiles;              // that the fields lie on
  std::vector<float> full;  // how much liquid the cells of the core hold: about 1; 0 in others, which hold particles
  MacField velocity;        // m/s, on the faces of these cells and those one cell around them
  double owed = 0;          // cells of liquid that it should hold besides: rounding that is still to be put right

  // Coordinates of all tiles with such cells, or cells closer than `margin` (at most 8) to one.
  std::vector<Vec3i> tiles_needed(int margin) const;
  // Puts the fields on other tiles, which include those needed.
  void move_to(const Tiles& other);
  // Its cells: their index in the fields and their middle (m).
  struct Cell {
    uint32_t index;
    Vec3f middle;
  };
  std::vector<Cell> cells(const GridSpace& space) const;
  double volume() const;   // cells of liquid that it holds
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
  const MacField& moving;           // what carries the liquid: velocity, and what spreads it where it is crowded
  std::span<const float> distance;  // of the surface, at its start
  std::span<const float> crowding;  // m/s: flow that crowded cells give off during it
  float step;                       // s
  std::span<const Vec3f> position;  // of particles, at its end
  std::span<const uint8_t> stays;   // 1 for particles that the core does not take
  std::span<const uint8_t> left{};  // 1 for cells that it does not take either; empty: it may take all
  int band = 0;                     // cells under the surface that hold particles
  uint64_t number = 0;              // of the step
};

struct CoreChange {
  std::vector<Vec3f> position, velocity;  // of new particles
  std::vector<uint8_t> taken;             // 1 for particles that are in the core now
  double rounding = 0;                    // cells of liquid that whole particles left out or took too much
};

CoreChange advance_core(LiquidCore& core, const CoreStep& step);

}  // namespace weir::grid
