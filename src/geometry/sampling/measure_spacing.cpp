// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "geometry/sampling/point_grid.h"
#include "weir/base/parallel.h"
#include "weir/geometry/sampling/sampling.h"

namespace weir {

SpacingReport measure_spacing(std::span<const Vec3f> points) {
  if (points.size() < 2) return {};
  const std::vector<float> nearest = nearest_distances(points);
  const auto [least, most] = std::minmax_element(nearest.begin(), nearest.end());
  const double sum = parallel_sum<double>(nearest.size(), [&](size_t i) { return nearest[i]; });
  return {static_cast<double>(*least), sum / static_cast<double>(nearest.size()), static_cast<double>(*most)};
}

}  // namespace weir
