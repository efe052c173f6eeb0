// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/grid_director.h"

namespace weir::grid {

void fill(Directors& directors, const Clock& clock, GridFlow& flow) {
  directors.call<GridDirector>(hook::pressure, [&](GridDirector& d) { d.fill(clock, flow); });
}

void prescribe_held(Directors& directors, const Clock& clock, GridFlow& flow) {
  directors.call<GridDirector>(hook::pressure, [&](GridDirector& d) { d.prescribe_held(clock, flow); });
}

void prescribe_pressure(Directors& directors, const Clock& clock, GridFlow& flow) {
  directors.call<GridDirector>(hook::pressure, [&](GridDirector& d) { d.pressure(clock, flow); });
}

void move_surface(Directors& directors, const Clock& clock, tracked::TrackedSurface& surface) {
  directors.call<GridDirector>(hook::surface, [&](GridDirector& d) { d.surface(clock, surface); });
}

std::vector<Vec3i> held_tiles(const Directors& directors, const GridSpace& space) {
  std::vector<Vec3i> tiles;
  directors.visit<GridDirector>([&](const GridDirector& d) { d.find_held_tiles(space, tiles); });
  return tiles;
}

void drop_held_tiles(Directors& directors, const GridSpace& space, std::vector<Vec3i>& tiles) {
  directors.call<GridDirector>(hook::pressure, [&](GridDirector& d) { d.drop_held_tiles(space, tiles); });
}

std::vector<Reach> reach_of(const Directors& directors, const Clock& clock) {
  std::vector<Reach> all;
  directors.visit<GridDirector>([&](const GridDirector& d) {
    const Reach reach = d.reach(clock);
    if (!reach.points.empty()) all.push_back(reach);
  });
  return all;
}

}  // namespace weir::grid
