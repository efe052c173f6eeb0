// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Samples the field on a lattice, only where its surface passes, lets OpenVDB make the mesh (dual contouring after
// Ju et al. 2002) and slides the vertices onto the surface, which dual contouring cuts short where it is curved.
//
// Where the surface passes is found coarse to fine, in the blocks OpenVDB's tree is made of (128 voxels, then 8): a
// block whose centre is further from the surface than its corners holds none of it.

#include "geometry/shapes/surface_of.h"

#include <fmt/format.h>
#include <openvdb/tools/VolumeToMesh.h>

#include "base/openvdb_grids.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir {

namespace {

constexpr int kLeaf = 8, kNode = 128;
constexpr int kMargin = 3;               // voxels around the surface that dual contouring looks at
constexpr size_t kMostLeaves = 400'000;  // 200 million voxels, 1 GB
constexpr double kMostNodes = 1'000'000;

Vec3f block_centre(const Vec3i& corner, int size, float voxel) {
  const float half = static_cast<float>(size - 1) / 2;
  return (static_cast<Vec3f>(corner) + Vec3f{half, half, half}) * voxel;
}

// Distances at the centres of blocks.
std::vector<float> centre_distances(const Field& field, std::span<const Vec3i> corners, int size, float voxel) {
  std::vector<Vec3f> centres(corners.size());
  std::vector<float> distances(corners.size());
  parallel_for_blocks(corners.size(), [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) centres[i] = block_centre(corners[i], size, voxel);
    field.distance({&centres[begin], end - begin}, {&distances[begin], end - begin});
  });
  return distances;
}

// Blocks that the surface may touch; `inside` gets those it does not touch that lie inside.
std::vector<Vec3i> touched(const Field& field, const std::vector<Vec3i>& blocks, int size, float voxel,
                           std::vector<Vec3i>& inside) {
  const std::vector<float> distances = centre_distances(field, blocks, size, voxel);
  const float reach = std::sqrt(3.0f) * (static_cast<float>(size) / 2 + kMargin) * voxel;
  std::vector<Vec3i> result;
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (std::abs(distances[i]) <= reach) result.push_back(blocks[i]);
    if (distances[i] < -reach) inside.push_back(blocks[i]);
  }
  return result;
}

std::vector<Vec3i> nodes_over(const Box3f& box, float voxel) {
  constexpr double kSide = kNode;
  Vec3d first, last;
  for (int axis = 0; axis < 3; ++axis) {
    first[axis] = std::floor((box.lower[axis] / voxel - kMargin) / kSide);
    last[axis] = std::floor((box.upper[axis] / voxel + kMargin) / kSide);
  }
  const Vec3d count = last - first + Vec3d{1, 1, 1};
  if (!(count.x * count.y * count.z <= kMostNodes) || max_component(max(abs(first), abs(last))) > 1e7) {
    throw InputError("",
                     fmt::format("the shape is too large ({:.4g} m) for a mesh of detail {:.3g} m; choose a coarser "
                                 "resolution",
                                 max_component(box.size()), voxel));
  }
  const Vec3i from = static_cast<Vec3i>(first), to = static_cast<Vec3i>(last);
  std::vector<Vec3i> nodes;
  for (int x = from.x; x <= to.x; ++x) {
    for (int y = from.y; y <= to.y; ++y) {
      for (int z = from.z; z <= to.z; ++z) nodes.push_back(Vec3i{x, y, z} * kNode);
    }
  }
  return nodes;
}

openvdb::Coord coord(const Vec3i& v) { return {v.x, v.y, v.z}; }

// Distances (m) on the lattice; one voxel is one unit of the grid's space, since OpenVDB refuses very small ones.
openvdb::FloatGrid::Ptr sampled_grid(const Field& field, float voxel) {
  const float far = voxel * kNode;
  auto grid = openvdb::FloatGrid::create(far);
  auto& tree = grid->tree();

  std::vector<Vec3i> inside;
  const std::vector<Vec3i> nodes = touched(field, nodes_over(field.bounds(), voxel), kNode, voxel, inside);
  for (const Vec3i& node : inside) tree.addTile(2, coord(node), -far, false);

  std::vector<openvdb::FloatTree::LeafNodeType*> leaves;
  std::vector<Vec3i> blocks;
  for (const Vec3i& node : nodes) {
    blocks.clear();
    inside.clear();
    for (int i = 0; i < 16 * 16 * 16; ++i) blocks.push_back(node + Vec3i{i >> 8, (i >> 4) & 15, i & 15} * kLeaf);
    const std::vector<Vec3i> near = touched(field, blocks, kLeaf, voxel, inside);
    for (const Vec3i& block : inside) tree.addTile(1, coord(block), -far, false);
    for (const Vec3i& block : near) leaves.push_back(tree.touchLeaf(coord(block)));
    if (leaves.size() > kMostLeaves) {
      throw InputError("", fmt::format("a mesh of detail {:.3g} m of a shape {:.4g} m large needs over {} million "
                                       "samples; choose a coarser resolution",
                                       voxel, max_component(field.bounds().size()), kMostLeaves * 512 / 1'000'000));
    }
  }
  parallel_for(
      leaves.size(),
      [&](size_t i) {
        auto& leaf = *leaves[i];
        std::array<Vec3f, 512> points;
        const openvdb::Coord& o = leaf.origin();
        for (int n = 0; n < 512; ++n) {
          points[static_cast<size_t>(n)] =
              static_cast<Vec3f>(Vec3i{o.x() + (n >> 6), o.y() + ((n >> 3) & 7), o.z() + (n & 7)}) * voxel;
        }
        field.distance(points, {leaf.buffer().data(), 512});
        leaf.setValuesOn();
      },
      16);
  return grid;
}

// Newton steps along the slope of the field, each at most half a voxel so that no vertex passes another.
void slide_onto_surface(const Field& field, float voxel, std::vector<Vec3f>& positions) {
  parallel_for_blocks(positions.size(), [&](size_t begin, size_t end) {
    const std::span<Vec3f> points(&positions[begin], end - begin);
    std::array<float, kBlockSize> distance;
    std::array<Vec3f, kBlockSize> gradient;
    for (int round = 0; round < 3; ++round) {
      field.distance(points, {distance.data(), points.size()});
      gradients(field, points, 0.1f * voxel, {gradient.data(), points.size()});
      for (size_t i = 0; i < points.size(); ++i) {
        const float slope = length(gradient[i]);
        if (slope < 0.1f) continue;  // a crease inside: no side to slide to
        points[i] -= gradient[i] * (std::clamp(distance[i] / slope, -0.5f * voxel, 0.5f * voxel) / slope);
      }
    }
  });
}

}  // namespace

Mesh mesh_of_field(const Field& field, float voxel_size) {
  const Box3f box = field.bounds();
  const std::string empty = fmt::format("the shape has no inside that a mesh of detail {:.3g} m can show", voxel_size);
  if (box.empty()) throw InputError("", empty);
  if (max_component(max(abs(box.lower), abs(box.upper))) >= Field::kUnbounded) {
    throw InputError("", "the shape reaches without limit, so it has no closed mesh; intersect it with a box");
  }
  std::vector<openvdb::Vec3s> points;
  std::vector<openvdb::Vec3I> triangles;
  std::vector<openvdb::Vec4I> quads;
  openvdb::tools::volumeToMesh(*sampled_grid(field, voxel_size), points, triangles, quads);
  if (quads.empty()) throw InputError("", empty);

  Mesh mesh;
  mesh.positions.reserve(points.size());
  for (const openvdb::Vec3s& p : points) mesh.positions.push_back(Vec3f{p.x(), p.y(), p.z()} * voxel_size);
  slide_onto_surface(field, voxel_size, mesh.positions);
  mesh.triangles.reserve(2 * quads.size());
  for (const openvdb::Vec4I& quad : quads) {  // cut along the shorter diagonal
    const std::array<int32_t, 4> q = {static_cast<int32_t>(quad[0]), static_cast<int32_t>(quad[1]),
                                      static_cast<int32_t>(quad[2]), static_cast<int32_t>(quad[3])};
    const auto at = [&](int i) { return mesh.positions[static_cast<size_t>(q[static_cast<size_t>(i)])]; };
    const bool other = length_squared(at(1) - at(3)) < length_squared(at(0) - at(2));
    mesh.triangles.push_back(other ? Vec3i{q[0], q[1], q[3]} : Vec3i{q[0], q[1], q[2]});
    mesh.triangles.push_back(other ? Vec3i{q[1], q[2], q[3]} : Vec3i{q[0], q[2], q[3]});
  }
  return mesh;
}

}  // namespace weir
