// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "surface/bins.h"

#include "base/parallel.h"
#include "cache/parallel_sort.h"

namespace weir::surface {

Bins::Bins(std::span<const Vec3f> points, float width) : width_(width), per_width_(1 / static_cast<double>(width)) {
  sort(points);
  find_deep();
}

void Bins::sort(std::span<const Vec3f> points) {
  struct Item {
    uint64_t key;
    uint32_t index;
  };
  std::vector<Item> items(points.size());
  parallel_for(points.size(), [&](size_t i) { items[i] = {key_of(cell_of(points[i])), static_cast<uint32_t>(i)}; });
  cache::parallel_sort(items,
                       [](const Item& a, const Item& b) { return a.key != b.key ? a.key < b.key : a.index < b.index; });
  points_.resize(points.size());
  given_.resize(points.size());
  for (size_t i = 0; i < items.size(); ++i) {
    points_[i] = points[items[i].index];
    given_[i] = items[i].index;
    if (i == 0 || items[i].key != items[i - 1].key) {
      key_.push_back(items[i].key);
      begin_.push_back(i);
    }
  }
  begin_.push_back(points.size());
}

bool Bins::is_full(uint64_t key) const {
  const auto found = std::lower_bound(key_.begin(), key_.end(), key);
  return found != key_.end() && *found == key && eighth_[static_cast<size_t>(found - key_.begin())] == 0xff;
}

void Bins::find_deep() {
  eighth_.assign(count(), 0);
  deep_.assign(count(), 0);
  parallel_for(count(), [&](size_t bin) {
    for (size_t i = begin(bin); i < end(bin); ++i) {
      const Vec3d p = static_cast<Vec3d>(points_[i]) * (2 * per_width_);
      const auto half = [](double x) { return static_cast<int>(static_cast<int64_t>(std::floor(x)) & 1); };
      eighth_[bin] = static_cast<uint8_t>(eighth_[bin] | 1 << (half(p.x) | half(p.y) << 1 | half(p.z) << 2));
    }
  });
  parallel_for(count(), [&](size_t bin) {
    const Cell c = cell_of(points_[begin(bin)]);
    bool full = eighth_[bin] == 0xff;
    for (int n = 0; n < 27 && full; ++n) {
      if (n != 13) full = is_full(key_of({c.x + n % 3 - 1, c.y + n / 3 % 3 - 1, c.z + n / 9 - 1}));
    }
    deep_[bin] = full;
  });
}

bool Bins::is_deep_at(const Vec3f& p) const {
  const uint64_t key = key_of(cell_of(p));
  const auto found = std::lower_bound(key_.begin(), key_.end(), key);
  return found != key_.end() && *found == key && deep_[static_cast<size_t>(found - key_.begin())] != 0;
}

}  // namespace weir::surface
