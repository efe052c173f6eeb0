// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The tracked surface of a grid liquid: a mesh three times finer than the grid that moves with its velocity. The
// particles remain the truth about where there is liquid: where the mesh strays from their surface it is drawn back,
// beside solids it keeps to it, and where liquid appears or vanishes the mesh is made anew.

#pragma once

#include <span>

#include "grid/pressure/solid_faces.h"
#include "tracked/tracked_surface.h"
#include "weir/sim/director.h"

namespace weir::grid {

class LiquidSurface {
 public:
  explicit LiquidSurface(const GridSpace& space, bool keep_sheets);

  // What the mesh is held against: the particles' surface, which ends where solids begin.
  struct Liquid {
    const Tiles& tiles;
    std::vector<float> distance;  // cells from the surface, -1 to 1; goes on into solids as beside them
    std::vector<float> gap;       // cells from the nearest solid
  };
  // `distance` as find_surface_distance() gives it.
  static Liquid liquid(const GridSpace& space, const Tiles& tiles, const SolidFaces& solids,
                       std::span<const float> distance);

  // From nothing.
  void make(const Liquid& liquid);
  void follow(const Liquid& liquid);
  void move(const Tiles& tiles, const MacField& velocity, float step);
  // After all that moved it in a step.
  void tidy() { surface_.remesh(); }

  tracked::TrackedSurface& surface() { return surface_; }
  const tracked::TrackedSurface& surface() const { return surface_; }
  // Since the last call: cells of its lattice in which it was made anew, and beside loops that did not pair up;
  // besides, its triangles and volume (m3).
  void add_measures(Measures& measures);
  void state(Archive& archive) { surface_.state(archive); }

 private:
  tracked::GuideLevelSet guide(const Liquid& liquid) const;
  void draw_back(const Liquid& liquid);
  void smooth_at_walls(std::span<const float> gap);

  GridSpace space_;
  bool keep_sheets_;
  tracked::TrackedSurface surface_;
  tracked::TopologyReport changes_;
};

}  // namespace weir::grid
