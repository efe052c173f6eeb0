// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/scatter.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "grid/tiles/row.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

// A tile's sums of weight and weight * value, with one layer around it: pairs, so that two cells beside each other
// along x are four floats.
struct Sums {
  static constexpr int kSize = kTileSize + 2;
  static constexpr size_t kUp = 2 * kSize, kBack = 2 * kSize * kSize;  // from a value to the next along y, z
  static constexpr size_t kFloats = 2 * kSize * kSize * kSize;
  static constexpr size_t index(int x, int y, int z) {
    return static_cast<size_t>(2 * ((x + 1) + kSize * ((y + 1) + kSize * (z + 1))));
  }
};
constexpr size_t kQuantities = 4;  // three components, and the volume
constexpr size_t kFloatsPerTile = kQuantities * Sums::kFloats;

using simd::Four;

// Along one axis: the lower of the two values around a point, and how far the point is on the way to the next.
struct Stencil {
  int base;
  float part;
  explicit Stencil(float point) : base(static_cast<int>(std::floor(point))), part(point - static_cast<float>(base)) {}
  Stencil(int where, float on_the_way) : base(where), part(on_the_way) {}
};

// The weights of two values beside each other along x, each twice: of the weight itself, and of what it weighs.
Four weights_along(const Stencil& x) { return Four{1 - x.part, 1 - x.part, x.part, x.part}; }

void add_to(float* to, const Four& more) { simd::store(simd::load<Four>(to) + more, to); }

// Adds weight * (1, value) to the eight values around a point; `slope` is the change of the value per cell.
void add(float* sums, const Stencil& x, const Stencil& y, const Stencil& z, bool flat, float value,
         const Vec3f& slope) {
  const float start = value - slope.x * x.part - slope.y * y.part - slope.z * z.part;
  const Four along = weights_along(x);
  const Four here = along * Four{1, start, 1, start + slope.x};
  const Four up = along * Four{0, slope.y, 0, slope.y}, back = along * Four{0, slope.z, 0, slope.z};
  float* to = sums + Sums::index(x.base, y.base, z.base);
  const float near = flat ? 1 : 1 - z.part;
  add_to(to, here * ((1 - y.part) * near));
  add_to(to + Sums::kUp, (here + up) * (y.part * near));
  if (flat) return;
  add_to(to + Sums::kBack, (here + back) * ((1 - y.part) * z.part));
  add_to(to + Sums::kBack + Sums::kUp, (here + up + back) * (y.part * z.part));
}

struct Inputs {
  std::span<const Vec3f> grid_position, velocity;
  std::span<const Gradient> gradient;
  float cell;  // m
};

void add_particle(const Inputs& in, uint32_t i, const Vec3i& first, bool flat, float* sums) {
  // A point a hair below 0 would round up to the next tile.
  constexpr float kEnd = kTileSize * (1 - 1e-7f);
  const Vec3f g = min(in.grid_position[i] - static_cast<Vec3f>(first), Vec3f{kEnd, kEnd, kEnd});
  const Stencil low[3]{Stencil(g.x), Stencil(g.y), flat ? Stencil(0, 0) : Stencil(g.z)};
  const Stencil mid[3]{Stencil(g.x - 0.5f), Stencil(g.y - 0.5f), flat ? Stencil(0, 0) : Stencil(g.z - 0.5f)};
  for (int axis = 0; axis < (flat ? 2 : 3); ++axis) {
    const Vec3f slope = in.gradient.empty() ? Vec3f{} : in.gradient[i].row[axis] * in.cell;
    add(sums + static_cast<size_t>(axis) * Sums::kFloats, axis == 0 ? low[0] : mid[0], axis == 1 ? low[1] : mid[1],
        axis == 2 ? low[2] : mid[2], flat, in.velocity[i][axis], slope);
  }
  add(sums + 3 * Sums::kFloats, mid[0], mid[1], mid[2], flat, 0, {});
}

// The sums of all tiles that hold particles.
class TileSums {
 public:
  explicit TileSums(const TiledParticles& where) : first_sum_(where.tiles().size() + 1, kNone) {
    size_t count = 0;
    for (size_t t = 0; t < where.tiles().size(); ++t) {
      if (where.in(t).begin != where.in(t).end) first_sum_[t] = kFloatsPerTile * count++;
    }
    sums_ = std::make_unique_for_overwrite<float[]>(kFloatsPerTile * count);
  }
  // Null for a tile without particles, and for the blank one.
  float* of(size_t tile) const { return first_sum_[tile] == kNone ? nullptr : sums_.get() + first_sum_[tile]; }

 private:
  static constexpr size_t kNone = ~size_t{0};
  std::vector<size_t> first_sum_;
  std::unique_ptr<float[]> sums_;
};

// Cells of a tile that the sums of a neighbour reach, along one axis: the neighbour is `way` tiles further.
struct Overlap {
  int begin, end;
};
Overlap overlap(int way) {
  return way < 0 ? Overlap{0, 1} : way > 0 ? Overlap{kTileSize - 1, kTileSize} : Overlap{0, kTileSize};
}

// Weight and weight * value of a tile's cells, from its own sums and those around it, in a fixed order.
void collect(const Tiles& tiles, size_t tile, const TileSums& all, size_t quantity, float* weight, float* value) {
  const bool flat = tiles.depth() == 1;
  std::fill_n(weight, tiles.cells_per_tile(), 0.0f);
  std::fill_n(value, tiles.cells_per_tile(), 0.0f);
  for (int dz = flat ? 0 : -1; dz <= (flat ? 0 : 1); ++dz) {
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const float* sums = all.of(tiles.neighbour(tile, dx, dy, dz));
        if (!sums) continue;
        sums += quantity * Sums::kFloats;
        const Overlap ox = overlap(dx), oy = overlap(dy), oz = flat ? Overlap{0, 1} : overlap(dz);
        for (int z = oz.begin; z < oz.end; ++z) {
          for (int y = oy.begin; y < oy.end; ++y) {
            const float* row = sums + Sums::index(ox.begin - kTileSize * dx, y - kTileSize * dy, z - kTileSize * dz);
            const int offset = ox.begin + kTileSize * (y + kTileSize * z);
            for (int x = 0; x < ox.end - ox.begin; ++x) {
              weight[offset + x] += row[2 * x];
              value[offset + x] += row[2 * x + 1];
            }
          }
        }
      }
    }
  }
}

}  // namespace

void scatter(const TiledParticles& where, std::span<const Vec3f> velocity, std::span<const Gradient> gradient,
             float per_cell, Scattered& result) {
  const Tiles& tiles = where.tiles();
  const bool flat = tiles.depth() == 1;
  const Inputs in{where.grid_position(), velocity, gradient, static_cast<float>(where.space().cell)};
  const TileSums sums(where);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        float* own = sums.of(t);
        if (!own) return;
        std::fill_n(own, kFloatsPerTile, 0.0f);
        const Vec3i first = tiles.first_cell(t);
        for (uint32_t i = where.in(t).begin; i < where.in(t).end; ++i) add_particle(in, i, first, flat, own);
      },
      1);
  result.velocity.resize(tiles);
  result.weight.resize(tiles);
  result.volume.assign(tiles.field_size(), 0.0f);
  const size_t cells = tiles.cells_per_tile();
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        for (size_t axis = 0; axis < 3; ++axis) {
          float* weight = result.weight.face[axis].data() + t * cells;
          float* value = result.velocity.face[axis].data() + t * cells;
          collect(tiles, t, sums, axis, weight, value);
          for (size_t i = 0; i < cells; ++i) value[i] = weight[i] > 1e-6f ? value[i] / weight[i] : 0.0f;
        }
        float* volume = result.volume.data() + t * cells;
        float none[kTileSize * kTileRows];
        collect(tiles, t, sums, 3, volume, none);
        for (size_t i = 0; i < cells; ++i) volume[i] /= per_cell;
      },
      4);
}

}  // namespace weir::grid
