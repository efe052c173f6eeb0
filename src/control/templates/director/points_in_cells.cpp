// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/director/points_in_cells.h"

namespace weir::templates {

void PointsInCells::build(std::span<const Vec3f> points) {
  Box3f box;
  for (const Vec3f& p : points) box.include(p);
  lower_ = points.empty() ? Vec3f{} : box.lower;
  rows_.build(points.size(), [&](size_t i) { return cell_of(points[i]); });
  x_ = by_slot<float>([&](uint32_t i) { return points[i].x; });
  y_ = by_slot<float>([&](uint32_t i) { return points[i].y; });
  z_ = by_slot<float>([&](uint32_t i) { return points[i].z; });
}

}  // namespace weir::templates
