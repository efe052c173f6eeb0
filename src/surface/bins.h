// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Points sorted into cubic bins, for passes that go over space rather than over particles: the neighbours of all
// points of a bin, or all points in a box. Rows of bins along x lie one after the other in memory. Bins that no point
// is in take no memory, so that points may lie as far apart as they like.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "base/vec.h"

namespace weir::surface {

class Bins {
 public:
  Bins(std::span<const Vec3f> points, float width);

  float width() const { return width_; }
  std::span<const Vec3f> points() const { return points_; }  // in the order of the bins
  // For every one of points(), where it was among those given.
  std::span<const uint32_t> given() const { return given_; }

  size_t count() const { return key_.size(); }
  size_t begin(size_t bin) const { return begin_[bin]; }
  size_t end(size_t bin) const { return begin_[bin + 1]; }
  // No point of the bin or of those around it is near the surface: every eighth of each of these 27 bins holds a point.
  bool is_deep(size_t bin) const { return deep_[bin] != 0; }
  // The same for the bin at a position; false where there is none.
  bool is_deep_at(const Vec3f& p) const;

  // visit(begin, end) for ranges of points() that hold all points in the box, and others.
  template <class Visit>
  void visit_box(const Box3f& box, Visit&& visit) const {
    const Cell lower = cell_of(box.lower), upper = cell_of(box.upper);
    for (int64_t z = lower.z; z <= upper.z; ++z) {
      for (int64_t y = lower.y; y <= upper.y; ++y) {
        const uint64_t from = key_of({lower.x, y, z}), to = key_of({upper.x, y, z});
        if (from <= to) {
          visit_row(from, to, visit);
        } else {  // over the end of a turn
          visit_row(from, from | kMask, visit);
          visit_row(to & ~kMask, to, visit);
        }
      }
    }
  }
  // The same for the bin and those around it.
  template <class Visit>
  void visit_around(size_t bin, Visit&& visit) const {
    const Vec3f p = points_[begin_[bin]];
    const Vec3f margin{width_, width_, width_};
    visit_box({p - margin, p + margin}, visit);
  }

 private:
  using Cell = Vec3<int64_t>;
  // Coordinates are kept modulo 2^21: points so many bins apart share a bin, and a test of distance tells them apart.
  static constexpr int kBits = 21;
  static constexpr uint64_t kMask = (uint64_t{1} << kBits) - 1;

  Cell cell_of(const Vec3f& p) const {
    const auto index = [&](float x) { return static_cast<int64_t>(std::floor(static_cast<double>(x) * per_width_)); };
    return {index(p.x), index(p.y), index(p.z)};
  }
  static uint64_t key_of(const Cell& c) {
    return (static_cast<uint64_t>(c.x) & kMask) | (static_cast<uint64_t>(c.y) & kMask) << kBits |
           (static_cast<uint64_t>(c.z) & kMask) << (2 * kBits);
  }
  template <class Visit>
  void visit_row(uint64_t from, uint64_t to, Visit&& visit) const {
    const auto first = std::lower_bound(key_.begin(), key_.end(), from);
    auto last = first;
    while (last != key_.end() && *last <= to) ++last;
    if (first != last)
      visit(begin_[static_cast<size_t>(first - key_.begin())], begin_[static_cast<size_t>(last - key_.begin())]);
  }
  void sort(std::span<const Vec3f> points);
  void find_deep();
  bool is_full(uint64_t key) const;

  float width_;
  double per_width_;
  std::vector<Vec3f> points_;
  std::vector<uint32_t> given_;
  std::vector<uint64_t> key_;           // of every bin, ascending
  std::vector<size_t> begin_;           // of every bin, and the end of the last
  std::vector<uint8_t> eighth_, deep_;  // a bit for every eighth that holds a point; 1 when deep
};

}  // namespace weir::surface
