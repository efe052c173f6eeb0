// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The hooks that only solvers on a grid have. A director that needs them implements this besides Director:
//
//   class Filler final : public Director, public grid::GridDirector { ... };
//
// At the hook `pressure`, first all directors say where there is liquid without particles (fill), and how what they
// hold of it moves (prescribe_held; frames that are written ask for this too), then what flows (pressure). At the hook
// `surface`, the tracked surface has moved with the flow to the end of the step.

#pragma once

#include "weir/sim/directors.h"

namespace weir::tracked {
class TrackedSurface;
}

namespace weir::grid {

class GridFlow;    // liquid/grid_flow.h
struct GridSpace;  // tiles/tiled_particles.h

// Air that a director drives whether there is smoke in it or not: all within a radius (m) of points.
struct Reach {
  std::span<const Vec3f> points;
  float radius = 0;
};

class GridDirector {
 public:
  virtual ~GridDirector() = default;

  virtual void fill(const Clock&, GridFlow&) {}
  virtual void prescribe_held(const Clock&, GridFlow&) {}
  virtual void pressure(const Clock&, GridFlow&) {}
  virtual void surface(const Clock&, tracked::TrackedSurface&) {}

  // Tiles of the grid where liquid without particles ends; files show these besides those that hold particles.
  virtual void find_held_tiles(const GridSpace&, std::vector<Vec3i>& /*tiles*/) const {}
  // Takes those tiles away in which, and beside which, nothing but such liquid is: no step needs them.
  virtual void drop_held_tiles(const GridSpace&, std::vector<Vec3i>& /*tiles*/) const {}
  virtual Reach reach(const Clock&) const { return {}; }
};

// All directors of a scene that have these hooks.
void fill(Directors& directors, const Clock& clock, GridFlow& flow);
void prescribe_held(Directors& directors, const Clock& clock, GridFlow& flow);
void prescribe_pressure(Directors& directors, const Clock& clock, GridFlow& flow);
void move_surface(Directors& directors, const Clock& clock, tracked::TrackedSurface& surface);
std::vector<Vec3i> held_tiles(const Directors& directors, const GridSpace& space);
void drop_held_tiles(Directors& directors, const GridSpace& space, std::vector<Vec3i>& tiles);
std::vector<Reach> reach_of(const Directors& directors, const Clock& clock);

}  // namespace weir::grid
