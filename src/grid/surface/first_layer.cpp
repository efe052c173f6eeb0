// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/surface/first_layer.h"

#include <algorithm>
#include <cmath>

#include "grid/tiles/cubic.h"
#include "grid/tiles/row.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

using Near = Block<3>;

// The first layer on both sides of the surface, in one tile.
class LayerOfTile {
 public:
  LayerOfTile(const Near& block, bool flat) : block_(block), flat_(flat) {}

  // Distance of a cell beside the surface; -1 when it is not beside it.
  float distance(int x, int y, int z) const {
    const float crossed = by_crossings(x, y, z);
    if (crossed < 0) return crossed;
    const float nearest = to_nearest_point({static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)});
    // The crossings along the axes are on the surface, so nothing nearer than they is far off.
    return nearest < 0 || nearest > 1.5f * crossed + 0.1f ? crossed : nearest;
  }

 private:
  // From the points where the surface crosses the axes through the cell: the distance of a plane through them.
  float by_crossings(int x, int y, int z) const {
    const float own = block_.at(x, y, z);
    float sum = 0;
    for (int axis = 0; axis < (flat_ ? 2 : 3); ++axis) {
      float way = 2;
      for (const int side : {-1, 1}) {
        const Vec3i step = axis_step(axis) * side;
        const float beside = block_.at(x + step.x, y + step.y, z + step.z);
        if (takes_part(beside) && (own < 0) != (beside < 0)) way = std::min(way, own / (own - beside));
      }
      if (way < 2) sum += 1 / std::max(way * way, 1e-12f);
    }
    return sum > 0 ? 1 / std::sqrt(sum) : -1;
  }

  // Newton's method for the point p of the surface from which the way to the cell leads along the gradient.
  float to_nearest_point(const Vec3f& cell) const {
    Vec3f p = cell;
    for (int round = 0; round < 8; ++round) {
      Vec3f slope;
      const float value = sample_cubic(block_, flat_, p, slope);
      const float steep = length_squared(slope);
      if (!(std::abs(value) < 100) || steep < 1e-4f || steep > 1e4f) return -1;
      const Vec3f off = cell - p;
      const Vec3f move = slope * (-value / steep) + (off - slope * (dot(off, slope) / steep));
      p += move;
      if (max_component(abs(p - cell)) > 1.5f) return -1;
      if (length_squared(move) < 1e-8f) return length(p - cell);
    }
    return -1;
  }

  const Near& block_;
  bool flat_;
};

std::vector<Side> sides_of(const Tiles& tiles, const std::vector<float>& distance) {
  const size_t cells = tiles.cells_per_tile();
  std::vector<Side> side(tiles.size() + 1);
  parallel_for(
      side.size(),
      [&](size_t t) {
        Row least = simd::set(1e30f), most = simd::set(kNoDistance);
        for (size_t i = t * cells; i < (t + 1) * cells; i += kTileSize) {
          const Row own = simd::load(&distance[i]);
          least = simd::min(least, own > 0.5f * kNoDistance ? own : simd::set(1e30f)), most = simd::max(most, own);
        }
        const float low = simd::least(least), high = simd::greatest(most);
        side[t] = !takes_part(high)      ? Side::none
                  : low < 0 && high >= 0 ? Side::both
                  : low < 0              ? Side::inside
                                         : Side::outside;
      },
      16);
  return side;
}

// Of a tile and those beside its faces that take part.
Side side_around(const Tiles& tiles, size_t t, const std::vector<Side>& side) {
  if (side[t] == Side::none) return Side::none;
  for (int axis = 0; axis < tiles.dimensions(); ++axis) {
    for (const int way : {-1, 1}) {
      const Vec3i step = axis_step(axis) * way;
      const Side other = side[tiles.neighbour(t, step.x, step.y, step.z)];
      if (other != side[t] && other != Side::none) return Side::both;
    }
  }
  return side[t];
}

}  // namespace

std::vector<Side> sides_around(const Tiles& tiles, const std::vector<float>& distance) {
  const std::vector<Side> side = sides_of(tiles, distance);
  std::vector<Side> around(tiles.size());
  for (size_t t = 0; t < tiles.size(); ++t) around[t] = side_around(tiles, t, side);
  return around;
}

void set_first_layer(const Tiles& tiles, float inner, float outer, std::vector<float>& distance,
                     std::vector<float>& fixed) {
  std::vector<float> result(distance.size(), distance.back());
  const std::vector<Side> side = sides_around(tiles, distance);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        if (side[t] != Side::both) {
          const float far = side[t] == Side::inside ? -inner : outer;
          visit_cells(tiles, t, [&](int, int, int, size_t i) {
            fixed[i] = takes_part(distance[i]) ? 0 : 1;
            result[i] = takes_part(distance[i]) ? far : kNoDistance;
          });
          return;
        }
        Near block;
        block.load(tiles, t, distance);
        const LayerOfTile layer(block, tiles.depth() == 1);
        visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
          const float sign = distance[i] < 0 ? -1.0f : 1.0f;
          if (!takes_part(distance[i])) {
            fixed[i] = 1;
            result[i] = kNoDistance;
            return;
          }
          const float d = layer.distance(x, y, z);
          fixed[i] = d >= 0 ? 1 : 0;
          const float band = sign < 0 ? inner : outer;
          result[i] = sign * (d >= 0 ? std::min(d, band) : band);
          // A cell keeps its side even where the surface goes through its middle.
          if (result[i] == 0 && sign < 0) result[i] = -1e-6f;
        });
      },
      4);
  distance.swap(result);
}

float solve_eikonal(const float (&weight)[3], const float (&value)[3], int count) {
  bool used[3]{true, true, true};
  for (int left = count; left > 0; --left) {
    float a = 0, b = 0, c = -1;
    int largest = -1;
    for (int i = 0; i < count; ++i) {
      if (!used[i]) continue;
      a += weight[i], b += weight[i] * value[i], c += weight[i] * value[i] * value[i];
      if (largest < 0 || value[i] > value[largest]) largest = i;
    }
    const float inside = b * b - a * c;
    const float d = inside >= 0 ? (b + std::sqrt(inside)) / a : -1e30f;
    if (d >= value[largest] || left == 1) return d;
    used[largest] = false;
  }
  return 1e30f;
}

}  // namespace weir::grid
