// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/sampling/point_grid.h"

#include <limits>

#include "weir/base/parallel.h"

namespace weir {

namespace {

// Rounding must not push a point one radius away into the cell after the next.
constexpr double kWider = 1.0001;

// The smallest distance above zero between a few of the points and their nearest others: a first radius that finds
// something without finding crowds, however unevenly the points lie.
float smallest_of_a_few(std::span<const Vec3f> points) {
  constexpr size_t kFew = 32;
  const size_t step = std::max<size_t>(1, points.size() / kFew);
  float smallest = std::numeric_limits<float>::infinity();
  for (size_t i = 0; i < points.size(); i += step) {
    for (const Vec3f& p : points) {
      const float d = length_squared(p - points[i]);
      if (d > 0) smallest = std::min(smallest, d);
    }
  }
  return std::sqrt(smallest);
}

}  // namespace

PointGrid::PointGrid(std::span<const Vec3f> points, float radius)
    : radius_(radius), per_cell_(1 / (static_cast<double>(radius) * kWider)) {
  Box3f box;
  for (const Vec3f& p : points) box.include(p);
  if (!box.empty()) lower_ = static_cast<Vec3d>(box.lower);
  rows_.build(points.size(), [&](size_t i) { return cell_of(points[i]); });
  position_.resize(points.size());
  parallel_for(points.size(), [&](size_t i) { position_[i] = points[rows_.order()[i]]; });
}

std::vector<float> nearest_distances(std::span<const Vec3f> points) {
  constexpr float kNone = std::numeric_limits<float>::infinity();
  std::vector<float> nearest(points.size(), kNone);
  if (points.size() < 2) return nearest;
  const float first_radius = smallest_of_a_few(points);
  if (first_radius == kNone) return std::vector<float>(points.size(), 0.0f);  // all at one point

  // Most points find a neighbour at once; the others look farther and farther.
  std::vector<uint32_t> left(points.size());
  for (size_t i = 0; i < left.size(); ++i) left[i] = static_cast<uint32_t>(i);
  for (float radius = first_radius * 1.25f; !left.empty(); radius *= 2) {
    const PointGrid grid(points, radius);
    parallel_for(
        left.size(),
        [&](size_t k) {
          float best = kNone;
          grid.visit(points[left[k]], [&](size_t other, float distance_squared) {
            if (other != left[k]) best = std::min(best, distance_squared);
          });
          nearest[left[k]] = std::sqrt(best);
        },
        64);
    std::erase_if(left, [&](uint32_t i) { return nearest[i] != kNone; });
  }
  return nearest;
}

}  // namespace weir
