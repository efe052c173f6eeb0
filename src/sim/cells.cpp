// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/cells.h"

#include <bit>

#include "base/morton.h"
#include "weir/base/parallel.h"

namespace weir {

namespace {

// Points further out than this many cells share the outermost one: found as before, only slower.
constexpr int32_t kFarthest = (1 << 20) - 2;
constexpr double kBoxPerCell = 8;  // coordinates that cells may be scattered over

int32_t coordinate(float x, float inverse) {
  const float c = std::floor(x * inverse);
  if (!(c > -static_cast<float>(kFarthest))) return -kFarthest;
  return c < static_cast<float>(kFarthest) ? static_cast<int32_t>(c) : kFarthest;
}

}  // namespace

Vec3i Cells::coordinates_of(const Vec3f& p) const {
  return {coordinate(p.x, inverse_), coordinate(p.y, inverse_), coordinate(p.z, inverse_)};
}

uint64_t Cells::packed(const Vec3i& c) {
  constexpr int32_t bias = 1 << 20;
  return static_cast<uint64_t>(c.x + bias) << 42 | static_cast<uint64_t>(c.y + bias) << 21 |
         static_cast<uint64_t>(c.z + bias);
}

size_t Cells::hash(uint64_t key) {
  key *= 0x9e3779b97f4a7c15;
  return static_cast<size_t>(key ^ key >> 32);
}

int Cells::Extent::key_bits() const {
  const int bits = std::bit_width(static_cast<uint32_t>(std::max(0, max_component(size()))));
  return bits * (flat() ? 2 : 3);
}

std::span<const uint32_t> Cells::sort(std::span<const Vec3f> points) {
  extent_ = extent_of(points);
  const bool flat = extent_.flat();
  groups_.sort(points.size(), extent_.key_bits(), [&](size_t i) {
    const Vec3i c = coordinates_of(points[i]) - extent_.lower;
    const auto x = static_cast<uint64_t>(c.x), y = static_cast<uint64_t>(c.y), z = static_cast<uint64_t>(c.z);
    return flat ? spread2(x) | spread2(y) << 1 : spread3(x) | spread3(y) << 1 | spread3(z) << 2;
  });
  coordinates_.resize(size());
  for (size_t cell = 0; cell < size(); ++cell) coordinates_[cell] = coordinates_of(points[order()[begin(cell)]]);
  if (!fill_box()) fill_table();
  return order();
}

Cells::Extent Cells::extent_of(std::span<const Vec3f> points) const {
  const Extent none{{kFarthest, kFarthest, kFarthest}, {-kFarthest, -kFarthest, -kFarthest}};
  return parallel_reduce(
      points.size(), none,
      [&](size_t begin, size_t end) {
        Extent e = none;
        for (size_t i = begin; i < end; ++i) {
          const Vec3i c = coordinates_of(points[i]);
          e.lower = min(e.lower, c);
          e.upper = max(e.upper, c);
        }
        return e;
      },
      [](const Extent& a, const Extent& b) {
        return Extent{min(a.lower, b.lower), max(a.upper, b.upper)};
      });
}

// A table of the whole extent is faster than a hash table, as long as not too much of it is empty.
bool Cells::fill_box() {
  box_.clear();
  const Vec3i size = extent_.size() + Vec3i{1, 1, 1};
  const double volume = static_cast<double>(size.x) * size.y * size.z;
  if (this->size() == 0 || !(volume <= kBoxPerCell * static_cast<double>(this->size()))) return false;
  box_.resize(static_cast<size_t>(volume), kNone);
  for (size_t cell = 0; cell < this->size(); ++cell)
    box_[index_in_box(coordinates_[cell])] = static_cast<uint32_t>(cell);
  table_.clear();
  return true;
}

size_t Cells::index_in_box(const Vec3i& coordinates) const {
  const Vec3i c = coordinates - extent_.lower, size = extent_.size() + Vec3i{1, 1, 1};
  return static_cast<size_t>(c.x) +
         static_cast<size_t>(size.x) *
             (static_cast<size_t>(c.y) + static_cast<size_t>(size.y) * static_cast<size_t>(c.z));
}

void Cells::fill_table() {
  table_.assign(std::bit_ceil(2 * size() + 1), {});
  const size_t mask = table_.size() - 1;
  for (size_t cell = 0; cell < size(); ++cell) {
    const uint64_t key = packed(coordinates_[cell]);
    size_t slot = hash(key) & mask;
    while (table_[slot].cell != kNone) slot = (slot + 1) & mask;
    table_[slot] = {key, static_cast<uint32_t>(cell)};
  }
}

uint32_t Cells::find(const Vec3i& coordinates) const {
  if (!box_.empty()) {
    const bool inside =
        min(coordinates, extent_.lower) == extent_.lower && max(coordinates, extent_.upper) == extent_.upper;
    return inside ? box_[index_in_box(coordinates)] : kNone;
  }
  if (table_.empty()) return kNone;
  const size_t mask = table_.size() - 1;
  const uint64_t key = packed(coordinates);
  size_t slot = hash(key) & mask;
  while (table_[slot].cell != kNone && table_[slot].key != key) slot = (slot + 1) & mask;
  return table_[slot].cell;
}

void Cells::mark_reach() {
  reach_.assign(std::bit_ceil(2 * 27 * size() + 1), ~uint64_t{0});
  const size_t mask = reach_.size() - 1;
  for (const Vec3i& c : coordinates_) {
    for (int k = 0; k < 27; ++k) {
      const uint64_t key = packed(c + Vec3i{k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1});
      size_t slot = hash(key) & mask;
      while (reach_[slot] != key && reach_[slot] != ~uint64_t{0}) slot = (slot + 1) & mask;
      reach_[slot] = key;
    }
  }
}

bool Cells::reaches(const Vec3i& coordinates) const {
  if (reach_.empty()) return false;
  const size_t mask = reach_.size() - 1;
  const uint64_t key = packed(coordinates);
  size_t slot = hash(key) & mask;
  while (reach_[slot] != key && reach_[slot] != ~uint64_t{0}) slot = (slot + 1) & mask;
  return reach_[slot] == key;
}

size_t Cells::cells_around(const Vec3i& c, std::array<uint32_t, 27>& cells) const {
  size_t found = 0;
  const Vec3i lower = max(c - Vec3i{1, 1, 1}, extent_.lower), upper = min(c + Vec3i{1, 1, 1}, extent_.upper);
  for (int z = lower.z; z <= upper.z; ++z) {
    for (int y = lower.y; y <= upper.y; ++y) {
      for (int x = lower.x; x <= upper.x; ++x) {
        const uint32_t cell = find({x, y, z});
        if (cell != kNone) cells[found++] = cell;
      }
    }
  }
  std::sort(cells.begin(), cells.begin() + static_cast<ptrdiff_t>(found));
  return found;
}

Cells::Around Cells::around(const Vec3i& c) const {
  std::array<uint32_t, 27> cells;
  const size_t found = cells_around(c, cells);
  Around result;
  for (size_t i = 0; i < found; ++i) {
    if (result.count > 0 && result.range[result.count - 1].end == begin(cells[i])) {
      result.range[result.count - 1].end = end(cells[i]);
    } else {
      result.range[result.count++] = {begin(cells[i]), end(cells[i])};
    }
  }
  return result;
}

}  // namespace weir
