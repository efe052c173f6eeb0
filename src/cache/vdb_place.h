// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where a grid is. Scenes far from zero are counted from an origin near them, since floats are coarse far out: 1 mm at
// 10 km. The transform of a file has the origin in it, in doubles, so that other programs see the grid where it is in
// the world. Beside it stand the origin and where the grid is counted from there, so that nothing is lost by the sum.

#pragma once

#include <openvdb/version.h>

#include <memory>

#include "weir/base/vec.h"

namespace openvdb {
OPENVDB_USE_VERSION_NAMESPACE
namespace OPENVDB_VERSION_NAME {
class GridBase;
namespace math {
class Transform;
}
}  // namespace OPENVDB_VERSION_NAME
}  // namespace openvdb

namespace weir::cache {

// Gives the grid the transform, moved by `origin`.
void place_grid(openvdb::GridBase& grid, const std::shared_ptr<openvdb::math::Transform>& own, const Vec3d& origin);

// What place_grid was given; the grid's transform as it is, and zero, where another program made it.
std::shared_ptr<const openvdb::math::Transform> own_transform(const openvdb::GridBase& grid);
Vec3d origin_of(const openvdb::GridBase& grid);

}  // namespace weir::cache
