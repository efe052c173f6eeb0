// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include <openvdb/tools/MeshToVolume.h>

#include "base/openvdb_grids.h"
#include "cache/vdb_file.h"
#include "surface/surface_files.h"

namespace weir::surface {

Volume level_set_of(const Mesh& mesh, float voxel_size) {
  constexpr float kBand = 3;  // voxels on either side
  cache::initialize_openvdb();
  Volume volume;
  volume.name = "surface";
  volume.voxel_size = voxel_size;
  volume.level_set = true;
  volume.background = kBand * voxel_size;
  if (mesh.triangles.empty()) return volume;
  std::vector<openvdb::Vec3s> points;
  points.reserve(mesh.positions.size());
  // One voxel is one unit here, since OpenVDB refuses very small ones.
  for (const Vec3f& p : mesh.positions) points.emplace_back(p.x / voxel_size, p.y / voxel_size, p.z / voxel_size);
  std::vector<openvdb::Vec3I> triangles;
  triangles.reserve(mesh.triangles.size());
  for (const Vec3i& t : mesh.triangles) {
    triangles.emplace_back(static_cast<uint32_t>(t.x), static_cast<uint32_t>(t.y), static_cast<uint32_t>(t.z));
  }
  const auto unit = openvdb::math::Transform::createLinearTransform(1.0);
  const auto grid = openvdb::tools::meshToLevelSet<openvdb::FloatGrid>(*unit, points, triangles, kBand);
  for (auto leaf = grid->tree().cbeginLeaf(); leaf; ++leaf) {
    const openvdb::Coord& origin = leaf->origin();
    volume.tile.push_back({origin.x() >> 3, origin.y() >> 3, origin.z() >> 3});
    for (openvdb::Index i = 0; i < kVoxelsPerTile; ++i) volume.values.push_back(leaf->getValue(i) * voxel_size);
  }
  return volume;
}

}  // namespace weir::surface
