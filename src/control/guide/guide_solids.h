// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The solids that count in the guide (Omega_S of the paper) on its grid: those that the artist did not want detail
// around, and the closed walls of the domain but its lid.

#pragma once

#include <string>
#include <vector>

#include "grid/solid_faces.h"
#include "grid/tiled_particles.h"
#include "sim/solids.h"

namespace weir {

class GuideSolids {
 public:
  // Without the solids in `detailed`.
  GuideSolids(const Scene& scene, const std::vector<std::string>& detailed, const GridSpace& space);

  // Signed distances (cells) on tiles at a frame, until it is asked again. Tiles that lie in solids as a whole are
  // taken away from `tiles` first.
  const std::vector<float>& distance(double frame, std::vector<Vec3i> coordinates, Tiles& tiles);
  // All solids, with those around which detail is wanted, as the liquid on the tiles feels them at a frame.
  SolidFaces faces(double frame, const Tiles& tiles);

 private:
  void find_in_tile(const Vec3i& tile, std::span<float> distance) const;

  GridSpace space_;
  Scene scene_, whole_scene_;
  ShapeBuilder builder_;
  Solids solids_, all_;
  // What was found last, which holds as long as no solid moves: of all tiles, and of those that are kept.
  Tiles known_, kept_;
  std::vector<float> known_distance_, kept_distance_;
};

}  // namespace weir
