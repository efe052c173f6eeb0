// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "surface/cloud.h"

namespace weir::surface {

namespace {

// An image farther behind the wall reaches no sample before it, nor does it shape one that does.
constexpr float kDepth = kWidest + kNeighbourhood;

void add_mirrored(std::vector<Vec3f>& points, int axis, const Box3f& walls) {
  const size_t count = points.size();  // images of images fill the corners
  for (const float wall : {walls.lower[axis], walls.upper[axis]}) {
    if (!std::isfinite(wall)) continue;
    for (size_t i = 0; i < count; ++i) {
      const float x = points[i][axis];
      if (std::abs(x - wall) > kDepth || x < walls.lower[axis] || x > walls.upper[axis]) continue;
      Vec3f image = points[i];
      image[axis] = 2 * wall - x;
      points.push_back(image);
    }
  }
}

void add_copies_along_z(std::vector<Vec3f>& points) {
  const size_t count = points.size();
  for (int layer = 1; static_cast<float>(layer) <= kDepth + 1; ++layer) {
    for (const int side : {-1, 1}) {
      for (size_t i = 0; i < count; ++i) {
        points.push_back({points[i].x, points[i].y, points[i].z + static_cast<float>(side * layer)});
      }
    }
  }
}

}  // namespace

std::vector<Vec3f> with_images(std::vector<Vec3f> points, const Box3f& walls, int dimensions) {
  for (int axis = 0; axis < dimensions; ++axis) add_mirrored(points, axis, walls);
  if (dimensions == 2) add_copies_along_z(points);
  return points;
}

}  // namespace weir::surface
