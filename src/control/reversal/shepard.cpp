// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/reversal/shepard.h"

#include <algorithm>

#include "geometry/sampling/point_grid.h"
#include "weir/base/parallel.h"

namespace weir::reversal {

namespace {

constexpr size_t kFewest = 4, kMost = 10;  // nodes that a point listens to (Shepard's choice)
constexpr double kReach = 2.5;             // mean distances of neighbouring nodes: about ten nodes on a surface

struct Near {
  float distance;  // m
  uint32_t node;
  bool operator<(const Near& other) const {
    return distance != other.distance ? distance < other.distance : node < other.node;
  }
};

double usual_reach(std::span<const Vec3f> nodes) {
  if (nodes.size() < 2) return 1;
  double sum = 0;
  for (const float d : nearest_distances(nodes)) sum += static_cast<double>(d);
  const double reach = kReach * sum / static_cast<double>(nodes.size());
  return reach > 0 ? reach : 1;
}

// The nodes within the reach, nearest first; where they are too few, the nearest of all, with one more than are
// listened to: the next one bounds the neighbourhood.
void find_near(const PointGrid& grid, std::span<const Vec3f> nodes, const Vec3f& point, std::vector<Near>& near) {
  near.clear();
  grid.visit(point, [&](size_t node, float squared) {
    near.push_back({std::sqrt(squared), static_cast<uint32_t>(node)});
  });
  if (near.size() < kFewest) {
    near.clear();
    for (size_t node = 0; node < nodes.size(); ++node) {
      near.push_back({length(nodes[node] - point), static_cast<uint32_t>(node)});
    }
  }
  const size_t wanted = std::min(near.size(), kMost + 1);
  std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(wanted), near.end());
}

// S of Shepard's Eq. (3): 1 / d near the node, and from a third of the radius on a parabola that ends at it.
float strength(float d, float radius) {
  if (d <= radius / 3) return 1 / d;
  const float rest = d / radius - 1;
  return d < radius ? 27 / (4 * radius) * rest * rest : 0;
}

Vec3f interpolated(std::span<const Near> near, std::span<const Vec3f> values, float reach) {
  if (near[0].distance == 0) return values[near[0].node];
  const auto within =
      static_cast<size_t>(std::count_if(near.begin(), near.end(), [&](const Near& n) { return n.distance <= reach; }));
  const size_t count = std::min(std::clamp(within, kFewest, kMost), near.size());
  // Beyond the last node that counts; all of few nodes count.
  const float radius =
      count < near.size() && count != within ? near[count].distance : std::max(reach, 2 * near[count - 1].distance);
  Vec3d sum{};
  double weights = 0;
  for (size_t n = 0; n < count; ++n) {
    const auto s = static_cast<double>(strength(near[n].distance, radius));
    sum += static_cast<Vec3d>(values[near[n].node]) * (s * s);
    weights += s * s;
  }
  return weights > 0 ? static_cast<Vec3f>(sum / weights) : values[near[0].node];
}

}  // namespace

void shepard(std::span<const Vec3f> nodes, std::span<const Vec3f> values, std::span<const Vec3f> points,
             std::span<Vec3f> result) {
  const auto reach = static_cast<float>(usual_reach(nodes));
  const PointGrid grid(nodes, reach);
  parallel_for_blocks(
      points.size(),
      [&](size_t begin, size_t end) {
        std::vector<Near> near;
        for (size_t i = begin; i < end; ++i) {
          find_near(grid, nodes, points[i], near);
          result[i] = interpolated(near, values, reach);
        }
      },
      256);
}

}  // namespace weir::reversal
