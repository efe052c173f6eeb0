// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/guide_field.h"

#include <algorithm>
#include <cmath>

#include "grid/tiles/corners.h"
#include "grid/tiles/row.h"
#include "weir/base/parallel.h"

namespace weir::guide {

namespace {

grid::Tiles tiles_of_both(const grid::Tiles& a, const grid::Tiles& b) {
  if (a == b) return a;
  std::vector<Vec3i> all(a.coordinates().begin(), a.coordinates().end());
  all.insert(all.end(), b.coordinates().begin(), b.coordinates().end());
  return grid::Tiles(std::move(all), a.dimensions());
}

enum class OutsideTiles { no_shape, as_the_other };

std::vector<float> mix(const GuideField& a, const std::vector<float>& of_a, const GuideField& b,
                       const std::vector<float>& of_b, float part, const grid::Tiles& tiles, OutsideTiles outside) {
  const bool shape = outside == OutsideTiles::no_shape;
  std::vector<float> result(tiles.field_size(), shape ? kGuideBand : 0.0f);
  const size_t cells = tiles.cells_per_tile();
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        size_t in_a = a.tiles.find(tiles.coordinate(t)), in_b = b.tiles.find(tiles.coordinate(t));
        const bool has_a = in_a != a.tiles.blank(), has_b = in_b != b.tiles.blank();
        for (size_t i = 0; i < cells; ++i) {
          float from = has_a ? of_a[in_a * cells + i] : kGuideBand, to = has_b ? of_b[in_b * cells + i] : kGuideBand;
          if (!shape && !has_a) from = to;
          if (!shape && !has_b) to = from;
          result[t * cells + i] = from + part * (to - from);
        }
      },
      4);
  return result;
}

}  // namespace

GuideField between(const GuideField& a, const GuideField& b, float part) {
  GuideField result{a.space, tiles_of_both(a.tiles, b.tiles), {}, {}, {}};
  const grid::Tiles& tiles = result.tiles;
  result.distance = mix(a, a.distance, b, b.distance, part, tiles, OutsideTiles::no_shape);
  result.input = mix(a, a.input, b, b.input, part, tiles, OutsideTiles::no_shape);
  for (size_t axis = 0; axis < 3; ++axis) {
    result.velocity.face[axis] =
        mix(a, a.velocity.face[axis], b, b.velocity.face[axis], part, tiles, OutsideTiles::as_the_other);
  }
  return result;
}

GuideLookup::GuideLookup(const grid::GridSpace& space, const grid::Tiles& tiles)
    : space_(space),
      tiles_(tiles),
      origin_(static_cast<Vec3f>(space.origin)),
      per_metre_(static_cast<float>(1 / space.cell)) {
  if (tiles.size() == 0) return;
  first_ = tiles.coordinate(0);
  Vec3i last = first_;
  for (const Vec3i& c : tiles.coordinates()) first_ = min(first_, c), last = max(last, c);
  size_ = last - first_ + Vec3i{1, 1, 1};
  table_.assign(static_cast<size_t>(size_.x) * static_cast<size_t>(size_.y) * static_cast<size_t>(size_.z),
                static_cast<uint32_t>(tiles.blank()));
  for (size_t t = 0; t < tiles.size(); ++t) {
    const Vec3i at = tiles.coordinate(t) - first_;
    table_[static_cast<size_t>(at.x + size_.x * (at.y + size_.y * at.z))] = static_cast<uint32_t>(t);
  }
}

float GuideLookup::sample(std::span<const float> field, const Vec3f& at) const {
  const bool flat = tiles_.depth() == 1;
  const Vec3i base{static_cast<int>(std::floor(at.x)), static_cast<int>(std::floor(at.y)),
                   flat ? 0 : static_cast<int>(std::floor(at.z))};
  const Vec3f part = at - static_cast<Vec3f>(base);
  float sum = 0, all = 0;
  if (grid::in_tile(base.x) < 7 && grid::in_tile(base.y) < 7 && (flat || grid::in_tile(base.z) < 7)) {
    const float* v = field.data() + cell(base);
    grid::visit_corners(part, flat, [&](const Vec3i& step, float weight) {
      sum += weight * v[step.x + grid::kTileSize * (step.y + grid::kTileSize * step.z)];
    });
    return sum;
  }
  // Missing tiles lie behind walls or far away: what is there goes on as at their border.
  grid::visit_corners(part, flat, [&](const Vec3i& step, float weight) {
    const size_t i = cell(base + step);
    if (i >= tiles_.cells()) return;
    sum += weight * field[i];
    all += weight;
  });
  return all > 1e-4f ? sum / all : field[tiles_.cells()];
}

void CoarseBlock::load(const GuideLookup& lookup, std::span<const float> field, const Vec3f& offset,
                       const grid::GridSpace& fine, const Vec3i& first_cell) {
  const grid::GridSpace& coarse = lookup.space();
  flat_ = coarse.dimensions == 2;
  scale_ = static_cast<float>(fine.cell / coarse.cell);
  Vec3f low = coarse.to_grid(fine.to_world(static_cast<Vec3f>(first_cell))) - offset;
  if (flat_) low.z = 0;
  const Vec3i base{static_cast<int>(std::floor(low.x)), static_cast<int>(std::floor(low.y)),
                   static_cast<int>(std::floor(low.z))};
  const int needed = static_cast<int>(std::ceil(static_cast<float>(grid::kTileSize) * scale_)) + 2;
  const auto tile_at = [&](const Vec3i& c) {
    return Vec3i{grid::tile_of(c.x), grid::tile_of(c.y), flat_ ? 0 : grid::tile_of(c.z)};
  };
  const Vec3i end = base + Vec3i{needed, needed, flat_ ? 1 : needed};
  const Vec3i first = tile_at(base), last = tile_at(end - Vec3i{1, 1, 1});
  begin_ = low - static_cast<Vec3f>(Vec3i{grid::kTileSize * first.x, base.y, base.z});
  size_ = {grid::kTileSize * (last.x - first.x + 1), needed, end.z - base.z};
  values_.resize(static_cast<size_t>(size_.x * size_.y * size_.z));
  whole_ = true;
  for (int tz = first.z; tz <= last.z; ++tz) {
    for (int ty = first.y; ty <= last.y; ++ty) {
      const Vec3i from{0, std::max(base.y, grid::kTileSize * ty), flat_ ? 0 : std::max(base.z, grid::kTileSize * tz)};
      const Vec3i to{0, std::min(end.y, grid::kTileSize * (ty + 1)),
                     flat_ ? 1 : std::min(end.z, grid::kTileSize * (tz + 1))};
      for (int tx = first.x; tx <= last.x; ++tx) {
        const Vec3i tile{tx, ty, tz};
        float* values = values_.data() + grid::kTileSize * (tx - first.x) +
                        size_.x * (from.y - base.y + size_.y * (from.z - base.z));
        copy_rows(field.data(), lookup, tile, nearest_tile(lookup, tile, first, last), {from, to}, values);
      }
    }
  }
}

// Rows of a tile, or of the one that stands in for it.
void CoarseBlock::copy_rows(const float* field, const GuideLookup& lookup, const Vec3i& tile, const Vec3i& there,
                            const Range& rows, float* values) const {
  const float* from = field + lookup.tile(there) * lookup.tiles_.cells_per_tile();
  const auto in = [](int c, int t) { return std::clamp(c - grid::kTileSize * t, 0, grid::kTileSize - 1); };
  const bool own = there == tile;
  for (int z = rows.begin.z; z < rows.end.z; ++z) {
    const float* layer = from + (flat_ ? 0 : grid::kTileSize * grid::kTileSize * in(z, there.z));
    float* to = values + size_.x * size_.y * (z - rows.begin.z);
    for (int y = rows.begin.y; y < rows.end.y; ++y, to += size_.x) {
      const float* row = layer + grid::kTileSize * (own ? y - grid::kTileSize * there.y : in(y, there.y));
      simd::store(there.x == tile.x ? simd::load(row) : simd::set(row[there.x < tile.x ? grid::kTileSize - 1 : 0]), to);
    }
  }
}

// Missing tiles lie behind walls or far away: what is in them goes on as in the nearest of the others.
Vec3i CoarseBlock::nearest_tile(const GuideLookup& lookup, const Vec3i& tile, const Vec3i& first, const Vec3i& last) {
  const auto is_there = [&](const Vec3i& t) { return lookup.tile(t) != lookup.tiles_.blank(); };
  if (is_there(tile)) return tile;
  whole_ = false;
  Vec3i nearest = tile;
  int least = 4;
  for (int z = first.z; z <= last.z; ++z) {
    for (int y = first.y; y <= last.y; ++y) {
      for (int x = first.x; x <= last.x; ++x) {
        const int far = std::abs(x - tile.x) + std::abs(y - tile.y) + std::abs(z - tile.z);
        if (far < least && is_there({x, y, z})) least = far, nearest = {x, y, z};
      }
    }
  }
  return nearest;
}

std::pair<float, float> CoarseBlock::range() const {
  grid::Row least = simd::load(values_.data()), most = least;
  for (size_t i = grid::kTileSize; i < values_.size(); i += grid::kTileSize) {
    least = simd::min(least, simd::load(&values_[i])), most = simd::max(most, simd::load(&values_[i]));
  }
  return {simd::least(least), simd::greatest(most)};
}

// One axis after the other: along x first, for all rows that are there.
void CoarseBlock::at_cells(const Vec3f& first, std::span<float> values) const {
  struct LinearWeights {
    int before[grid::kTileSize];
    float part[grid::kTileSize];
  };
  const auto interpolation = [&](float begin) {
    LinearWeights result;
    for (int n = 0; n < grid::kTileSize; ++n) {
      const float c = begin + static_cast<float>(n) * scale_;
      result.before[n] = static_cast<int>(c);
      result.part[n] = c - static_cast<float>(result.before[n]);
    }
    return result;
  };
  const LinearWeights x = interpolation(begin_.x + first.x * scale_), y = interpolation(begin_.y + first.y * scale_),
                      z = interpolation(flat_ ? 0.0f : begin_.z + first.z * scale_);
  thread_local std::vector<grid::Row> along_x, along_y;
  along_x.resize(static_cast<size_t>(size_.y * size_.z));
  along_y.resize(static_cast<size_t>(grid::kTileSize * size_.z));
  const auto mix = [](const grid::Row& p, const grid::Row& q, float t) { return p + t * (q - p); };
  for (int row = 0; row < size_.y * size_.z; ++row) {
    const float* from = values_.data() + row * size_.x;
    grid::Row low, high, part;
    for (int n = 0; n < grid::kTileSize; ++n)
      low[n] = from[x.before[n]], high[n] = from[x.before[n] + 1], part[n] = x.part[n];
    along_x[static_cast<size_t>(row)] = low + part * (high - low);
  }
  for (int k = 0; k < size_.z; ++k) {
    for (int n = 0; n < grid::kTileSize; ++n) {
      const grid::Row* from = along_x.data() + k * size_.y + y.before[n];
      along_y[static_cast<size_t>(grid::kTileSize * k + n)] = mix(from[0], from[1], y.part[n]);
    }
  }
  for (int k = 0; k < (flat_ ? 1 : grid::kTileSize); ++k) {
    for (int n = 0; n < grid::kTileSize; ++n) {
      const grid::Row* from = along_y.data() + (flat_ ? 0 : grid::kTileSize * z.before[k]) + n;
      simd::store(flat_ ? from[0] : mix(from[0], from[grid::kTileSize], z.part[k]),
                  &values[static_cast<size_t>(8 * n + 64 * k)]);
    }
  }
}

}  // namespace weir::guide
