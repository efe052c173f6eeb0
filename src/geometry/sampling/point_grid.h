// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which points are near? A uniform cell list over points that do not move while it lives.
//
//   PointGrid grid(points, radius);
//   grid.visit(p, [&](size_t index, float distance_squared) { ... });
//
// Cells as wide as the radius, so that neighbours lie in 3 x 3 x 3 cells; points sorted by cell.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/vec.h"
#include "geometry/sampling/torus_cells.h"

namespace weir {

class PointGrid {
 public:
  // Copies the points (finite ones), ordered by cell. The order of a cell's points is that of their indices.
  PointGrid(std::span<const Vec3f> points, float radius);

  float radius() const { return radius_; }
  size_t size() const { return index_.size(); }

  // visitor(index, distance_squared) for every point within the radius of `p`, itself included when it is one of them.
  // Always in the same order.
  template <class Visitor>
  void visit(const Vec3f& p, Visitor&& visitor) const {
    const TorusCells::Cell centre = cells_.cell_of(p);
    const float limit = radius_ * radius_;
    for (int64_t z = centre.z - 1; z <= centre.z + 1; ++z) {
      for (int64_t y = centre.y - 1; y <= centre.y + 1; ++y) {
        for (int64_t x = centre.x - 1; x <= centre.x + 1; ++x) {
          const size_t place = cells_.place_of({x, y, z});
          for (uint32_t i = begin_[place]; i < begin_[place + 1]; ++i) {
            const float distance_squared = length_squared(position_[i] - p);
            if (distance_squared <= limit) visitor(size_t{index_[i]}, distance_squared);
          }
        }
      }
    }
  }

 private:
  float radius_;
  TorusCells cells_;
  std::vector<uint32_t> begin_;  // of every place, in the two arrays below
  std::vector<uint32_t> index_;
  std::vector<Vec3f> position_;
};

// The distance of every point to the closest other one; infinite for a point alone.
std::vector<float> nearest_distances(std::span<const Vec3f> points);

}  // namespace weir
