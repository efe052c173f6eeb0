// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/first_layer.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "grid/cubic.h"
#include "grid/visit_cells.h"

namespace weir {

namespace {

using Near = Block<3>;

// The first layer on both sides of the surface, in one tile.
class LayerOfTile {
 public:
  LayerOfTile(const Near& block, bool flat, FirstLayer by) : block_(block), flat_(flat), by_(by) {}

  // Distance of a cell beside the surface; -1 when it is not beside it.
  float distance(int x, int y, int z) const {
    const float crossed = by_crossings(x, y, z);
    if (crossed < 0 || by_ == FirstLayer::crossings) return crossed;
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
  FirstLayer by_;
};

// On which side a whole tile is; both as well where cells take no part.
enum class Side : uint8_t { inside, outside, both };

std::vector<Side> sides_of(const Tiles& tiles, const std::vector<float>& distance) {
  const size_t cells = tiles.cells_per_tile();
  std::vector<Side> side(tiles.size() + 1);
  parallel_for(
      side.size(),
      [&](size_t t) {
        const auto [least, most] = std::minmax_element(distance.begin() + static_cast<ptrdiff_t>(t * cells),
                                                       distance.begin() + static_cast<ptrdiff_t>((t + 1) * cells));
        side[t] = !takes_part(*least) || (*least < 0 && *most >= 0) ? Side::both
                  : *least < 0                                      ? Side::inside
                                                                    : Side::outside;
      },
      16);
  return side;
}

// Of a tile and those beside its faces.
Side side_around(const Tiles& tiles, size_t t, const std::vector<Side>& side) {
  for (int axis = 0; axis < tiles.dimensions(); ++axis) {
    const Vec3i step = axis_step(axis);
    if (side[tiles.neighbour(t, -step.x, -step.y, -step.z)] != side[t] ||
        side[tiles.neighbour(t, step.x, step.y, step.z)] != side[t])
      return Side::both;
  }
  return side[t];
}

}  // namespace

void set_first_layer(const Tiles& tiles, float inner, float outer, FirstLayer by, std::vector<float>& distance,
                     std::vector<float>& fixed) {
  std::vector<float> result(distance.size(), distance.back());
  const std::vector<Side> side = sides_of(tiles, distance);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        if (const Side all = side_around(tiles, t, side); all != Side::both) {
          const size_t begin = t * tiles.cells_per_tile();
          const auto first = result.begin() + static_cast<ptrdiff_t>(begin);
          std::fill_n(first, tiles.cells_per_tile(), all == Side::inside ? -inner : outer);
          return;
        }
        Near block;
        block.load(tiles, t, distance);
        const LayerOfTile layer(block, tiles.depth() == 1, by);
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

}  // namespace weir
