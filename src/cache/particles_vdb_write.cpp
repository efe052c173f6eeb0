// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// OpenVDB keeps a position as a voxel and the offset from its centre, in voxels.
//
// Exact: with voxels of a power of two the offset of a float is a float again: it is a multiple of the last bit of
// position / voxel and at most one half. Two cases break that, and get the attribute P_exact with the positions as they
// are: numbers so small that the division by a voxel above 1 m loses bits, and particles so far apart that the voxels
// had to be coarsened.
//
// Compact: the offset is one of 65536 codes from -0.5 to 0.5, both of them codes, the middle none. So the voxels are
// shifted by one half: 0, where 2D liquids and floors lie, is a corner of voxels and comes back as 0.

#include <fmt/format.h>
#include <openvdb/points/PointDataGrid.h>

#include <cmath>
#include <cstring>

#include "base/openvdb_grids.h"
#include "cache/arrange.h"
#include "cache/vdb_file.h"
#include "cache/vdb_place.h"
#include "cache/voxel_order.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"
#include "weir/cache/particles_vdb.h"

// The library holds these compiled, as those of openvdb_grids.h.
extern template class openvdb::Grid<openvdb::points::PointDataTree>;
extern template class openvdb::tree::Tree<openvdb::points::PointDataTree::RootNodeType>;

namespace weir::cache {

namespace {

namespace points = openvdb::points;
using Leaf = points::PointDataTree::LeafNodeType;
using Exact = points::TypedAttributeArray<openvdb::Vec3f, points::NullCodec>;
using Half = points::TypedAttributeArray<openvdb::Vec3f, points::TruncateCodec>;
using FixedPoint = points::TypedAttributeArray<openvdb::Vec3f, points::FixedPointCodec<false, points::PositionRange>>;

struct Layout {
  bool fixed_point_position = true, half_velocity = true, exact_position = false, ids = true;
};

// As particles_vdb_read.cpp puts it together; small offsets are the only ones that can fail.
bool comes_back(float position, const Voxels& voxels) {
  const int32_t voxel = voxels.voxel(position);
  const double offset = voxels.offset(position), index = voxel == 0 ? offset : voxel + offset;
  return static_cast<float>(index * voxels.size) == position;
}

Layout choose_layout(const Particles& p, const VoxelOrder& order, Precision precision, Ids ids) {
  const bool exact = precision == Precision::exact;
  const float fastest =
      parallel_max<float>(p.size(), 0.0f, [&](size_t i) { return max_component(abs(p.velocity[i])); });
  const int lost = !exact ? 0 : parallel_max<int>(p.size(), 0, [&](size_t i) {
    const Vec3f& x = p.position[i];
    return !comes_back(x.x, order.voxels) || !comes_back(x.y, order.voxels) || !comes_back(x.z, order.voxels);
  });
  return {!exact, !exact && fastest <= kLargestHalf, order.coarsened || lost != 0, ids == Ids::written};
}

points::AttributeSet::Descriptor::Ptr make_descriptor(const Layout& layout, const Particles& p) {
  const auto position = layout.fixed_point_position ? FixedPoint::attributeType() : Exact::attributeType();
  auto d = points::AttributeSet::Descriptor::create(position);  // names it P
  d = d->duplicateAppend("v", layout.half_velocity ? Half::attributeType() : Exact::attributeType());
  if (layout.ids) d = d->duplicateAppend("id", points::TypedAttributeArray<int64_t>::attributeType());
  d = d->duplicateAppend("mass", points::TypedAttributeArray<float>::attributeType());
  d = d->duplicateAppend("phase", points::TypedAttributeArray<int32_t>::attributeType());
  d = d->duplicateAppend("temporary", points::TypedAttributeArray<bool>::attributeType());
  if (layout.exact_position) d = d->duplicateAppend("P_exact", Exact::attributeType());
  if (!p.heat.empty()) d = d->duplicateAppend("heat", points::TypedAttributeArray<float>::attributeType());
  if (!p.thickness.empty()) d = d->duplicateAppend("thickness", points::TypedAttributeArray<float>::attributeType());
  if (!p.colour.empty()) d = d->duplicateAppend("Cd", Exact::attributeType());
  return d;
}

// value(i) of every particle i of the leaf; stored once where all are the same to the bit.
template <class Array, class Value>
void fill(points::AttributeSet& set, const char* name, std::span<const VoxelOrder::Point> leaf, Value&& value) {
  Array& array = Array::cast(*set.get(name));
  const typename Array::ValueType first = value(leaf[0].index);
  const bool uniform = std::all_of(leaf.begin(), leaf.end(), [&](const VoxelOrder::Point& point) {
    const typename Array::ValueType other = value(point.index);
    return std::memcmp(&other, &first, sizeof(first)) == 0;
  });
  if (uniform) {
    array.collapse(first);
    return;
  }
  array.expand(/*fill=*/false);
  for (size_t n = 0; n < leaf.size(); ++n) {
    array.setUnsafe(static_cast<openvdb::Index>(n), typename Array::ValueType(value(leaf[n].index)));
  }
}

void fill_positions(points::AttributeSet& set, std::span<const VoxelOrder::Point> leaf, const Particles& p,
                    const Voxels& voxels, const Layout& layout) {
  const auto exact = [&](size_t i) { return openvdb::Vec3f(p.position[i].x, p.position[i].y, p.position[i].z); };
  const auto offset = [&](size_t i) {
    const Vec3f& x = p.position[i];
    return openvdb::Vec3f(voxels.offset(x.x), voxels.offset(x.y), voxels.offset(x.z));
  };
  if (layout.fixed_point_position) {
    // OpenVDB's codec cuts off; half a step more makes it round.
    fill<FixedPoint>(set, "P", leaf, [&](size_t i) { return offset(i) + openvdb::Vec3f(0.5f / 65535); });
  } else {
    fill<Exact>(set, "P", leaf, offset);
  }
  if (layout.exact_position) fill<Exact>(set, "P_exact", leaf, exact);
}

Leaf* make_leaf(size_t l, const VoxelOrder& order, const Particles& p, const Layout& layout,
                const points::AttributeSet::Descriptor::Ptr& descriptor) {
  const std::span<const VoxelOrder::Point> leaf = order.leaf(l);
  auto set = std::make_unique<points::AttributeSet>(descriptor, static_cast<openvdb::Index>(leaf.size()));
  fill_positions(*set, leaf, p, order.voxels, layout);
  const auto velocity = [&](size_t i) { return openvdb::Vec3f(p.velocity[i].x, p.velocity[i].y, p.velocity[i].z); };
  if (layout.half_velocity) fill<Half>(*set, "v", leaf, velocity);
  if (!layout.half_velocity) fill<Exact>(*set, "v", leaf, velocity);
  if (layout.ids) {
    const auto id = [&](size_t i) { return static_cast<int64_t>(p.id[i]); };
    fill<points::TypedAttributeArray<int64_t>>(*set, "id", leaf, id);
  }
  fill<points::TypedAttributeArray<float>>(*set, "mass", leaf, [&](size_t i) { return p.mass[i]; });
  fill<points::TypedAttributeArray<int32_t>>(*set, "phase", leaf, [&](size_t i) { return int32_t{p.phase[i]}; });
  fill<points::TypedAttributeArray<bool>>(*set, "temporary", leaf, [&](size_t i) { return p.temporary[i] != 0; });

  if (!p.heat.empty())
    fill<points::TypedAttributeArray<float>>(*set, "heat", leaf, [&](size_t i) { return p.heat[i]; });
  if (!p.thickness.empty())
    fill<points::TypedAttributeArray<float>>(*set, "thickness", leaf, [&](size_t i) { return p.thickness[i]; });
  if (!p.colour.empty()) {
    const auto colour = [&](size_t i) { return openvdb::Vec3f(p.colour[i].x, p.colour[i].y, p.colour[i].z); };
    fill<Exact>(*set, "Cd", leaf, colour);
  }

  // A voxel's value is where its points end.
  std::vector<Leaf::ValueType> end(Leaf::SIZE);
  size_t n = 0;
  for (int voxel = 0; voxel < static_cast<int>(Leaf::SIZE); ++voxel) {
    while (n < leaf.size() && leaf[n].voxel() == voxel) ++n;
    end[static_cast<size_t>(voxel)] = static_cast<uint32_t>(n);
  }
  const Vec3i& origin = order.leaf_origin[l];
  auto node = std::make_unique<Leaf>(openvdb::Coord(origin.x, origin.y, origin.z));
  node->replaceAttributeSet(set.release(), /*allowMismatchingDescriptors=*/true);
  node->setOffsets(end);
  return node.release();
}

openvdb::math::Transform::Ptr make_transform(const Voxels& voxels) {
  auto transform = openvdb::math::Transform::createLinearTransform(voxels.size);
  // Adding 0 would lose the sign of -0.
  if (voxels.shift != 0) transform->postTranslate(openvdb::Vec3d(voxels.shift * voxels.size));
  return transform;
}

}  // namespace

void write_particles_vdb(const std::filesystem::path& path, const Particles& p, float spacing, Precision precision,
                         Ids ids, const Vec3d& origin) {
  if (!(spacing > 0) || !std::isfinite(spacing)) {
    throw RunError(fmt::format("{}: cannot be written with a particle spacing of {} m", path.string(), spacing));
  }
  check_before_writing(p, path);
  initialize_openvdb();
  const VoxelOrder order = order_by_voxel(p, 2 * double{spacing}, precision == Precision::exact ? 0 : 0.5);
  const Layout layout = choose_layout(p, order, precision, ids);
  const auto descriptor = make_descriptor(layout, p);
  std::vector<Leaf*> leaves(order.leaf_origin.size());
  parallel_for(
      leaves.size(), [&](size_t l) { leaves[l] = make_leaf(l, order, p, layout, descriptor); }, 1);
  const auto grid = points::PointDataGrid::create();
  for (Leaf* leaf : leaves) grid->tree().addLeaf(leaf);
  grid->setName("particles");
  place_grid(*grid, make_transform(order.voxels), origin);
  write_vdb(path, {grid});
}

}  // namespace weir::cache
