// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which cells of the simulation a guide holds: whole cells, those whose middle is in it. A bit for every cell of the
// box of tiles around the guide, so that everybody who asks gets the same answer at once.

#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "control/guide/guide_field.h"
#include "grid/tiles/cell_bits.h"

namespace weir::guide {

class HeldCells {
 public:
  HeldCells() = default;
  // `guide`: its distance (coarse cells) on tiles of the coarse grid; `solids`: theirs, which the guide reaches into.
  HeldCells(const grid::GridSpace& fine, const grid::GridSpace& coarse, const grid::Tiles& tiles,
            std::span<const float> guide, std::span<const float> solids);

  bool holds(const Vec3i& cell) const {
    const size_t t = number({grid::tile_of(cell.x), grid::tile_of(cell.y), flat_ ? 0 : grid::tile_of(cell.z)});
    if (t == kNowhere || state_[t] == Tile::none) return false;
    return bits_[t][static_cast<size_t>(flat_ ? 0 : grid::in_tile(cell.z))] >>
               (grid::in_tile(cell.x) + 8 * grid::in_tile(cell.y)) &
           1;
  }
  bool holds(const Vec3f& point) const { return holds(cell_at(point)); }  // m

  // Which of the 2 x 2 x 2 (2D: 2 x 2) cells are that begin with this one: cell x, y, z is bit x + 2 y + 4 z.
  uint32_t held_from(const Vec3i& first) const;

  // How many cells of a tile are held: all, some or none.
  enum class Tile : uint8_t { none, some, all };
  Tile tile(const Vec3i& tile) const {
    const size_t t = number(tile);
    return t == kNowhere ? Tile::none : state_[t];
  }
  const grid::CellBits& bits(const Vec3i& tile) const {
    static constexpr grid::CellBits kNone{};
    const size_t t = number(tile);
    return t == kNowhere ? kNone : bits_[t];
  }
  // Whether a cell of a tile, or of one beside it, is held.
  bool is_near(const Vec3i& tile) const {
    const size_t t = number(tile);
    return t != kNowhere && near_[t];
  }
  bool is_near(const Vec3f& point) const {  // m
    const Vec3i c = cell_at(point);
    return is_near(Vec3i{grid::tile_of(c.x), grid::tile_of(c.y), flat_ ? 0 : grid::tile_of(c.z)});
  }
  std::vector<Vec3i> tiles_near() const;
  // The cells of a tile that are at most so many (1 to 7) cells along each axis from a held one, or held.
  grid::CellBits bits_around(const Vec3i& tile, int reach) const;
  // Whether all of a tile and of those beside it is held and in a box (m).
  bool is_deep(const Vec3i& tile, const Box3d& box) const;
  // Whether everything in a tile and beside it is held or outside of a box (m).
  bool surrounds(const Vec3i& tile, const Box3d& box) const;

  // Held cells on tiles of the fine grid.
  std::vector<grid::CellBits> on(const grid::Tiles& tiles) const;
  // Flags the points (m) in held cells with 1; returns how many that were not yet flagged.
  size_t flag(std::span<const Vec3f> points, std::span<uint8_t> flags) const;
  double volume() const;  // m3 (2D: m2), of cells whose middle is in no solid

 private:
  static constexpr size_t kNowhere = ~size_t{0};

  size_t number(const Vec3i& tile) const {
    const Vec3i t = tile - first_;
    const auto beyond = [](int v, int size) { return static_cast<unsigned>(v) >= static_cast<unsigned>(size); };
    if (beyond(t.x, size_.x) | beyond(t.y, size_.y) | beyond(t.z, size_.z)) return kNowhere;
    return static_cast<size_t>(t.x + size_.x * (t.y + size_.y * t.z));
  }
  Vec3i coordinate(size_t number) const {
    const auto n = static_cast<int>(number);
    return first_ + Vec3i{n % size_.x, n / size_.x % size_.y, n / (size_.x * size_.y)};
  }
  Vec3i cell_at(const Vec3f& point) const {
    const Vec3f g = (point - origin_) * per_metre_;
    return {static_cast<int>(std::floor(g.x)), static_cast<int>(std::floor(g.y)),
            flat_ ? 0 : static_cast<int>(std::floor(g.z))};
  }
  void find_box(const grid::GridSpace& coarse, const grid::Tiles& tiles, std::span<const float> guide);
  grid::CellBits find_bits(const Vec3i& tile, const GuideLookup& lookup, std::span<const float> guide,
                           CoarseBlock& block) const;
  void count_open(const GuideLookup& lookup, std::span<const float> solids);
  grid::CellBits missing_in(const Vec3i& tile, const GuideLookup& lookup) const;
  void find_near();
  grid::CellBits outside_of(const Vec3i& tile, const Box3d& box) const;
  bool is_in(const Vec3i& tile, const Box3d& box) const;

  grid::GridSpace fine_;
  bool flat_ = false;
  Vec3f origin_{};
  float per_metre_ = 1;
  Vec3i first_{}, size_{};  // tiles
  std::vector<grid::CellBits> bits_;
  std::vector<Tile> state_;
  std::vector<uint8_t> near_;
  size_t open_ = 0;  // held cells whose middle is in no solid
};

}  // namespace weir::guide
