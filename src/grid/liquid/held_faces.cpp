// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/held_faces.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr float kThin = 1;           // cells more for faces in the air: particles of the layer lie between them and it
constexpr float kDeepest = 1.5f;     // cells into a solid
constexpr float kBeside = 1.5f;      // cells along the surface that what presses on a cell is spread over
constexpr float kLeastArea = 0.01f;  // of surface in a cell, in faces

float at(const Block<1>& block, const Vec3i& c) { return block.at(c.x, c.y, c.z); }

// Some of the tile is as near to the surface of a solid as that, m.
bool is_near(const HeldAround& around, size_t tile, float reach) {
  const float* first = around.faces.distance.data() + tile * around.tiles().cells_per_tile();
  return std::any_of(first, first + around.tiles().cells_per_tile(), [&](float d) { return std::abs(d) < reach; });
}

// All that tiles found, one after the other.
template <class T>
std::vector<T> joined(const std::vector<std::vector<T>>& parts) {
  std::vector<T> all;
  for (const std::vector<T>& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

// The velocity at the middle of a lower face: its own component, and the means of the four others around it.
Vec3f velocity_at(const MacBlock<1>& block, int axis, const Vec3i& c, int dimensions) {
  Vec3f v{};
  for (int b = 0; b < dimensions; ++b) {
    const Block<1>& own = block.component[b];
    const Vec3i back = along(axis), on = along(b);
    v[b] = b == axis ? at(own, c) : 0.25f * (at(own, c) + at(own, c - back) + at(own, c + on) + at(own, c - back + on));
  }
  return v;
}

float particle_mass(const HeldAround& around, size_t axis, size_t cell) {
  const float weight = around.scattered.weight.face[axis][cell] / around.per_cell;
  const std::vector<float>& lightness = around.scattered.lightness.face[axis];
  return lightness.empty() || !(lightness[cell] > 0) ? weight : weight / lightness[cell];
}

}  // namespace

std::vector<HeldFace> find_held_faces(const HeldAround& around, const GridFlow& flow, const MacField& after) {
  const Tiles& tiles = around.tiles();
  const auto cell = static_cast<float>(around.space().cell);
  std::vector<std::vector<HeldFace>> found(tiles.size());
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        if (!is_near(around, t, (kNone + kThin + 1) * cell)) return;
        Block<1> gap, liquid;
        MacBlock<1> now;
        gap.load(tiles, t, around.faces.distance);
        liquid.load(tiles, t, flow.has_pressure());
        now.load(tiles, t, after);
        const auto first = static_cast<Vec3f>(tiles.first_cell(t));
        for (int axis = 0; axis < tiles.dimensions(); ++axis) {
          visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
            const Vec3i c{x, y, z}, below = c - along(axis);
            const float distance = 0.5f * (at(gap, c) + at(gap, below)) / cell;
            if (distance >= kNone + kThin || distance < -kDeepest || flow.is_prescribed(axis, i)) return;
            const bool is_liquid = at(liquid, c) + at(liquid, below) > 0;
            const float mass = particle_mass(around, static_cast<size_t>(axis), i);
            if (!is_liquid && !(mass > 0)) return;
            const float layer = (kNone - distance + (is_liquid ? 0 : kThin)) / (kNone - kWhole);
            if (layer <= 0) return;
            const Vec3f middle = first + static_cast<Vec3f>(c) + face_middle(axis);
            found[t].push_back({i, axis, std::min(layer, 1.0f), mass, velocity_at(now, axis, c, tiles.dimensions()),
                                around.space().to_world(middle), middle});
          });
        }
      },
      4);
  return joined(found);
}

namespace {

// The surface in a cell of liquid.
struct Patch {
  size_t cell;
  Vec3f point;    // of the cell's middle, in the world
  Vec3f normal;   // out of the solid
  float pressed;  // momentum that it takes from the solid, over that of a full cell with 1 m/s
};

std::vector<Patch> find_patches(const HeldAround& around, const GridFlow& flow, const MacField& before) {
  const Tiles& tiles = around.tiles();
  const auto cell = static_cast<float>(around.space().cell);
  std::vector<std::vector<Patch>> found(tiles.size());
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        if (!is_near(around, t, 2 * cell)) return;
        MacBlock<1> open, then, wall;
        open.load(tiles, t, around.faces.open);
        then.load(tiles, t, before);
        wall.load(tiles, t, around.faces.velocity);
        const auto first = static_cast<Vec3f>(tiles.first_cell(t));
        visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
          if (flow.has_pressure()[i] == 0) return;
          const Vec3i c{x, y, z};
          Vec3f area{}, stopped{};
          for (int axis = 0; axis < tiles.dimensions(); ++axis) {
            const Block<1>&share = open.component[axis], &liquid = then.component[axis], &solid = wall.component[axis];
            const Vec3i up = c + along(axis);
            area[axis] = at(share, up) - at(share, c);
            // What moves with the liquid tells how it was stopped, and of closed faces only what closes them.
            const float a = at(share, c), b = at(share, up);
            const float moves = a + b > 0 ? (a * at(liquid, c) + b * at(liquid, up)) / (a + b) : 0;
            const float stands = a + b < 2 ? ((1 - a) * at(solid, c) + (1 - b) * at(solid, up)) / (2 - a - b) : 0;
            stopped[axis] = stands - moves;
          }
          const float size = length(area);
          if (size < kLeastArea) return;
          const Vec3f normal = area / size;
          const float pressure = flow.pressure()[i] + around.faces.distance[i] / cell * dot(stopped, normal);
          if (!(pressure > 0)) return;
          found[t].push_back({i, around.space().to_world(first + static_cast<Vec3f>(c) + Vec3f{0.5f, 0.5f, 0.5f}),
                              normal, pressure * size});
        });
      },
      4);
  return joined(found);
}

// How much of what presses on a cell goes to a face that is `way` from the middle of the cell, in cells.
float reached(const Vec3f& way, const Vec3f& normal) {
  return std::max(0.0f, 1 - length(way - normal * dot(way, normal)) / kBeside);
}

// Calls visit(offset, way) for the lower faces along an axis around a cell, or (`sign` -1) cells around such a face.
template <class Visit>
void visit_around(int axis, bool flat, int sign, const Visit& visit) {
  constexpr int kReach = 2;
  for (int z = flat ? 0 : -kReach; z <= (flat ? 0 : kReach); ++z) {
    for (int y = -kReach; y <= kReach; ++y) {
      for (int x = -kReach; x <= kReach; ++x) {
        const Vec3i offset{x, y, z};
        Vec3f way = static_cast<Vec3f>(offset) * static_cast<float>(sign);
        way[axis] -= 0.5f;
        visit(offset, way);
      }
    }
  }
}

float at(const Block<2>& block, const Vec3i& c) { return block.at(c.x, c.y, c.z); }

// A number of every cell along every axis.
using Vectors = std::array<std::vector<float>, 3>;

Vectors no_vectors_on(const Tiles& tiles) {
  Vectors field;
  for (std::vector<float>& f : field) f.assign(tiles.field_size(), 0.0f);
  return field;
}

Vec3i in_its_tile(const Tiles& tiles, size_t cell) {
  const auto in = static_cast<int>(cell % tiles.cells_per_tile());
  return {in % kTileSize, in / kTileSize % kTileSize, in / (kTileSize * kTileSize)};
}

// Ends of the runs of things that lie in the same tile.
template <class T>
std::vector<size_t> runs_of_tiles(const Tiles& tiles, std::span<const T> things) {
  std::vector<size_t> ends{0};
  for (size_t n = 1; n <= things.size(); ++n) {
    const bool ends_here =
        n == things.size() || things[n].cell / tiles.cells_per_tile() != things[n - 1].cell / tiles.cells_per_tile();
    if (ends_here) ends.push_back(n);
  }
  return ends;
}

}  // namespace

void find_friction_limits(const HeldAround& around, const GridFlow& flow, const MacField& before,
                          const FrictionAt& friction, std::span<HeldFace> faces) {
  const Tiles& tiles = around.tiles();
  const bool flat = tiles.dimensions() == 2;
  const std::vector<Patch> patches = find_patches(around, flow, before);
  std::vector<Vec3f> points;
  for (const Patch& patch : patches) points.push_back(patch.point);
  const std::vector<float> coefficient = friction(points);
  if (std::all_of(coefficient.begin(), coefficient.end(), [](float mu) { return mu == 0; })) return;

  Vectors layer = no_vectors_on(tiles), given = no_vectors_on(tiles), normal = no_vectors_on(tiles);
  for (const HeldFace& face : faces) layer[static_cast<size_t>(face.axis)][face.cell] = face.layer * face.mass;

  // Of every cell, what it gives to faces beside it, over what these can take.
  const std::vector<size_t> ends = runs_of_tiles<Patch>(tiles, patches);
  parallel_for(
      ends.size() - 1,
      [&](size_t run) {
        MacBlock<2> around_it;
        const size_t tile = patches[ends[run]].cell / tiles.cells_per_tile();
        for (size_t axis = 0; axis < 3; ++axis) around_it.component[axis].load(tiles, tile, layer[axis]);
        for (size_t n = ends[run]; n < ends[run + 1]; ++n) {
          const Patch& patch = patches[n];
          const Vec3i c = in_its_tile(tiles, patch.cell);
          for (int axis = 0; axis < tiles.dimensions(); ++axis) {
            const auto a = static_cast<size_t>(axis);
            float sum = 0;
            visit_around(axis, flat, 1, [&](const Vec3i& offset, const Vec3f& way) {
              const float takes = at(around_it.component[axis], c + offset);
              if (takes > 0) sum += takes * reached(way, patch.normal);
            });
            given[a][patch.cell] = sum > 0 ? coefficient[n] * patch.pressed / sum : 0;
            normal[a][patch.cell] = patch.normal[axis];
          }
        }
      },
      1);

  const std::vector<size_t> face_ends = runs_of_tiles<HeldFace>(tiles, faces);
  parallel_for(
      face_ends.size() - 1,
      [&](size_t run) {
        MacBlock<2> gives, points_to;
        const size_t tile = faces[face_ends[run]].cell / tiles.cells_per_tile();
        for (size_t axis = 0; axis < 3; ++axis) {
          gives.component[axis].load(tiles, tile, given[axis]);
          points_to.component[axis].load(tiles, tile, normal[axis]);
        }
        for (size_t n = face_ends[run]; n < face_ends[run + 1]; ++n) {
          HeldFace& face = faces[n];
          const Vec3i c = in_its_tile(tiles, face.cell);
          float sum = 0;
          visit_around(face.axis, flat, -1, [&](const Vec3i& offset, const Vec3f& way) {
            const float gift = at(gives.component[face.axis], c + offset);
            if (gift == 0) return;
            const Vec3f towards{at(points_to.component[0], c + offset), at(points_to.component[1], c + offset),
                                at(points_to.component[2], c + offset)};
            sum += gift * reached(way, towards);
          });
          face.friction_limit = face.layer * sum;
        }
      },
      1);
}

}  // namespace weir::grid
