// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Particles on a sparse grid: sorted so that those of a tile lie together, and the tiles they need.

#pragma once

#include <functional>
#include <span>
#include <vector>

#include "grid/tiles/tiles.h"
#include "sim/cells.h"

namespace weir::grid {

// Where the grid lies: cell (0, 0, 0) has its lower corner at `origin`. In 2D the one layer of cells is centred at
// z = 0.
struct GridSpace {
  Vec3d origin{};
  double cell = 0.02;  // m
  int dimensions = 3;

  // From metres to cells. In 2D z is 0.
  Vec3f to_grid(const Vec3f& p) const {
    const Vec3d g = (static_cast<Vec3d>(p) - origin) / cell;
    return static_cast<Vec3f>(dimensions == 2 ? Vec3d{g.x, g.y, 0} : g);
  }
  Vec3f to_world(const Vec3f& g) const {
    const Vec3d p = origin + static_cast<Vec3d>(g) * cell;
    return static_cast<Vec3f>(dimensions == 2 ? Vec3d{p.x, p.y, 0} : p);
  }
};

// Of full cells.
constexpr float particles_per_cell(int dimensions) { return dimensions == 2 ? 4 : 8; }

class TiledParticles {
 public:
  // Particles of a tile, in the order of sort().
  struct Range {
    uint32_t begin = 0, end = 0;
  };

  explicit TiledParticles(const GridSpace& space) : space_(space), cells_(kTileSize) {}

  // The order that puts the particles of each tile together: slot i belongs to particle order[i].
  std::span<const uint32_t> sort(std::span<const Vec3f> position);
  // Frees what only another sort would need, the order too.
  void forget_order() { cells_.forget_order(); }
  // To be called when the particles are in that order: finds the tiles that hold particles or cells closer than
  // `margin` (at most 8) cells to one, and joins `others` to them. `sift` may take tiles without particles away again.
  using Sift = std::function<void(std::vector<Vec3i>& tiles)>;
  void build(std::span<const Vec3f> position, int margin, std::vector<Vec3i> others = {}, const Sift& sift = {});

  const GridSpace& space() const { return space_; }
  const Tiles& tiles() const { return tiles_; }
  std::span<const Vec3f> grid_position() const { return grid_position_; }  // in cells
  const Range& in(size_t tile) const { return range_[tile]; }

 private:
  void to_grid(std::span<const Vec3f> position);

  GridSpace space_;
  Cells cells_;
  std::vector<Vec3f> grid_position_;
  Tiles tiles_;
  std::vector<Range> range_;
};

}  // namespace weir::grid
