// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The closed walls of the domain as a grid sees them. Where the cells do not fit between them, walls cut cells, and
// here it is exact how: shares from the distances at corners would be wrong where two walls meet, and water that
// stands would never come to rest beside them.

#pragma once

#include <algorithm>
#include <array>

#include "grid/tiles/tiled_particles.h"
#include "grid/tiles/tiles.h"

namespace weir::grid {

struct WallBox {
  // In cells. What has no wall is far away.
  Vec3d lower{-kFar, -kFar, -kFar}, upper{kFar, kFar, kFar};

  WallBox() = default;
  WallBox(const Box3d& box, const GridSpace& space) {
    for (int axis = 0; axis < space.dimensions; ++axis) {
      lower[axis] = (box.lower[axis] - space.origin[axis]) / space.cell;
      upper[axis] = (box.upper[axis] - space.origin[axis]) / space.cell;
    }
  }

  // In cells from the nearest wall, negative beyond it.
  float gap(const Vec3f& g) const {
    const Vec3d p = static_cast<Vec3d>(g), out = max(lower - p, p - upper);
    const double most = std::max({out.x, out.y, out.z});
    return static_cast<float>(-(most < 0 ? most : length(max(out, Vec3d{}))));
  }

  // What the walls across an axis leave open of the cells of a tile, each by itself.
  struct Row {
    std::array<float, kTileSize> part;    // of the cells
    std::array<float, kTileSize> room;    // of a hat that is one cell wide to either side of their middles
    std::array<uint8_t, kTileSize> face;  // 1 for lower faces that are not closed
    bool is_open(int n) const { return part[static_cast<size_t>(n)] == 1 && face[static_cast<size_t>(n)]; }
  };
  // `first`: the tile's first cell along the axis.
  Row across(int axis, int first) const {
    Row row;
    for (size_t n = 0; n < kTileSize; ++n) {
      const double from = first + static_cast<double>(n), a = lower[axis] - from, b = upper[axis] - from;
      row.part[n] = static_cast<float>(std::max(0.0, std::min(b, 1.0) - std::max(a, 0.0)));
      row.room[n] = static_cast<float>(hat_below(b - 0.5) - hat_below(a - 0.5));
      row.face[n] = a < -kFlush && b > kFlush;
    }
    return row;
  }

 private:
  static constexpr double kFar = 1e9;
  static constexpr double kFlush = 1e-4;  // a wall along the border of cells closes the faces in it

  // Share of the hat around 0 that lies below a point.
  static double hat_below(double at) {
    const double t = std::clamp(at, -1.0, 1.0);
    return t < 0 ? 0.5 * (1 + t) * (1 + t) : 1 - 0.5 * (1 - t) * (1 - t);
  }
};

}  // namespace weir::grid
