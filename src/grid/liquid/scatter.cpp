// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/scatter.h"

#include <algorithm>

#include "grid/liquid/tile_sums.h"
#include "grid/tiles/row.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

// What is added up at a point of the grid. Two points beside each other along x are one vector of twice that.
struct ByVolume {  // weight, weight * value
  using Two = simd::Four;
  static constexpr int kNumbers = 2;
  static Two both(float first, float second, float) { return Two{1, first, 1, second}; }
  static Two change(float by, float) { return Two{0, by, 0, by}; }
  static Two weights(float lower, float upper) { return Two{lower, lower, upper, upper}; }
};
struct ByMass {  // weight, weight * mass * value, weight * mass
  using Two = Row;
  static constexpr int kNumbers = 4;
  static Two both(float first, float second, float mass) {
    return Two{1, mass * first, mass, 0, 1, mass * second, mass, 0};
  }
  static Two change(float by, float mass) { return Two{0, mass * by, 0, 0, 0, mass * by, 0, 0}; }
  static Two weights(float lower, float upper) { return Two{lower, lower, lower, lower, upper, upper, upper, upper}; }
};

constexpr size_t kQuantities = 4;  // three components, and the volume
constexpr float kLeastWeight = 1e-6f;
template <class Two>
void add_to(float* to, const Two& more) {
  simd::store(simd::load<Two>(to) + more, to);
}

// Adds weight * (1, value) to the eight values around a point; `slope` is the change of the value per cell.
template <class By>
void add(float* sums, const Stencil& x, const Stencil& y, const Stencil& z, bool flat, float value, const Vec3f& slope,
         float mass) {
  using Two = typename By::Two;
  const float start = value - slope.x * x.part - slope.y * y.part - slope.z * z.part;
  const Two along = By::weights(1 - x.part, x.part);
  const Two here = along * By::both(start, start + slope.x, mass);
  const Two up = along * By::change(slope.y, mass), back = along * By::change(slope.z, mass);
  float* to = sums + Sums<By::kNumbers>::index(x.base, y.base, z.base);
  const float near = flat ? 1 : 1 - z.part;
  add_to<Two>(to, here * ((1 - y.part) * near));
  add_to<Two>(to + Sums<By::kNumbers>::kUp, (here + up) * (y.part * near));
  if (flat) return;
  add_to<Two>(to + Sums<By::kNumbers>::kBack, (here + back) * ((1 - y.part) * z.part));
  add_to<Two>(to + Sums<By::kNumbers>::kBack + Sums<By::kNumbers>::kUp, (here + up + back) * (y.part * z.part));
}

struct Inputs {
  std::span<const Vec3f> grid_position, velocity;
  std::span<const Gradient> gradient;
  const ParticleDensities& densities;
  float cell;  // m
};

template <class By>
void add_particle(const Inputs& in, uint32_t i, const Vec3i& first, bool flat, float* sums) {
  const Vec3f g = in_its_tile(in.grid_position[i], first);
  const Stencil low[3]{Stencil(g.x), Stencil(g.y), flat ? Stencil(0, 0) : Stencil(g.z)};
  const Stencil mid[3]{Stencil(g.x - 0.5f), Stencil(g.y - 0.5f), flat ? Stencil(0, 0) : Stencil(g.z - 0.5f)};
  const float mass = in.densities.of_phase.empty() ? 1.0f : in.densities.of_phase[in.densities.phase[i]];
  for (int axis = 0; axis < (flat ? 2 : 3); ++axis) {
    const Vec3f slope = in.gradient.empty() ? Vec3f{} : in.gradient[i].row[axis] * in.cell;
    add<By>(sums + static_cast<size_t>(axis) * Sums<By::kNumbers>::kFloats, axis == 0 ? low[0] : mid[0],
            axis == 1 ? low[1] : mid[1], axis == 2 ? low[2] : mid[2], flat, in.velocity[i][axis], slope, mass);
  }
  // Of cells: by mass, the value is the mass too, which gives its square.
  add<By>(sums + 3 * Sums<By::kNumbers>::kFloats, mid[0], mid[1], mid[2], flat, mass, {}, mass);
}

// Velocities of faces: from sums of weight and weight * velocity, or of momentum and mass.
void find_faces(const Tiles& tiles, size_t t, const TileSums<ByVolume::kNumbers>& sums, size_t axis,
                Scattered& result) {
  const size_t cells = tiles.cells_per_tile();
  float* weight = result.weight.face[axis].data() + t * cells;
  float* value = result.velocity.face[axis].data() + t * cells;
  collect(tiles, t, sums, axis, {weight, value});
  for (size_t i = 0; i < cells; ++i) value[i] = weight[i] > kLeastWeight ? value[i] / weight[i] : 0.0f;
}
void find_faces(const Tiles& tiles, size_t t, const TileSums<ByMass::kNumbers>& sums, size_t axis, Scattered& result) {
  const size_t cells = tiles.cells_per_tile();
  float* weight = result.weight.face[axis].data() + t * cells;
  float* value = result.velocity.face[axis].data() + t * cells;
  float* lightness = result.lightness.face[axis].data() + t * cells;
  float mass[kTileSize * kTileRows];
  collect(tiles, t, sums, axis, {weight, value, mass});
  for (size_t i = 0; i < cells; ++i) {
    const bool any = weight[i] > kLeastWeight;
    value[i] = any ? value[i] / mass[i] : 0.0f;
    lightness[i] = any ? weight[i] / mass[i] : 0.0f;
  }
}

// How full cells are, and of what.
void find_cells(const Tiles& tiles, size_t t, const TileSums<ByVolume::kNumbers>& sums, float* volume, Scattered&) {
  collect(tiles, t, sums, 3, {volume});
}
void find_cells(const Tiles& tiles, size_t t, const TileSums<ByMass::kNumbers>& sums, float* volume,
                Scattered& result) {
  const size_t first = t * tiles.cells_per_tile();
  Scattered::Densities& around = result.around;
  collect(tiles, t, sums, 3, {&around.count[first], &around.squares[first], &around.sum[first]});
  std::copy_n(&around.count[first], tiles.cells_per_tile(), volume);
}

template <class By>
void scatter_by(const TiledParticles& where, const Inputs& in, float per_cell, Scattered& result) {
  const Tiles& tiles = where.tiles();
  const bool flat = tiles.depth() == 1;
  const TileSums<By::kNumbers> sums(where, kQuantities);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        float* own = sums.of(t);
        if (!own) return;
        std::fill_n(own, sums.floats_per_tile(), 0.0f);
        const Vec3i first = tiles.first_cell(t);
        for (uint32_t i = where.in(t).begin; i < where.in(t).end; ++i) add_particle<By>(in, i, first, flat, own);
      },
      1);
  result.velocity.resize(tiles);
  result.weight.resize(tiles);
  result.volume.assign(tiles.field_size(), 0.0f);
  const size_t cells = tiles.cells_per_tile();
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        for (size_t axis = 0; axis < 3; ++axis) find_faces(tiles, t, sums, axis, result);
        float* volume = result.volume.data() + t * cells;
        find_cells(tiles, t, sums, volume, result);
        for (size_t i = 0; i < cells; ++i) volume[i] /= per_cell;
      },
      4);
}

}  // namespace

void scatter(const TiledParticles& where, std::span<const Vec3f> velocity, std::span<const Gradient> gradient,
             float per_cell, Scattered& result, const ParticleDensities& densities) {
  const Inputs in{where.grid_position(), velocity, gradient, densities, static_cast<float>(where.space().cell)};
  if (densities.of_phase.empty()) return scatter_by<ByVolume>(where, in, per_cell, result);
  result.lightness.resize(where.tiles());
  for (std::vector<float>* field : {&result.around.count, &result.around.sum, &result.around.squares}) {
    field->resize(where.tiles().field_size());
    std::fill(field->begin() + static_cast<ptrdiff_t>(where.tiles().cells()), field->end(), 0.0f);  // the blank tile
  }
  scatter_by<ByMass>(where, in, per_cell, result);
}

}  // namespace weir::grid
