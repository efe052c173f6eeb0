// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The particles of one phase, ready to be asked for their surface. All lengths in spacings.

#pragma once

#include <span>
#include <vector>

#include "surface/bins.h"
#include "surface/kernels.h"

namespace weir::surface {

// The points, and after them their images beyond the walls: mirrored, so that the liquid goes on behind a wall as it is
// in front of it. With dimensions = 2, copies above and below the plane instead.
std::vector<Vec3f> with_images(std::vector<Vec3f> points, const Box3f& walls, int dimensions);

struct Cloud {
  Cloud(const std::vector<Vec3f>& points, const Box3f& walls, int dimensions, float stretch)
      : own(points.size()), bins(with_images(points, walls, dimensions), kNeighbourhood), kernels(bins, stretch) {}

  size_t own;  // points that are no images; bins.given() of theirs is less
  Bins bins;
  Kernels kernels;
};

}  // namespace weir::surface
