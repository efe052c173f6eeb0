// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/guide_field.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace weir {

namespace {

Tiles tiles_of_both(const Tiles& a, const Tiles& b) {
  if (a == b) return a;
  std::vector<Vec3i> all(a.coordinates().begin(), a.coordinates().end());
  all.insert(all.end(), b.coordinates().begin(), b.coordinates().end());
  return Tiles(std::move(all), a.dimensions());
}

enum class OutsideTiles { no_shape, as_the_other };

std::vector<float> mix(const GuideField& a, const std::vector<float>& of_a, const GuideField& b,
                       const std::vector<float>& of_b, float part, const Tiles& tiles, OutsideTiles outside) {
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
  const Tiles& tiles = result.tiles;
  result.distance = mix(a, a.distance, b, b.distance, part, tiles, OutsideTiles::no_shape);
  result.input = mix(a, a.input, b, b.input, part, tiles, OutsideTiles::no_shape);
  for (size_t axis = 0; axis < 3; ++axis) {
    result.velocity.face[axis] =
        mix(a, a.velocity.face[axis], b, b.velocity.face[axis], part, tiles, OutsideTiles::as_the_other);
  }
  return result;
}

GuideLookup::GuideLookup(const GridSpace& space, const Tiles& tiles)
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

float GuideLookup::beside_missing(std::span<const float> field, const Vec3i& c) const {
  // Beside a face, else an edge, else a corner.
  for (int far = 1; far <= 3; ++far) {
    float sum = 0, count = 0;
    for (int n = 0; n < 27; ++n) {
      const Vec3i way{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
      if (std::abs(way.x) + std::abs(way.y) + std::abs(way.z) != far) continue;
      if (space_.dimensions == 2 && way.z != 0) continue;
      const size_t i = cell(c + way);
      if (i >= tiles_.cells()) continue;
      sum += field[i];
      ++count;
    }
    if (count > 0) return sum / count;
  }
  return field[tiles_.cells()];
}

float GuideLookup::sample(std::span<const float> field, const Vec3f& at) const {
  const bool flat = tiles_.depth() == 1;
  const Vec3i base{static_cast<int>(std::floor(at.x)), static_cast<int>(std::floor(at.y)),
                   flat ? 0 : static_cast<int>(std::floor(at.z))};
  const Vec3f part = at - static_cast<Vec3f>(base);
  const auto weight = [&](int x, int y, int z) {
    return (x ? part.x : 1 - part.x) * (y ? part.y : 1 - part.y) * (flat ? 1.0f : z ? part.z : 1 - part.z);
  };
  const int corners = flat ? 4 : 8;
  const bool in_one_tile = in_tile(base.x) < 7 && in_tile(base.y) < 7 && (flat || in_tile(base.z) < 7);
  if (in_one_tile) {
    const float* v = field.data() + cell(base);
    float sum = 0;
    for (int n = 0; n < corners; ++n) {
      const int x = n & 1, y = n >> 1 & 1, z = n >> 2;
      sum += weight(x, y, z) * v[x + kTileSize * (y + kTileSize * z)];
    }
    return sum;
  }
  // Missing tiles lie behind walls or far away: what is there goes on as at their border.
  float sum = 0, all = 0;
  for (int n = 0; n < corners; ++n) {
    const int x = n & 1, y = n >> 1 & 1, z = n >> 2;
    const size_t i = cell(base + Vec3i{x, y, z});
    if (i >= tiles_.cells()) continue;
    sum += weight(x, y, z) * field[i];
    all += weight(x, y, z);
  }
  return all > 1e-4f ? sum / all : field[tiles_.cells()];
}

void CoarseBlock::load(const GuideLookup& lookup, std::span<const float> field, const Vec3f& place,
                       const GridSpace& fine, const Vec3i& first_cell) {
  const GridSpace& coarse = lookup.space();
  flat_ = coarse.dimensions == 2;
  scale_ = static_cast<float>(fine.cell / coarse.cell);
  Vec3f low = coarse.to_grid(fine.to_world(static_cast<Vec3f>(first_cell))) - place;
  if (flat_) low.z = 0;
  const Vec3i base{static_cast<int>(std::floor(low.x)), static_cast<int>(std::floor(low.y)),
                   static_cast<int>(std::floor(low.z))};
  begin_ = low - static_cast<Vec3f>(base);
  size_ = static_cast<int>(std::ceil(static_cast<float>(kTileSize) * scale_)) + 2;
  const int deep = flat_ ? 1 : size_;
  values_.resize(static_cast<size_t>(size_ * size_ * deep));
  size_t n = 0;
  for (int z = 0; z < deep; ++z) {
    for (int y = 0; y < size_; ++y) {
      for (int x = 0; x < size_; ++x) {
        const Vec3i c = base + Vec3i{x, y, z};
        const size_t cell = lookup.cell(c);
        values_[n++] = cell < lookup.tiles_.cells() ? field[cell] : lookup.beside_missing(field, c);
      }
    }
  }
}

}  // namespace weir
