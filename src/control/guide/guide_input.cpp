// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/guide_input.h"

#include <algorithm>
#include <cmath>

#include "grid/liquid/scatter.h"
#include "grid/pressure/projection.h"
#include "grid/surface/liquid_shape.h"
#include "grid/surface/redistance.h"
#include "grid/tiles/extrapolate.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir::guide {

namespace {

constexpr int kContinued = 4;  // layers around the liquid in which velocities go on

// A channel of a volume on tiles, which have cells in another order; `blank` where the volume has no tile.
std::vector<float> channel_of(const Volume& volume, size_t channel, const grid::Tiles& tiles, float scale,
                              float blank) {
  std::vector<float> field(tiles.field_size(), blank);
  const bool flat = tiles.depth() == 1;
  const auto channels = static_cast<size_t>(volume.channels);
  parallel_for(
      volume.tile.size(),
      [&](size_t n) {
        const size_t t = tiles.find(volume.tile[n]);
        if (t == tiles.blank() || (flat && volume.tile[n].z != 0)) return;
        grid::visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
          const auto voxel = static_cast<size_t>(64 * x + 8 * y + z);
          field[i] = volume.values[channels * (kVoxelsPerTile * n + voxel) + channel] * scale;
        });
      },
      16);
  return field;
}

Volume volume_of(const char* name, const GuideField& guide, std::vector<const std::vector<float>*> fields) {
  const grid::Tiles& tiles = guide.tiles;
  Volume volume;
  volume.name = name;
  volume.voxel_size = static_cast<float>(guide.space.cell);
  volume.origin = guide.space.to_world({0.5f, 0.5f, 0.5f});
  volume.channels = static_cast<int>(fields.size());
  volume.staggered = fields.size() == 3;
  volume.tile.assign(tiles.coordinates().begin(), tiles.coordinates().end());
  volume.values.resize(volume.tile.size() * kVoxelsPerTile * fields.size());
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        grid::visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
          for (int layer = z; layer < (tiles.depth() == 1 ? grid::kTileSize : z + 1); ++layer) {
            const size_t voxel = kVoxelsPerTile * t + static_cast<size_t>(64 * x + 8 * y + layer);
            for (size_t c = 0; c < fields.size(); ++c) volume.values[fields.size() * voxel + c] = (*fields[c])[i];
          }
        });
      },
      16);
  return volume;
}

// Tiles without a surface have the side of those beside them: goes from tile to tile, from where it is known.
void find_sides(const grid::Tiles& tiles, const std::vector<uint8_t>& known, float far, std::vector<float>& distance) {
  const size_t cells = tiles.cells_per_tile();
  std::vector<uint8_t> done = known;
  std::vector<size_t> next;
  for (size_t t = 0; t < tiles.size(); ++t) {
    if (known[t]) next.push_back(t);
  }
  while (!next.empty()) {
    const size_t t = next.back();
    next.pop_back();
    for (int axis = 0; axis < tiles.dimensions(); ++axis) {
      for (const int side : {-1, 1}) {
        const Vec3i way{axis == 0 ? side : 0, axis == 1 ? side : 0, axis == 2 ? side : 0};
        const size_t other = tiles.neighbour(t, way.x, way.y, way.z);
        if (other == tiles.blank() || done[other]) continue;
        const auto in = [&](int a) { return a == axis ? (side < 0 ? 0 : 7) : 3; };
        const auto at = static_cast<size_t>(in(0) + 8 * (in(1) + 8 * (tiles.depth() == 1 ? 0 : in(2))));
        const float value = distance[t * cells + at] < 0 ? -far : far;
        std::fill_n(distance.begin() + static_cast<ptrdiff_t>(other * cells), cells, value);
        done[other] = 1;
        next.push_back(other);
      }
    }
  }
}

std::vector<Vec3i> with_those_beside(const grid::Tiles& tiles) {
  std::vector<Vec3i> result;
  for (const Vec3i& tile : tiles.coordinates()) {
    for (int n = 0; n < 27; ++n) {
      const Vec3i way{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
      if (tiles.depth() > 1 || way.z == 0) result.push_back(tile + way);
    }
  }
  return result;
}

// Velocities of particles on a grid are those of a liquid but for noise. Whatever flows out of a guide in all would
// make its shell grow, so not even noise may.
void remove_divergence(GuideField& guide, const grid::SolidFaces& solids, const grid::MacField& known) {
  const grid::Tiles& tiles = guide.tiles;
  for (size_t axis = 0; axis < 3; ++axis) {
    std::vector<float> known_now = known.face[axis];
    grid::extrapolate(tiles, 1, known_now, guide.velocity.face[axis]);
  }
  float fastest = 0;
  for (const std::vector<float>& face : guide.velocity.face) {
    fastest = parallel_max(tiles.cells(), fastest, [&](size_t i) { return std::abs(face[i]); });
  }
  std::vector<float> pressure;
  grid::Projection(tiles, guide.input, {&solids.open, &solids.velocity})
      .solve({}, {.tolerance = 1e-3f * fastest, .max_iterations = 100}, guide.velocity, pressure);
}

}  // namespace

grid::GridSpace space_of(const Volume& volume, int dimensions) {
  const double cell = static_cast<double>(volume.voxel_size);
  const Vec3d origin = static_cast<Vec3d>(volume.origin) - Vec3d{0.5, 0.5, dimensions == 2 ? 0 : 0.5} * cell;
  return {{origin.x, origin.y, dimensions == 2 ? 0 : origin.z}, cell, dimensions};
}

GuideInput input_of_volumes(const Volume& surface, const Volume& velocity, int dimensions) {
  const bool flat = dimensions == 2;
  std::vector<Vec3i> coordinates;
  for (const Volume* volume : {&surface, &velocity}) {
    for (const Vec3i& tile : volume->tile) {
      if (!flat || tile.z == 0) coordinates.push_back(tile);
    }
  }
  GuideInput input{space_of(surface, dimensions), grid::Tiles(std::move(coordinates), dimensions), {}, {}, {}, true};
  const grid::Tiles& tiles = input.tiles;
  const float far = surface.background / surface.voxel_size;
  input.distance = channel_of(surface, 0, tiles, 1 / surface.voxel_size, far);
  std::vector<uint8_t> known(tiles.size(), 0);
  for (const Vec3i& tile : surface.tile) {
    if (const size_t t = tiles.find(tile); t != tiles.blank()) known[t] = 1;
  }
  find_sides(tiles, known, far, input.distance);
  for (size_t axis = 0; axis < 3; ++axis) input.velocity.face[axis] = channel_of(velocity, axis, tiles, 1, 0);
  // The files do not tell: liquid on one side is enough.
  input.known.resize(tiles);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        grid::Block<1> block;
        block.load(tiles, t, input.distance);
        grid::visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
          const float below[3]{block.at(x - 1, y, z), block.at(x, y - 1, z), block.at(x, y, z - 1)};
          for (size_t axis = 0; axis < static_cast<size_t>(dimensions); ++axis) {
            input.known.face[axis][i] = input.distance[i] < 0 || below[axis] < 0 ? 1.0f : 0.0f;
          }
        });
      },
      4);
  return input;
}

GuideInput input_of_particles(const Particles& particles, const grid::GridSpace& space, double spacing) {
  grid::TiledParticles where(space);
  const std::span<const uint32_t> order = where.sort(particles.position);
  std::vector<Vec3f> position(order.size()), velocity(order.size());
  parallel_for(order.size(), [&](size_t i) {
    position[i] = particles.position[order[i]];
    velocity[i] = particles.velocity[order[i]];
  });
  where.build(position, 2);
  grid::Scattered scattered;
  const double per_cell = std::pow(space.cell / spacing, space.dimensions);
  grid::scatter(where, velocity, {}, static_cast<float>(per_cell), scattered);
  GuideInput input{space, where.tiles(), {}, std::move(scattered.velocity), std::move(scattered.weight), true};
  const std::vector<float> room(input.tiles.field_size(), 1.0f);
  grid::find_surface_distance(input.tiles, scattered.volume, room, input.distance);
  return input;
}

GuideField preliminary_guide(const GuideInput& input, GuideSolids& solids, double frame, const GuideShape& shape) {
  GuideField guide{input.space, {}, {}, {}, {}};
  const std::vector<float> solid = solids.distance(frame, with_those_beside(input.tiles), guide.tiles);
  const grid::Tiles& tiles = guide.tiles;
  const float far = shape.mask + 1.5f;
  guide.input = grid::moved_to(input.tiles, input.distance, tiles, far);
  grid::redistance(tiles, far, guide.input);
  guide.distance = compute_guide(tiles, guide.input, solid, shape);
  grid::MacField known;
  for (size_t axis = 0; axis < 3; ++axis) {
    known.face[axis] = grid::moved_to(input.tiles, input.known.face[axis], tiles, 0);
    guide.velocity.face[axis] = grid::moved_to(input.tiles, input.velocity.face[axis], tiles, 0);
  }
  if (input.is_flow) remove_divergence(guide, solids.faces(frame, tiles), known);
  for (size_t axis = 0; axis < static_cast<size_t>(tiles.dimensions()); ++axis) {
    grid::extrapolate(tiles, kContinued, known.face[axis], guide.velocity.face[axis]);
  }
  return guide;
}

std::vector<Volume> volumes_of(const GuideField& guide) {
  const auto& face = guide.velocity.face;
  return {volume_of("guide", guide, {&guide.distance}), volume_of("input", guide, {&guide.input}),
          volume_of("velocity", guide, {&face[0], &face[1], &face[2]})};
}

GuideField guide_of(const std::vector<Volume>& volumes, int dimensions) {
  if (volumes.size() != 3 || volumes[2].channels != 3) throw InputError("guide", "is not a file of a guide");
  GuideField guide{space_of(volumes[0], dimensions), grid::Tiles(volumes[0].tile, dimensions), {}, {}, {}};
  guide.distance = channel_of(volumes[0], 0, guide.tiles, 1, kGuideBand);
  guide.input = channel_of(volumes[1], 0, guide.tiles, 1, kGuideBand);
  for (size_t axis = 0; axis < 3; ++axis) guide.velocity.face[axis] = channel_of(volumes[2], axis, guide.tiles, 1, 0);
  return guide;
}

}  // namespace weir::guide
