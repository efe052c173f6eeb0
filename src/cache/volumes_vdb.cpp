// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/cache/volumes_vdb.h"

#include <fmt/format.h>
#include <openvdb/tools/SignedFloodFill.h>

#include <algorithm>
#include <cmath>

#include "base/openvdb_grids.h"
#include "cache/vdb_file.h"
#include "cache/vdb_place.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir::cache {

namespace {

// A file may hold one value for a huge region; this many voxels of such regions are unfolded (256 MB of floats), no
// more.
constexpr uint64_t kMostVoxelsInRegions = uint64_t{1} << 26;

bool tile_before(const Vec3i& a, const Vec3i& b) { return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z; }

float largest_value(const Volume& v) {
  return parallel_max<float>(v.values.size(), std::abs(v.background), [&](size_t i) { return std::abs(v.values[i]); });
}

float to_voxel(const float* from, float) { return *from; }
openvdb::Vec3f to_voxel(const float* from, openvdb::Vec3f) { return openvdb::Vec3f(from[0], from[1], from[2]); }

template <class Grid>
openvdb::GridBase::Ptr make_grid(const Volume& volume) {
  using Value = typename Grid::ValueType;
  using Leaf = typename Grid::TreeType::LeafNodeType;
  const auto grid = Grid::create(Value(volume.background));
  std::vector<Leaf*> leaves(volume.tile.size());
  parallel_for(
      leaves.size(),
      [&](size_t t) {
        const Vec3i& tile = volume.tile[t];
        leaves[t] = new Leaf(openvdb::Coord(8 * tile.x, 8 * tile.y, 8 * tile.z), Value(volume.background), true);
        const float* from = &volume.values[t * kVoxelsPerTile * static_cast<size_t>(volume.channels)];
        for (openvdb::Index voxel = 0; voxel < kVoxelsPerTile; ++voxel) {
          leaves[t]->setValueOnly(voxel, to_voxel(from + voxel * static_cast<size_t>(volume.channels), Value()));
        }
      },
      1);
  for (Leaf* leaf : leaves) grid->tree().addLeaf(leaf);
  return grid;
}

openvdb::GridBase::Ptr to_grid(const Volume& volume, const Vec3d& origin) {
  openvdb::GridBase::Ptr grid;
  if (volume.channels == 3) {
    grid = make_grid<openvdb::Vec3SGrid>(volume);
    grid->setGridClass(volume.staggered ? openvdb::GRID_STAGGERED : openvdb::GRID_UNKNOWN);
    grid->setVectorType(openvdb::VEC_CONTRAVARIANT_RELATIVE);
  } else {
    grid = make_grid<openvdb::FloatGrid>(volume);
    grid->setGridClass(volume.level_set ? openvdb::GRID_LEVEL_SET : openvdb::GRID_FOG_VOLUME);
    if (volume.level_set) openvdb::tools::signedFloodFill(static_cast<openvdb::FloatGrid&>(*grid).tree());
  }
  const auto transform = openvdb::math::Transform::createLinearTransform(double{volume.voxel_size});
  transform->postTranslate(openvdb::Vec3d(volume.origin.x, volume.origin.y, volume.origin.z));
  place_grid(*grid, transform, origin);
  grid->setName(volume.name);
  grid->setSaveFloatAsHalf(volume.half.value_or(volume.channels == 3) && largest_value(volume) <= kLargestHalf);
  return grid;
}

template <class Value>
float component(const Value& value, int) {
  return static_cast<float>(value);
}
template <class T>
float component(const openvdb::math::Vec3<T>& value, int channel) {
  return static_cast<float>(value[channel]);
}

// Voxels that are not in leaves.
template <class Tree>
uint64_t count_voxels_in_regions(const Tree& tree) {
  uint64_t count = 0;
  auto region = tree.cbeginValueOn();
  region.setMaxDepth(Tree::ValueOnCIter::LEAF_DEPTH - 1);
  for (; region; ++region) count += region.getVoxelCount();
  return count;
}

template <class Grid>
void read_tiles(Grid& grid, bool threads, Volume& volume) {
  using Leaf = typename Grid::TreeType::LeafNodeType;
  const uint64_t in_regions = count_voxels_in_regions(grid.tree());
  if (in_regions > kMostVoxelsInRegions) {
    throw std::runtime_error(fmt::format("'{}' is one value over {} voxels", volume.name, in_regions));
  }
  if (in_regions > 0) grid.tree().voxelizeActiveTiles(threads);
  std::vector<const Leaf*> leaves;
  grid.tree().getNodes(leaves);
  const auto tile_of = [](const Leaf* leaf) {
    return Vec3i{leaf->origin().x() >> 3, leaf->origin().y() >> 3, leaf->origin().z() >> 3};
  };
  std::sort(leaves.begin(), leaves.end(),
            [&](const Leaf* a, const Leaf* b) { return tile_before(tile_of(a), tile_of(b)); });
  const size_t channels = static_cast<size_t>(volume.channels);
  volume.background = component(grid.background(), 0);
  volume.tile.resize(leaves.size());
  volume.values.resize(leaves.size() * kVoxelsPerTile * channels);
  parallel_for(
      leaves.size(),
      [&](size_t t) {
        volume.tile[t] = tile_of(leaves[t]);
        float* to = &volume.values[t * kVoxelsPerTile * channels];
        for (openvdb::Index voxel = 0; voxel < kVoxelsPerTile; ++voxel) {
          const auto& value = leaves[t]->getValue(voxel);
          for (int c = 0; c < volume.channels; ++c) *to++ = component(value, c);
        }
      },
      threads ? 1 : leaves.size() + 1);
}

// Whether the grid is of this type and was read.
template <class Grid>
bool read_as(openvdb::GridBase& grid, int channels, bool threads, Volume& volume) {
  if (!grid.isType<Grid>()) return false;
  volume.channels = channels;
  read_tiles(static_cast<Grid&>(grid), threads, volume);
  return true;
}

Volume to_volume(openvdb::GridBase& grid, const Vec3d& origin, bool threads) {
  Volume volume;
  volume.name = grid.getName();
  const openvdb::math::Transform::ConstPtr own = own_transform(grid);
  const openvdb::math::Transform& transform = *own;
  const openvdb::Vec3d centre = transform.indexToWorld(openvdb::Vec3d(0));
  const double size = transform.voxelSize().x();
  const openvdb::Vec3d corner = transform.indexToWorld(openvdb::Vec3d(1)) - centre;
  if (!transform.isLinear() || !(corner - openvdb::Vec3d(size)).eq(openvdb::Vec3d(0), 1e-6 * size)) {
    throw std::runtime_error(fmt::format("the voxels of '{}' are turned or not cubes", volume.name));
  }
  volume.voxel_size = static_cast<float>(size);
  const Vec3d place{centre.x(), centre.y(), centre.z()}, way = origin_of(grid) - origin;
  volume.origin = static_cast<Vec3f>(way == Vec3d{} ? place : place + way);
  volume.level_set = grid.getGridClass() == openvdb::GRID_LEVEL_SET;
  volume.staggered = grid.getGridClass() == openvdb::GRID_STAGGERED;
  volume.half = grid.saveFloatAsHalf();
  read_as<openvdb::FloatGrid>(grid, 1, threads, volume) || read_as<openvdb::DoubleGrid>(grid, 1, threads, volume) ||
      read_as<openvdb::Vec3SGrid>(grid, 3, threads, volume) || read_as<openvdb::Vec3DGrid>(grid, 3, threads, volume);
  return volume;
}

bool is_volume(const std::string& type) {
  return type == openvdb::FloatGrid::gridType() || type == openvdb::DoubleGrid::gridType() ||
         type == openvdb::Vec3SGrid::gridType() || type == openvdb::Vec3DGrid::gridType();
}

}  // namespace

void write_volumes_vdb(const std::filesystem::path& path, std::span<const Volume> volumes, const Vec3d& origin) {
  initialize_openvdb();
  std::vector<std::shared_ptr<const openvdb::GridBase>> grids;
  for (const Volume& volume : volumes) {
    const std::string problem = volume.validate();
    if (!problem.empty()) throw RunError(fmt::format("{}: cannot be written: {}", path.string(), problem));
    grids.push_back(to_grid(volume, origin));
  }
  write_vdb(path, grids);
}

std::vector<Volume> read_volumes_vdb(const std::filesystem::path& path, const Vec3d& origin) {
  std::vector<Volume> volumes;
  read_vdb(path, is_volume, [&](const VdbGrids& grids, size_t, bool threads) {
    for (const auto& grid : grids) volumes.push_back(to_volume(*grid, origin, threads));
  });
  for (const Volume& volume : volumes) {
    const std::string problem = volume.validate();
    if (!problem.empty()) throw InputError(path.string(), problem);
  }
  return volumes;
}

}  // namespace weir::cache
