// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Points sorted into cubic bins, for passes that go over space rather than over particles: the neighbours of all
// points of a bin, or all points in a box.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/sampling/cell_rows.h"
#include "weir/base/vec.h"

namespace weir::surface {

class Bins {
 public:
  Bins(std::span<const Vec3f> points, float width);

  float width() const { return width_; }
  std::span<const Vec3f> points() const { return points_; }  // in the order of the bins
  // For every one of points(), where it was among those given.
  std::span<const uint32_t> given() const { return rows_.order(); }

  size_t count() const { return rows_.size(); }
  size_t begin(size_t bin) const { return rows_.begin(bin); }
  size_t end(size_t bin) const { return rows_.end(bin); }
  // No point of the bin or of those around it is near the surface: every eighth of each of these 27 bins holds a point.
  bool is_deep(size_t bin) const { return deep_[bin] != 0; }
  // The same for the bin at a position; false where there is none.
  bool is_deep_at(const Vec3f& p) const;

  // visit(begin, end) for ranges of points() that hold all points in the box, and others.
  template <class Visit>
  void visit_box(const Box3f& box, Visit&& visit) const {
    rows_.visit_box(cell_of(box.lower), cell_of(box.upper), visit);
  }
  // The same for the bin and those around it.
  template <class Visit>
  void visit_around(size_t bin, Visit&& visit) const {
    const Vec3f p = points_[begin(bin)];
    const Vec3f margin{width_, width_, width_};
    visit_box({p - margin, p + margin}, visit);
  }

 private:
  CellRows::Cell cell_of(const Vec3f& p) const { return CellRows::cell_at(static_cast<Vec3d>(p) * per_width_); }
  void find_deep();
  bool is_full(const CellRows::Cell& cell) const;

  float width_;
  double per_width_;
  CellRows rows_;
  std::vector<Vec3f> points_;
  std::vector<uint8_t> eighth_, deep_;  // a bit for every eighth that holds a point; 1 when deep
};

}  // namespace weir::surface
