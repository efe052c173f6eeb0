// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/held_cells.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/float4.h"
#include "weir/base/parallel.h"

namespace weir::guide {

namespace {

// Coarse cells by which the middle of a cell must be in the guide: more than rounding, so that nothing depends on it
// where the guide's surface goes through the middles of cells, as it does in water at rest.
constexpr float kHeld = -1e-3f;

constexpr uint64_t kAll = grid::kAllOfLayer;

template <class Visit>
void visit_beside(bool flat, const Visit& visit) {
  for (int n = 0; n < 27; ++n) {
    const Vec3i way{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
    if (!flat || way.z == 0) visit(way);
  }
}

}  // namespace

HeldCells::HeldCells(const grid::GridSpace& fine, const grid::GridSpace& coarse, const grid::Tiles& tiles,
                     std::span<const float> guide, std::span<const float> solids)
    : fine_(fine),
      flat_(fine.dimensions == 2),
      origin_(static_cast<Vec3f>(fine.origin)),
      per_metre_(static_cast<float>(1 / fine.cell)) {
  find_box(coarse, tiles, guide);
  const GuideLookup lookup(coarse, tiles);
  parallel_for_blocks(
      bits_.size(),
      [&](size_t begin, size_t end) {
        CoarseBlock block;
        for (size_t t = begin; t < end; ++t) {
          bits_[t] = find_bits(coordinate(t), lookup, guide, block);
          uint64_t all = kAll;
          for (const uint64_t layer : std::span(bits_[t]).first(flat_ ? 1 : grid::kTileSize)) all &= layer;
          state_[t] = all == kAll ? Tile::all : grid::has_any(bits_[t]) ? Tile::some : Tile::none;
        }
      },
      16);
  find_near();
  count_open(lookup, solids);
}

void HeldCells::count_open(const GuideLookup& lookup, std::span<const float> solids) {
  const bool any = parallel_max(solids.size() / grid::kTileSize, 0, [&](size_t row) {
    return simd::all(simd::load(&solids[grid::kTileSize * row]) >= 0) ? 0 : 1;
  });
  open_ = parallel_reduce(
      bits_.size(), size_t{0},
      [&](size_t begin, size_t end) {
        CoarseBlock block;
        alignas(64) std::array<float, grid::kTileSize * grid::kTileRows> distance;
        size_t count = 0;
        for (size_t t = begin; t < end; ++t) {
          if (state_[t] == Tile::none) continue;
          grid::CellBits open = bits_[t];
          const Vec3i tile = coordinate(t);
          const Vec3i first{grid::kTileSize * tile.x, grid::kTileSize * tile.y, flat_ ? 0 : grid::kTileSize * tile.z};
          if (any) block.load(lookup, solids, {0.5f, 0.5f, 0.5f}, fine_, first);
          if (any && block.range().first < 0) {
            block.at_cells({0.5f, 0.5f, 0.5f}, distance);
            for (size_t row = 0; row < (flat_ ? 8u : 64u); ++row) {
              open[row / 8] &= ~(static_cast<uint64_t>(grid::bits_below(&distance[8 * row], 0)) << 8 * (row % 8));
            }
          }
          for (const uint64_t layer : open) count += static_cast<size_t>(std::popcount(layer));
        }
        return count;
      },
      [](size_t a, size_t b) { return a + b; }, 64);
}

// Around the coarse tiles that reach into the guide, with one tile more for what is near.
void HeldCells::find_box(const grid::GridSpace& coarse, const grid::Tiles& tiles, std::span<const float> guide) {
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
    box.include(fine_.to_grid(coarse.to_world(first + Vec3f{1, 1, 1} * (grid::kTileSize + 1))));
  }
  if (box.lower.x > box.upper.x) return;
  const auto tile = [](float v) { return grid::tile_of(static_cast<int>(std::floor(v))); };
  first_ = Vec3i{tile(box.lower.x), tile(box.lower.y), flat_ ? 0 : tile(box.lower.z)} - Vec3i{1, 1, flat_ ? 0 : 1};
  size_ =
      Vec3i{tile(box.upper.x), tile(box.upper.y), flat_ ? 0 : tile(box.upper.z)} - first_ + Vec3i{2, 2, flat_ ? 1 : 2};
  const size_t count = static_cast<size_t>(size_.x) * static_cast<size_t>(size_.y) * static_cast<size_t>(size_.z);
  bits_.assign(count, grid::CellBits{});
  state_.assign(count, Tile::none);
  near_.assign(count, 0);
}

grid::CellBits HeldCells::find_bits(const Vec3i& tile, const GuideLookup& lookup, std::span<const float> guide,
                                    CoarseBlock& block) const {
  const Vec3i first{grid::kTileSize * tile.x, grid::kTileSize * tile.y, flat_ ? 0 : grid::kTileSize * tile.z};
  grid::CellBits bits{};
  const auto alike = [&](float d) {
    if (d < 0) std::fill_n(bits.begin(), flat_ ? 1 : grid::kTileSize, kAll);
    return bits;
  };
  // In a tile whose middle is farther from the guide's surface than its corners are from the middle, all is alike.
  const double ratio = lookup.space().cell / fine_.cell;
  const auto half = static_cast<float>(0.5 * grid::kTileSize * std::sqrt(flat_ ? 2.0 : 3.0) / ratio + 0.25);
  const Vec3f middle = static_cast<Vec3f>(first) + Vec3f{4, 4, flat_ ? 0.0f : 4.0f};
  const float there = lookup.value(guide, fine_.to_world(middle));
  if (std::abs(there) > half) return alike(there);
  block.load(lookup, guide, {0.5f, 0.5f, 0.5f}, fine_, first);
  const auto [least, most] = block.range();
  if (least >= kHeld || (most < kHeld && block.is_whole())) return alike(most);
  alignas(64) std::array<float, grid::kTileSize * grid::kTileRows> distance;
  block.at_cells({0.5f, 0.5f, 0.5f}, distance);
  for (size_t row = 0; row < (flat_ ? 8u : 64u); ++row) {
    bits[row / 8] |= static_cast<uint64_t>(grid::bits_below(&distance[8 * row], kHeld)) << 8 * (row % 8);
  }
  if (block.is_whole()) return bits;
  // What is behind a wall is not held, although the guide goes on there for those beside it.
  const grid::CellBits missing = missing_in(tile, lookup);
  for (size_t z = 0; z < bits.size(); ++z) bits[z] &= ~missing[z];
  return bits;
}

// Of a tile, the cells whose middle is in no tile of the coarse grid.
grid::CellBits HeldCells::missing_in(const Vec3i& tile, const GuideLookup& lookup) const {
  const Vec3i first{grid::kTileSize * tile.x, grid::kTileSize * tile.y, flat_ ? 0 : grid::kTileSize * tile.z};
  // Along every axis, the coordinate of the coarse tile that a cell is in.
  int coarse[3][grid::kTileSize];
  for (int n = 0; n < grid::kTileSize; ++n) {
    const Vec3f middle = static_cast<Vec3f>(first + Vec3i{n, n, flat_ ? 0 : n}) + Vec3f{0.5f, 0.5f, 0.5f};
    const Vec3f g = lookup.space().to_grid(fine_.to_world(middle));
    for (int axis = 0; axis < 3; ++axis) coarse[axis][n] = grid::tile_of(static_cast<int>(std::floor(g[axis])));
  }
  grid::CellBits missing{};
  for (int z = 0; z < (flat_ ? 1 : grid::kTileSize); ++z) {
    const int k = flat_ ? 0 : coarse[2][z];
    if (z > 0 && coarse[2][z] == coarse[2][z - 1]) {
      missing[static_cast<size_t>(z)] = missing[static_cast<size_t>(z - 1)];
      continue;
    }
    for (int n = 0; n < 64; ++n) {
      const bool there = lookup.has_tile({coarse[0][n & 7], coarse[1][n >> 3], k});
      missing[static_cast<size_t>(z)] |= static_cast<uint64_t>(!there) << n;
    }
  }
  return missing;
}

uint32_t HeldCells::held_from(const Vec3i& first) const {
  const int x = grid::in_tile(first.x), y = grid::in_tile(first.y), z = flat_ ? 0 : grid::in_tile(first.z);
  uint32_t held = 0;
  if (x < 7 && y < 7 && (flat_ || z < 7)) {
    const grid::CellBits& own =
        bits({grid::tile_of(first.x), grid::tile_of(first.y), flat_ ? 0 : grid::tile_of(first.z)});
    const auto four = [&](int layer) {
      const auto part = static_cast<uint32_t>(own[static_cast<size_t>(layer)] >> (x + 8 * y));
      return (part & 3) | (part >> 6 & 12);
    };
    return four(z) | (flat_ ? 0 : four(z + 1) << 4);
  }
  for (int n = 0; n < (flat_ ? 4 : 8); ++n) {
    held |= static_cast<uint32_t>(holds(first + Vec3i{n & 1, n >> 1 & 1, n >> 2})) << n;
  }
  return held;
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

// Tile by tile, the layers that are near: dilated along x and y in words of 64 cells, then along z.
grid::CellBits HeldCells::bits_around(const Vec3i& tile, int reach) const {
  const int deep = flat_ ? 0 : reach;
  std::array<uint64_t, 3 * grid::kTileSize> layers{};
  for (int z = -deep; z < (flat_ ? 1 : grid::kTileSize + deep); ++z) {
    const auto layer = static_cast<size_t>(grid::in_tile(z));
    uint64_t wide[3];  // dilated along x
    for (int y = -1; y <= 1; ++y) {
      const auto word = [&](int x) { return bits(tile + Vec3i{x, y, flat_ ? 0 : grid::tile_of(z)})[layer]; };
      const uint64_t before = word(-1), own = word(0), behind = word(1);
      uint64_t sum = own;
      for (int n = 1; n <= reach; ++n) {
        sum |= grid::moved_along_x(before, own, behind, n) | grid::moved_along_x(before, own, behind, -n);
      }
      wide[y + 1] = sum;
    }
    uint64_t sum = wide[1];
    for (int n = 1; n <= reach; ++n) {
      sum |= grid::moved_along_y(wide[0], wide[1], wide[2], n) | grid::moved_along_y(wide[0], wide[1], wide[2], -n);
    }
    layers[static_cast<size_t>(z + grid::kTileSize)] = sum;
  }
  grid::CellBits result{};
  for (int z = 0; z < (flat_ ? 1 : grid::kTileSize); ++z) {
    for (int n = -deep; n <= deep; ++n) {
      result[static_cast<size_t>(z)] |= layers[static_cast<size_t>(z + n + grid::kTileSize)];
    }
  }
  return result;
}

bool HeldCells::is_deep(const Vec3i& tile, const Box3d& box) const {
  bool deep = true;
  visit_beside(flat_, [&](const Vec3i& way) { deep = deep && this->tile(tile + way) == Tile::all; });
  return deep && is_in(tile - Vec3i{1, 1, flat_ ? 0 : 1}, box) && is_in(tile + Vec3i{1, 1, flat_ ? 0 : 1}, box);
}

bool HeldCells::is_in(const Vec3i& tile, const Box3d& box) const {
  bool in = true;
  for (int axis = 0; axis < (flat_ ? 2 : 3); ++axis) {
    const double low = fine_.origin[axis] + grid::kTileSize * tile[axis] * fine_.cell;
    in = in && low >= box.lower[axis] && low + grid::kTileSize * fine_.cell <= box.upper[axis];
  }
  return in;
}

grid::CellBits HeldCells::outside_of(const Vec3i& tile, const Box3d& box) const {
  grid::CellBits bits{};
  const auto is_outside = [&](int axis, int n) {
    const double at = fine_.origin[axis] + (grid::kTileSize * tile[axis] + n + 0.5) * fine_.cell;
    return at < box.lower[axis] || at > box.upper[axis];
  };
  uint64_t layer = 0;
  for (int n = 0; n < grid::kTileSize; ++n) {
    if (is_outside(0, n)) layer |= uint64_t{0x0101010101010101} << n;
    if (is_outside(1, n)) layer |= uint64_t{0xff} << 8 * n;
  }
  for (int z = 0; z < (flat_ ? 1 : grid::kTileSize); ++z) {
    bits[static_cast<size_t>(z)] = !flat_ && is_outside(2, z) ? kAll : layer;
  }
  return bits;
}

bool HeldCells::surrounds(const Vec3i& tile, const Box3d& box) const {
  const auto is_gone = [&](const Vec3i& way) {
    const size_t t = number(tile + way);
    if (t != kNowhere && state_[t] == Tile::all) return true;
    if (way == Vec3i{} && is_in(tile, box)) return false;
    const grid::CellBits outside = outside_of(tile + way, box);
    bool gone = true;
    for (int z = 0; z < (flat_ ? 1 : grid::kTileSize); ++z) {
      const auto layer = static_cast<size_t>(z);
      const uint64_t touched = grid::touched_from(way, z);
      gone = gone && ((outside[layer] | (t == kNowhere ? 0 : bits_[t][layer])) & touched) == touched;
    }
    return gone;
  };
  bool all = is_gone({});  // mostly that tells it
  visit_beside(flat_, [&](const Vec3i& way) { all = all && is_gone(way); });
  return all;
}

std::vector<grid::CellBits> HeldCells::on(const grid::Tiles& tiles) const {
  std::vector<grid::CellBits> held(tiles.size());
  parallel_for(
      tiles.size(), [&](size_t t) { held[t] = bits(tiles.coordinate(t)); }, 64);
  return held;
}

// As holds() would tell, for eight points at once.
size_t HeldCells::flag(std::span<const Vec3f> points, std::span<uint8_t> flags) const {
  using simd::Indices;
  if (bits_.empty()) return 0;
  const auto* words = reinterpret_cast<const uint32_t*>(bits_.data());
  // From the first cell on; what is before that wraps around and is beyond the last.
  const auto cells_along = [&](simd::Lanes at, float origin, int first) {
    const simd::Lanes g = (at - origin) * per_metre_;
    return std::bit_cast<Indices>(simd::to_whole(simd::floor(g))) - static_cast<uint32_t>(grid::kTileSize * first);
  };
  const auto within = [&](Indices cell, int size) { return cell < static_cast<uint32_t>(grid::kTileSize * size); };
  const auto set = [&](size_t i) -> size_t { return flags[i] ? 0 : (flags[i] = 1); };
  const auto width = static_cast<uint32_t>(size_.x), height = static_cast<uint32_t>(size_.y);
  return parallel_reduce(
      points.size(), size_t{0},
      [&](size_t begin, size_t end) {
        size_t count = 0, i = begin;
        for (; i + simd::kLanes <= end; i += simd::kLanes) {
          simd::Lanes x, y, z;
          simd::load_points(&points[i], x, y, z);
          const Indices cx = cells_along(x, origin_.x, first_.x), cy = cells_along(y, origin_.y, first_.y),
                        cz = flat_ ? Indices{} : cells_along(z, origin_.z, first_.z);
          const simd::Mask inside = within(cx, size_.x) & within(cy, size_.y) & within(cz, size_.z);
          if (simd::none(inside)) continue;
          const Indices tile = (cx >> 3) + width * ((cy >> 3) + height * (cz >> 3));
          const Indices word = tile * 16 + (cz & 7) * 2 + ((cy & 7) >> 2);  // halves of a layer
          const Indices bit = (cx & 7) + (cy & 3) * 8;
          const Indices found = simd::gather(words, inside ? word : Indices{});
          const simd::Mask held = inside & ((found >> bit & 1) != 0);
          for (uint32_t left = simd::bits_of(held); left != 0; left &= left - 1) {
            count += set(i + static_cast<size_t>(std::countr_zero(left)));
          }
        }
        for (; i < end; ++i) {
          if (holds(points[i])) count += set(i);
        }
        return count;
      },
      [](size_t a, size_t b) { return a + b; }, 16384);
}

double HeldCells::volume() const { return static_cast<double>(open_) * std::pow(fine_.cell, fine_.dimensions); }

}  // namespace weir::guide
