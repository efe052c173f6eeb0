// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/held_cells.h"

#include <algorithm>
#include <bit>

#include "base/parallel.h"
#include "grid/row.h"
#include "grid/visit_cells.h"

namespace weir {

namespace {

// Coarse cells by which the middle of a cell must be in the guide: more than rounding, so that nothing depends on it
// where the guide's surface goes through the middles of cells, as it does in water at rest.
constexpr float kHeld = -1e-3f;

constexpr uint64_t kAll = ~uint64_t{0};

// Of the bits of a layer, the cells that a tile beside it by `way` touches.
uint64_t touched(int way_x, int way_y) {
  constexpr uint64_t kLowX = 0x0101010101010101, kLowY = 0xff;
  const uint64_t x = way_x < 0 ? kLowX << 7 : way_x > 0 ? kLowX : kAll;
  const uint64_t y = way_y < 0 ? kLowY << 56 : way_y > 0 ? kLowY : kAll;
  return x & y;
}

template <class Visit>
void visit_beside(bool flat, const Visit& visit) {
  for (int n = 0; n < 27; ++n) {
    const Vec3i way{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
    if (!flat || way.z == 0) visit(way);
  }
}

}  // namespace

HeldCells::HeldCells(const GridSpace& fine, const GridSpace& coarse, const Tiles& tiles, std::span<const float> guide)
    : fine_(fine),
      flat_(fine.dimensions == 2),
      origin_(static_cast<Vec3f>(fine.origin)),
      per_metre_(static_cast<float>(1 / fine.cell)) {
  find_box(coarse, tiles, guide);
  const GuideLookup lookup(coarse, tiles);
  const uint64_t whole = kAll;
  parallel_for(
      bits_.size(),
      [&](size_t t) {
        bits_[t] = find_bits(coordinate(t), lookup, guide);
        const auto layers = std::span(bits_[t]).first(flat_ ? 1 : kTileSize);
        const bool all = std::all_of(layers.begin(), layers.end(), [&](uint64_t layer) { return layer == whole; });
        const bool any = std::any_of(layers.begin(), layers.end(), [](uint64_t layer) { return layer != 0; });
        state_[t] = all ? Tile::all : any ? Tile::some : Tile::none;
      },
      8);
  find_near();
}

// Around the coarse tiles that reach into the guide, with one tile more for what is near.
void HeldCells::find_box(const GridSpace& coarse, const Tiles& tiles, std::span<const float> guide) {
  const size_t cells = tiles.cells_per_tile();
  std::vector<uint8_t> inside(tiles.size());
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        const float* own = guide.data() + t * cells;
        inside[t] = std::any_of(own, own + cells, [](float d) { return d < 0; });
      },
      16);
  Box3f box;
  for (size_t t = 0; t < tiles.size(); ++t) {
    if (!inside[t]) continue;
    const auto first = static_cast<Vec3f>(tiles.first_cell(t));
    // Between the middles of cells the guide may end in the tile beside.
    box.include(fine_.to_grid(coarse.to_world(first - Vec3f{1, 1, 1})));
    box.include(fine_.to_grid(coarse.to_world(first + Vec3f{1, 1, 1} * (kTileSize + 1))));
  }
  if (box.lower.x > box.upper.x) return;
  const auto tile = [](float v) { return tile_of(static_cast<int>(std::floor(v))); };
  first_ = Vec3i{tile(box.lower.x), tile(box.lower.y), flat_ ? 0 : tile(box.lower.z)} - Vec3i{1, 1, flat_ ? 0 : 1};
  size_ =
      Vec3i{tile(box.upper.x), tile(box.upper.y), flat_ ? 0 : tile(box.upper.z)} - first_ + Vec3i{2, 2, flat_ ? 1 : 2};
  const size_t count = static_cast<size_t>(size_.x) * static_cast<size_t>(size_.y) * static_cast<size_t>(size_.z);
  bits_.assign(count, Bits{});
  state_.assign(count, Tile::none);
  near_.assign(count, 0);
}

HeldCells::Bits HeldCells::find_bits(const Vec3i& tile, const GuideLookup& lookup, std::span<const float> guide) const {
  const Vec3i first{kTileSize * tile.x, kTileSize * tile.y, flat_ ? 0 : kTileSize * tile.z};
  Bits bits{};
  const auto alike = [&](float d) {
    if (d < 0) std::fill_n(bits.begin(), flat_ ? 1 : kTileSize, kAll);
    return bits;
  };
  // In a tile whose middle is farther from the guide's surface than its corners are from the middle, all is alike.
  const double ratio = lookup.space().cell / fine_.cell;
  const auto half = static_cast<float>(0.5 * kTileSize * std::sqrt(flat_ ? 2.0 : 3.0) / ratio + 0.25);
  const Vec3f middle = static_cast<Vec3f>(first) + Vec3f{4, 4, flat_ ? 0.0f : 4.0f};
  const float there = lookup.value(guide, fine_.to_world(middle));
  if (std::abs(there) > half) return alike(there);
  CoarseBlock block;
  block.load(lookup, guide, {0.5f, 0.5f, 0.5f}, fine_, first);
  const auto [least, most] = block.range();
  if (least >= kHeld || (most < kHeld && block.is_whole())) return alike(most);
  alignas(64) std::array<float, kTileSize * kTileRows> distance;
  block.at_cells({0.5f, 0.5f, 0.5f}, distance);
  constexpr RowMask kPlaces{1, 2, 4, 8, 16, 32, 64, 128};
  for (size_t row = 0; row < (flat_ ? 8u : 64u); ++row) {
    const RowMask in_row = (load_row(&distance[8 * row]) < kHeld) & kPlaces;
    int sum = 0;
    for (int n = 0; n < kTileSize; ++n) sum += in_row[n];
    bits[row / 8] |= static_cast<uint64_t>(sum) << 8 * (row % 8);
  }
  if (block.is_whole()) return bits;
  // What is behind a wall is not held, although the guide goes on there for those beside it.
  for (int n = 0; n < (flat_ ? 64 : 512); ++n) {
    const Vec3f cell = static_cast<Vec3f>(first + Vec3i{n & 7, n >> 3 & 7, n >> 6});
    if (!(bits[static_cast<size_t>(n >> 6)] >> (n & 63) & 1)) continue;
    if (!lookup.has(fine_.to_world(cell + Vec3f{0.5f, 0.5f, 0.5f}))) {
      bits[static_cast<size_t>(n >> 6)] &= ~(uint64_t{1} << (n & 63));
    }
  }
  return bits;
}

bool HeldCells::holds_any_from(const Vec3i& first) const {
  const int x = in_tile(first.x), y = in_tile(first.y), z = flat_ ? 0 : in_tile(first.z);
  if (x < 7 && y < 7 && z < 7) {
    const Bits& own = bits({tile_of(first.x), tile_of(first.y), flat_ ? 0 : tile_of(first.z)});
    constexpr uint64_t kTwoByTwo = 0x303;
    const auto layer = static_cast<size_t>(z);
    return ((own[layer] | (flat_ ? 0 : own[layer + 1])) >> (x + 8 * y) & kTwoByTwo) != 0;
  }
  for (int n = 0; n < (flat_ ? 4 : 8); ++n) {
    if (holds(first + Vec3i{n & 1, n >> 1 & 1, n >> 2})) return true;
  }
  return false;
}

void HeldCells::find_near() {
  for (size_t t = 0; t < bits_.size(); ++t) {
    if (state_[t] == Tile::none) continue;
    visit_beside(flat_, [&](const Vec3i& way) {
      if (const size_t other = number(coordinate(t) + way); other != kNowhere) near_[other] = 1;
    });
  }
}

std::vector<Vec3i> HeldCells::tiles_near() const {
  std::vector<Vec3i> tiles;
  for (size_t t = 0; t < near_.size(); ++t) {
    if (near_[t]) tiles.push_back(coordinate(t));
  }
  return tiles;
}

bool HeldCells::is_deep(const Vec3i& tile, const Box3d& box) const {
  bool deep = true;
  visit_beside(flat_, [&](const Vec3i& way) { deep = deep && this->tile(tile + way) == Tile::all; });
  for (int axis = 0; axis < (flat_ ? 2 : 3); ++axis) {
    const double low = fine_.origin[axis] + kTileSize * (tile[axis] - 1) * fine_.cell;
    deep = deep && low >= box.lower[axis] && low + 3 * kTileSize * fine_.cell <= box.upper[axis];
  }
  return deep;
}

HeldCells::Bits HeldCells::outside_of(const Vec3i& tile, const Box3d& box) const {
  Bits bits{};
  const auto is_outside = [&](int axis, int n) {
    const double at = fine_.origin[axis] + (kTileSize * tile[axis] + n + 0.5) * fine_.cell;
    return at < box.lower[axis] || at > box.upper[axis];
  };
  uint64_t layer = 0;
  for (int n = 0; n < 64; ++n) {
    layer |= static_cast<uint64_t>(is_outside(0, n & 7) || is_outside(1, n >> 3)) << n;
  }
  for (int z = 0; z < (flat_ ? 1 : kTileSize); ++z) {
    bits[static_cast<size_t>(z)] = !flat_ && is_outside(2, z) ? kAll : layer;
  }
  return bits;
}

bool HeldCells::surrounds(const Vec3i& tile, const Box3d& box) const {
  const auto is_gone = [&](const Vec3i& way) {
    const size_t t = number(tile + way);
    if (t != kNowhere && state_[t] == Tile::all) return true;
    const Bits outside = outside_of(tile + way, box);
    const uint64_t mask = touched(way.x, way.y);
    bool gone = true;
    for (int z = 0; z < (flat_ ? 1 : kTileSize); ++z) {
      if ((way.z < 0 && z < 7) || (way.z > 0 && z > 0)) continue;
      const auto layer = static_cast<size_t>(z);
      gone = gone && ((outside[layer] | (t == kNowhere ? 0 : bits_[t][layer])) & mask) == mask;
    }
    return gone;
  };
  bool all = is_gone({});  // mostly that tells it
  visit_beside(flat_, [&](const Vec3i& way) { all = all && is_gone(way); });
  return all;
}

std::vector<float> HeldCells::on(const Tiles& tiles) const {
  std::vector<float> held(tiles.field_size(), 0.0f);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        if (tile(tiles.coordinate(t)) == Tile::none) return;
        const Bits& bits = bits_[number(tiles.coordinate(t))];
        visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
          held[i] = static_cast<float>(bits[static_cast<size_t>(z)] >> (x + 8 * y) & 1);
        });
      },
      16);
  return held;
}

double HeldCells::volume() const {
  const auto cells = parallel_sum<size_t>(bits_.size(), [&](size_t t) {
    int count = 0;
    for (const uint64_t layer : bits_[t]) count += std::popcount(layer);
    return static_cast<size_t>(count);
  });
  return static_cast<double>(cells) * std::pow(fine_.cell, fine_.dimensions);
}

}  // namespace weir
