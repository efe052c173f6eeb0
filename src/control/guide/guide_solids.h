// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The solids that count in the guide (Omega_S of the paper) on its grid: those that the artist did not want detail
// around, and the closed walls of the domain but its lid.

#pragma once

#include <string>
#include <vector>

#include "grid/pressure/solid_faces.h"
#include "grid/tiles/tiled_particles.h"
#include "weir/sim/solids.h"

namespace weir::guide {

class GuideSolids {
 public:
  // Without the solids in `detailed`.
  GuideSolids(const Scene& scene, const std::vector<std::string>& detailed, const grid::GridSpace& space);

  // Signed distances (cells) on tiles at a frame, until it is asked again. Tiles that lie in solids as a whole are
  // taken away from `tiles` first.
  const std::vector<float>& distance(double frame, std::vector<Vec3i> coordinates, grid::Tiles& tiles);
  // All solids, with those around which detail is wanted, as the liquid on the tiles feels them at a frame.
  grid::SolidFaces faces(double frame, const grid::Tiles& tiles);

 private:
  void find_in_tile(const Vec3i& tile, std::span<float> distance) const;

  grid::GridSpace space_;
  Scene scene_, whole_scene_;
  ShapeBuilder builder_;
  Solids solids_, all_;
  // What was found last, which holds as long as no solid moves: of all tiles, and of those that are kept.
  grid::Tiles known_, kept_;
  std::vector<float> known_distance_, kept_distance_;
};

}  // namespace weir::guide
