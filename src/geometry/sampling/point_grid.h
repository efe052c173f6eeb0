// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which points are near? For points that do not move while it lives.
//
//   PointGrid grid(points, radius);
//   grid.visit(p, [&](size_t index, float distance_squared) { ... });
//
// Cells as wide as the radius, so that neighbours lie in 3 x 3 x 3 cells.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/sampling/cell_rows.h"
#include "weir/base/vec.h"

namespace weir {

class PointGrid {
 public:
  // Copies the points (finite ones), ordered by cell. The order of a cell's points is that of their indices.
  PointGrid(std::span<const Vec3f> points, float radius);

  float radius() const { return radius_; }
  size_t size() const { return position_.size(); }

  // visitor(index, distance_squared) for every point within the radius of `p`, itself included when it is one of them.
  // Always in the same order.
  template <class Visitor>
  void visit(const Vec3f& p, Visitor&& visitor) const {
    const CellRows::Cell centre = cell_of(p), one{1, 1, 1};
    const float limit = radius_ * radius_;
    rows_.visit_box(centre - one, centre + one, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        const float distance_squared = length_squared(position_[i] - p);
        if (distance_squared <= limit) visitor(size_t{rows_.order()[i]}, distance_squared);
      }
    });
  }

 private:
  CellRows::Cell cell_of(const Vec3f& p) const {
    return CellRows::cell_at((static_cast<Vec3d>(p) - lower_) * per_cell_);
  }

  float radius_;
  double per_cell_;
  Vec3d lower_{};
  CellRows rows_;
  std::vector<Vec3f> position_;  // in the order of the cells
};

// The distance of every point to the closest other one; infinite for a point alone.
std::vector<float> nearest_distances(std::span<const Vec3f> points);

}  // namespace weir
