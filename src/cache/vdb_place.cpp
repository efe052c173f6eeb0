// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/vdb_place.h"

#include <stdexcept>

#include "base/openvdb_grids.h"

namespace weir::cache {

namespace {

constexpr const char* kOrigin = "weir_origin";
constexpr const char* kOwnPlace = "weir_own_place";  // of voxel (0, 0, 0), counted from the origin

using Place = openvdb::Vec3DMetadata;

}  // namespace

void place_grid(openvdb::GridBase& grid, const openvdb::math::Transform::Ptr& own, const Vec3d& origin) {
  if (!(origin == Vec3d{})) {
    const openvdb::Vec3d way(origin.x, origin.y, origin.z);
    grid.insertMeta(kOrigin, Place(way));
    grid.insertMeta(kOwnPlace, Place(own->indexToWorld(openvdb::Vec3d(0))));
    own->postTranslate(way);
  }
  grid.setTransform(own);
}

openvdb::math::Transform::ConstPtr own_transform(const openvdb::GridBase& grid) {
  const auto place = grid.getMetadata<Place>(kOwnPlace);
  if (!place) return grid.transformPtr();
  if (!grid.transform().isLinear() || !place->value().isFinite()) {
    throw std::runtime_error("its place by its own count makes no sense");
  }
  const auto own = openvdb::math::Transform::createLinearTransform(grid.transform().voxelSize().x());
  // Adding 0 would lose the sign of -0.
  if (place->value() != openvdb::Vec3d(0)) own->postTranslate(place->value());
  return own;
}

Vec3d origin_of(const openvdb::GridBase& grid) {
  const auto origin = grid.getMetadata<Place>(kOrigin);
  if (!origin || !grid.getMetadata<Place>(kOwnPlace)) return {};
  const openvdb::Vec3d& way = origin->value();
  if (!way.isFinite()) throw std::runtime_error("its origin makes no sense");
  return {way.x(), way.y(), way.z()};
}

}  // namespace weir::cache
