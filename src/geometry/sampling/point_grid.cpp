// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/sampling/point_grid.h"

#include <atomic>
#include <limits>

#include "base/parallel.h"

namespace weir {

static Box3f box_around(std::span<const Vec3f> points) {
  Box3f box;
  for (const Vec3f& p : points) box.include(p);
  return box;
}

PointGrid::PointGrid(std::span<const Vec3f> points, float radius)
    : radius_(radius), cells_(box_around(points), radius, points.size()) {
  const size_t places = cells_.places();
  std::vector<uint32_t> place(points.size());
  begin_.assign(places + 1, 0);
  parallel_for(points.size(), [&](size_t i) {
    place[i] = static_cast<uint32_t>(cells_.place_of(cells_.cell_of(points[i])));
    std::atomic_ref(begin_[place[i]]).fetch_add(1, std::memory_order_relaxed);
  });
  uint32_t sum = 0;
  for (uint32_t& b : begin_) b = sum += b;  // for now the end of every place; filling moves it to the begin

  // Which thread fills a slot first is chance; sorting a cell by index takes the chance out again.
  index_.resize(points.size());
  parallel_for(points.size(), [&](size_t i) {
    const uint32_t slot = std::atomic_ref(begin_[place[i]]).fetch_sub(1, std::memory_order_relaxed) - 1;
    index_[slot] = static_cast<uint32_t>(i);
  });
  position_.resize(points.size());
  parallel_for(places, [&](size_t p) {
    std::sort(index_.begin() + begin_[p], index_.begin() + begin_[p + 1]);
    for (uint32_t i = begin_[p]; i < begin_[p + 1]; ++i) position_[i] = points[index_[i]];
  });
}

namespace {

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

std::vector<float> nearest_distances(std::span<const Vec3f> points) {
  constexpr float kNone = std::numeric_limits<float>::infinity();
  std::vector<float> nearest(points.size(), kNone);
  if (points.size() < 2) return nearest;
  const float first_radius = smallest_of_a_few(points);
  if (first_radius == kNone) return std::vector<float>(points.size(), 0.0f);  // all in one place

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
