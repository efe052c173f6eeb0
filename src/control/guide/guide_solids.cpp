// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/guide_solids.h"

#include <algorithm>
#include <array>

#include "weir/base/parallel.h"

namespace weir::guide {

static Scene counted_scene(const Scene& scene, const std::vector<std::string>& detailed, const grid::GridSpace& space) {
  Scene result = scene;
  result.solver.spacing = space.cell;  // by which solids know how far away their distance must be exact
  // The air below a lid is not a pocket or a gap in the liquid.
  if (result.domain) result.domain->upper.y += 1e4;
  std::erase_if(result.solids, [&](const Solid& solid) {
    return std::find(detailed.begin(), detailed.end(), solid.name) != detailed.end();
  });
  return result;
}

GuideSolids::GuideSolids(const Scene& scene, const std::vector<std::string>& detailed, const grid::GridSpace& space)
    : space_(space),
      scene_(counted_scene(scene, detailed, space)),
      whole_scene_(scene),
      builder_(static_cast<float>(scene.solver.spacing), scene.frames.rate),
      solids_(scene_, builder_),
      all_(whole_scene_, builder_) {
  whole_scene_.solver.spacing = space.cell;
}

grid::SolidFaces GuideSolids::faces(double frame, const grid::Tiles& tiles) {
  constexpr double kMoment = 0.1;  // frames in which velocities are measured
  all_.move_to(frame - kMoment, frame);
  grid::SolidFaces faces;
  grid::find_solid_faces(all_, space_, tiles, {}, faces);
  return faces;
}

void GuideSolids::find_in_tile(const Vec3i& tile, std::span<float> distance) const {
  std::array<Vec3f, 512> point;
  std::array<float, 512> zero{}, time;
  const bool flat = space_.dimensions == 2;
  const auto first = static_cast<Vec3f>(
      Vec3i{grid::kTileSize * tile.x, grid::kTileSize * tile.y, flat ? 0 : grid::kTileSize * tile.z});
  for (size_t i = 0; i < distance.size(); ++i) {
    const auto n = static_cast<int>(i);
    const Vec3i in{n % 8, n / 8 % 8, n / 64};
    point[i] = space_.to_world(first + static_cast<Vec3f>(in) + Vec3f{0.5f, 0.5f, 0.5f});
  }
  const auto part = [&](auto& array) { return std::span(array).first(distance.size()); };
  solids_.clearance({part(point), part(zero), part(zero), part(zero)}, 0, distance, part(time));
  for (float& d : distance) d /= static_cast<float>(space_.cell);
}

const std::vector<float>& GuideSolids::distance(double frame, std::vector<Vec3i> coordinates, grid::Tiles& tiles) {
  solids_.move_to(frame, frame);
  const grid::Tiles wanted(std::move(coordinates), space_.dimensions);
  const bool knows = !solids_.any_moves() && !known_distance_.empty();
  if (knows && wanted == known_) {
    tiles = kept_;
    return kept_distance_;
  }
  std::vector<float> found(wanted.field_size(), 0.0f);
  std::vector<uint8_t> open(wanted.size(), 0);
  const size_t cells = wanted.cells_per_tile();
  parallel_for(
      wanted.size(),
      [&](size_t t) {
        const std::span<float> own = std::span(found).subspan(t * cells, cells);
        const size_t before = knows ? known_.find(wanted.coordinate(t)) : known_.blank();
        if (before != known_.blank()) {
          std::copy_n(known_distance_.data() + before * cells, cells, own.data());
        } else {
          find_in_tile(wanted.coordinate(t), own);
        }
        open[t] = std::any_of(own.begin(), own.end(), [](float d) { return d >= 0; });
      },
      1);
  std::vector<Vec3i> kept;
  for (size_t t = 0; t < wanted.size(); ++t) {
    if (open[t]) kept.push_back(wanted.coordinate(t));
  }
  tiles = grid::Tiles(std::move(kept), space_.dimensions);
  std::vector<float> result(tiles.field_size(), grid::kTileSize);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        std::copy_n(found.data() + wanted.find(tiles.coordinate(t)) * cells, cells, result.data() + t * cells);
      },
      16);
  known_ = wanted;
  known_distance_ = std::move(found);
  kept_ = tiles;
  return kept_distance_ = std::move(result);
}

}  // namespace weir::guide
