// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/guide_measures.h"

#include <algorithm>
#include <cmath>

#include "control/guide/coarse_liquid.h"
#include "control/guide/correspondence.h"
#include "control/guide/guide_files.h"
#include "control/guide/guide_settings.h"
#include "control/guide/guide_solids.h"
#include "grid/surface/redistance.h"
#include "grid/tiles/move_field.h"
#include "grid/tiles/visit_cells.h"

namespace weir::guide {

double distance_from_input(const DirectorPart& part, int frame, const Particles& liquid) {
  const Scene& scene = part.scene;
  const GuideField guide = read_guide(part, frame);
  GuideSolids solids(scene, part.settings<GuideSettings>().detailed, guide.space);
  std::vector<Vec3i> coordinates = tiles_of_particles(guide.space, liquid.position);
  coordinates.insert(coordinates.end(), guide.tiles.coordinates().begin(), guide.tiles.coordinates().end());
  grid::Tiles tiles;
  const std::vector<float> solid = solids.distance(frame, std::move(coordinates), tiles);
  const double share = std::pow(scene.solver.spacing / guide.space.cell, scene.dimensions);
  std::vector<float> surface = coarse_liquid(guide.space, tiles, liquid.position, share);
  grid::march_distance(tiles, 1, 2, surface);
  const float far = guide_shape(part.settings<GuideSettings>(), guide.space).mask;
  return correspondence(tiles, surface, grid::moved_to(guide.tiles, guide.input, tiles, far), solid).distance;
}

double guide_divergence(const DirectorPart& part, int frame) {
  const GuideField guide = read_guide(part, frame);
  const grid::Tiles& tiles = guide.tiles;
  double made = 0, flow = 0;
  for (size_t t = 0; t < tiles.size(); ++t) {
    grid::visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
      if (guide.distance[i] > -1) return;
      const Vec3i cell = tiles.first_cell(t) + Vec3i{x, y, z};
      float sum = 0;
      for (int axis = 0; axis < part.scene.dimensions; ++axis) {
        const std::vector<float>& face = guide.velocity.face[static_cast<size_t>(axis)];
        const size_t above = tiles.cell(cell + Vec3i{axis == 0, axis == 1, axis == 2});
        sum += face[above] - face[i];
        flow += 0.5 * static_cast<double>(std::abs(face[above]) + std::abs(face[i]));
      }
      made += static_cast<double>(std::abs(sum));
    });
  }
  return made / std::max(flow, 1e-30);
}

}  // namespace weir::guide
