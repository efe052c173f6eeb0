// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Points sorted into cells as wide as a kernel's support, so that those around any place lie in a few runs of memory.

#pragma once

#include <span>
#include <vector>

#include "base/parallel.h"
#include "sim/cells.h"

namespace weir {

class PointsInCells {
 public:
  explicit PointsInCells(float support) : support_(support), cells_(support) {}

  void build(std::span<const Vec3f> points) {
    order_ = cells_.sort(points);
    position_.resize(points.size());
    parallel_for(points.size(), [&](size_t i) { position_[i] = points[order_[i]]; });
  }

  size_t size() const { return position_.size(); }
  float support() const { return support_; }
  // Place i holds the point with this index in what was built from.
  uint32_t index(size_t place) const { return order_[place]; }
  std::span<const uint32_t> order() const { return order_; }
  std::span<const Vec3f> position() const { return position_; }  // by place

  // Calls visit(place, difference point - x, squared distance) for the points closer to x than the support.
  template <class Visit>
  void visit(const Vec3f& x, Visit&& visit) const {
    if (position_.empty()) return;
    const Cells::Around around = cells_.around(cells_.coordinates_of(x));
    const float most = support_ * support_;
    for (size_t n = 0; n < around.count; ++n) {
      for (uint32_t i = around.range[n].begin; i < around.range[n].end; ++i) {
        const Vec3f way = position_[i] - x;
        const float r_squared = length_squared(way);
        if (r_squared < most) visit(i, way, r_squared);
      }
    }
  }

  // Squared distance of the nearest point, at most the support's.
  float nearest_squared(const Vec3f& x) const {
    float nearest = support_ * support_;
    visit(x, [&](uint32_t, const Vec3f&, float r_squared) { nearest = std::min(nearest, r_squared); });
    return nearest;
  }

 private:
  float support_;
  Cells cells_;
  std::span<const uint32_t> order_;
  std::vector<Vec3f> position_;
};

}  // namespace weir
