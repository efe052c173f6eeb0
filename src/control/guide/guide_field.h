// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A shape and the velocity of the liquid in it on a coarse sparse grid: what guides a simulation, and the guide that is
// made of it. Everything is looked up at points of the fine grid.

#pragma once

#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "grid/tiles/mac.h"
#include "grid/tiles/move_field.h"
#include "grid/tiles/tiled_particles.h"

namespace weir::guide {

// Cells around its surface in which the distance of a guide is told.
constexpr float kGuideBand = 4;

struct GuideField {
  grid::GridSpace space;
  grid::Tiles tiles;
  std::vector<float> distance;  // cells, at the middles of cells, negative inside
  grid::MacField velocity;      // m/s, of the liquid, where it is known
  std::vector<float> input;     // cells, to the surface of what guides
};

// Between two moments: all fields `part` of the way from a to b, on the tiles of both. What only one of them has is
// taken from it, but outside its tiles there is no shape.
GuideField between(const GuideField& a, const GuideField& b, float part);

// Looks up fields of a coarse grid. Points are in metres.
class GuideLookup {
 public:
  GuideLookup(const grid::GridSpace& space, const grid::Tiles& tiles);

  float value(std::span<const float> field, const Vec3f& point) const { return at_grid(field, to_grid(point)); }
  float velocity(const grid::MacField& field, int axis, const Vec3f& point) const {
    Vec3f offset = grid::face_middle(axis);
    if (space_.dimensions == 2) offset.z = 0;
    return sample(field.face[static_cast<size_t>(axis)], to_grid(point) - offset);
  }
  Vec3f velocity(const grid::MacField& field, const Vec3f& point) const {
    return {velocity(field, 0, point), velocity(field, 1, point),
            space_.dimensions == 2 ? 0.0f : velocity(field, 2, point)};
  }
  // Whether a point is in one of the tiles.
  bool has(const Vec3f& point) const {
    const Vec3f g = to_grid(point);
    return cell({static_cast<int>(std::floor(g.x)), static_cast<int>(std::floor(g.y)),
                 space_.dimensions == 2 ? 0 : static_cast<int>(std::floor(g.z))}) < tiles_.cells();
  }

  bool has_tile(const Vec3i& coordinate) const { return tile(coordinate) != tiles_.blank(); }

  // At a point in cells.
  float at_grid(std::span<const float> field, const Vec3f& g) const {
    return sample(field, g - Vec3f{0.5f, 0.5f, space_.dimensions == 2 ? 0.0f : 0.5f});
  }
  const grid::GridSpace& space() const { return space_; }

 private:
  friend class CoarseBlock;
  float sample(std::span<const float> field, const Vec3f& at) const;
  // As Tiles::find() and Tiles::cell() find them.
  size_t tile(const Vec3i& coordinate) const {
    const Vec3i t = coordinate - first_;
    const bool outside = t.x < 0 || t.y < 0 || t.z < 0 || t.x >= size_.x || t.y >= size_.y || t.z >= size_.z;
    return outside ? tiles_.blank() : table_[static_cast<size_t>(t.x + size_.x * (t.y + size_.y * t.z))];
  }
  size_t cell(const Vec3i& c) const {
    const bool flat = tiles_.depth() == 1;
    return tile({grid::tile_of(c.x), grid::tile_of(c.y), flat ? 0 : grid::tile_of(c.z)}) * tiles_.cells_per_tile() +
           static_cast<size_t>(grid::in_tile(c.x) +
                               grid::kTileSize *
                                   (grid::in_tile(c.y) + (flat ? 0 : grid::kTileSize * grid::in_tile(c.z))));
  }

  Vec3f to_grid(const Vec3f& p) const {
    const Vec3f g = (p - origin_) * per_metre_;
    return {g.x, g.y, space_.dimensions == 2 ? 0.0f : g.z};
  }

  const grid::GridSpace& space_;
  const grid::Tiles& tiles_;
  Vec3f origin_;
  float per_metre_;
  // The tiles' numbers in the box around them: a coarse grid has few.
  Vec3i first_{}, size_{};
  std::vector<uint32_t> table_;
};

// The part of a coarse field that a tile of a fine grid lies in: many values in it are looked up fast.
class CoarseBlock {
 public:
  // `offset`: of the field's values in their cells; face_middle() or the middle.
  void load(const GuideLookup& lookup, std::span<const float> field, const Vec3f& offset, const grid::GridSpace& fine,
            const Vec3i& first_cell);
  // At points in the cells of the fine tile, `first` being that in the first one. Cells lie as in a field.
  void at_cells(const Vec3f& first, std::span<float> values) const;
  // The least and the largest value in it, or less and more.
  std::pair<float, float> range() const;
  // Whether the coarse grid has all of its cells.
  bool is_whole() const { return whole_; }

 private:
  // The tile that stands in for a missing one.
  Vec3i nearest_tile(const GuideLookup& lookup, const Vec3i& tile, const Vec3i& first, const Vec3i& last);

  struct Range {
    Vec3i begin, end;
  };
  void copy_rows(const float* field, const GuideLookup& lookup, const Vec3i& tile, const Vec3i& there,
                 const Range& rows, float* values) const;

  bool flat_ = false, whole_ = true;
  Vec3i size_{};  // values along each axis: along x those of whole tiles, so that rows are copied at once
  float scale_ = 1;
  Vec3f begin_;  // of the fine tile, from the first value
  std::vector<float> values_;
};

}  // namespace weir::guide
