// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/liquid_volumes.h"

#include <algorithm>
#include <cmath>

#include "grid/surface/redistance.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

Volume empty_volume(const GridSpace& space, const char* name) {
  Volume volume;
  volume.name = name;
  volume.voxel_size = static_cast<float>(space.cell);
  volume.origin = space.to_world({0.5f, 0.5f, 0.5f});
  return volume;
}

// Calls fill(tile, where to put its values) for every kept tile. In 2D a volume has a tile on either side of z = 0.
template <class Fill>
void fill_tiles(const Tiles& tiles, const std::vector<size_t>& kept, Volume& volume, const Fill& fill) {
  const bool flat = tiles.depth() == 1;
  const size_t copies = flat ? 2 : 1, per_tile = kVoxelsPerTile * static_cast<size_t>(volume.channels);
  for (const size_t t : kept) {
    volume.tile.push_back(tiles.coordinate(t));
    if (flat) volume.tile.push_back(tiles.coordinate(t) - Vec3i{0, 0, 1});
  }
  volume.values.resize(volume.tile.size() * per_tile);
  parallel_for(
      kept.size(),
      [&](size_t n) {
        float* to = volume.values.data() + n * copies * per_tile;
        fill(kept[n], to);
        if (flat) std::copy_n(to, per_tile, to + per_tile);
      },
      16);
}

// Calls visit(index in the field, voxel of the volume's tile); in 2D all layers along z are alike.
template <class Visit>
void for_voxels(const Tiles& tiles, size_t tile, const Visit& visit) {
  visit_cells(tiles, tile, [&](int x, int y, int z, size_t i) {
    const int first = 64 * x + 8 * y;
    if (tiles.depth() > 1) return visit(i, static_cast<size_t>(first + z));
    for (int layer = 0; layer < kTileSize; ++layer) visit(i, static_cast<size_t>(first + layer));
  });
}

template <class Wanted>
std::vector<size_t> tiles_with(const Tiles& tiles, const Wanted& wanted) {
  std::vector<uint8_t> keep(tiles.size(), 0);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        const size_t begin = t * tiles.cells_per_tile(), end = begin + tiles.cells_per_tile();
        for (size_t i = begin; i < end && !keep[t]; ++i) keep[t] = wanted(i);
      },
      16);
  std::vector<size_t> kept;
  for (size_t t = 0; t < tiles.size(); ++t) {
    if (keep[t]) kept.push_back(t);
  }
  return kept;
}

}  // namespace

Volume surface_volume(const GridSpace& space, const Tiles& tiles, const SolidFaces& solids,
                      std::vector<float> distance) {
  const auto cell = static_cast<float>(space.cell);
  parallel_for(tiles.cells(), [&](size_t i) {
    // Only close to solids is their distance exact.
    const float gap = solids.distance[i] / cell;
    if (gap < 1 && distance[i] != kNoDistance) distance[i] = std::max(distance[i], -gap);
  });
  redistance(tiles, kSurfaceBand, distance);
  Volume volume = empty_volume(space, "surface");
  volume.level_set = true;
  volume.background = kSurfaceBand * cell;
  const auto kept = tiles_with(tiles, [&](size_t i) { return std::abs(distance[i]) < kSurfaceBand; });
  fill_tiles(tiles, kept, volume, [&](size_t t, float* to) {
    for_voxels(tiles, t, [&](size_t i, size_t voxel) { to[voxel] = distance[i] * cell; });
  });
  return volume;
}

Volume velocity_volume(const GridSpace& space, const Tiles& tiles, const MacField& velocity, const MacField& weight) {
  Volume volume = empty_volume(space, "velocity");
  volume.channels = 3;
  volume.staggered = true;
  const auto known = [&](size_t axis, size_t i) { return weight.face[axis][i] > 1e-6f; };
  const auto kept = tiles_with(tiles, [&](size_t i) { return known(0, i) || known(1, i) || known(2, i); });
  fill_tiles(tiles, kept, volume, [&](size_t t, float* to) {
    for_voxels(tiles, t, [&](size_t i, size_t voxel) {
      for (size_t axis = 0; axis < 3; ++axis) to[3 * voxel + axis] = known(axis, i) ? velocity.face[axis][i] : 0.0f;
    });
  });
  return volume;
}

}  // namespace weir::grid
