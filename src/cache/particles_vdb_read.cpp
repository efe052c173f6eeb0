// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>
#include <openvdb/openvdb.h>
#include <openvdb/points/PointDataGrid.h>

#include <stdexcept>

#include "cache/arrange.h"
#include "cache/particles_vdb_cloud.h"
#include "cache/vdb_file.h"
#include "cache/vdb_place.h"
#include "weir/base/parallel.h"
#include "weir/cache/particles_vdb.h"

namespace weir::cache {

namespace {

namespace points = openvdb::points;
using Leaf = points::PointDataTree::LeafNodeType;

// More points than this for every byte of the file cannot be meant.
constexpr size_t kMostPointsPerByte = 1000;

// Nothing of OpenVDB checks this, and everything that reads points relies on it.
size_t checked_count(const Leaf& leaf) {
  uint32_t previous = 0;
  for (openvdb::Index voxel = 0; voxel < Leaf::SIZE; ++voxel) {
    const uint32_t end = leaf.getValue(voxel);
    if (end < previous) throw std::runtime_error("the points of a voxel end before they begin");
    previous = end;
  }
  return previous;
}

// The first attribute of one of these names, or null. Its length is right.
const points::AttributeArray* find(const Leaf& leaf, size_t count, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const points::AttributeArray* array = leaf.attributeSet().getConst(name);
    if (!array) continue;
    if (array->size() != count || array->stride() != 1 || !array->hasConstantStride()) {
      throw std::runtime_error(fmt::format("its attribute '{}' does not have one value a point", name));
    }
    return array;
  }
  return nullptr;
}

template <class Stored, class Take>
bool take_as(const points::AttributeArray& array, size_t count, const Take& take) {
  if (!array.hasValueType<Stored>()) return false;
  const points::AttributeHandle<Stored> handle(array);
  for (size_t n = 0; n < count; ++n) take(n, handle.get(static_cast<openvdb::Index>(n)));
  return true;
}

// take(n, value) for every point n, whatever of the types the values are stored in.
template <class... Stored, class Take>
void take_values(const points::AttributeArray* array, size_t count, const char* what, const Take& take) {
  if (!array || (take_as<Stored>(*array, count, take) || ...)) return;
  throw std::runtime_error(fmt::format("its {} has the type '{}', which is none for it", what, array->type().first));
}

template <class Stored>
Vec3f to_vec(const Stored& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

// Where a grid is by its own count, and the way from its origin to the one that is wanted.
struct Placing {
  openvdb::math::Transform::ConstPtr own;
  openvdb::Vec3d way;

  // A sum with 0 would lose the sign of -0.
  Vec3f operator()(const openvdb::Vec3d& p) const { return to_vec(way == openvdb::Vec3d(0) ? p : p + way); }
};

void read_positions(const Leaf& leaf, size_t count, const Placing& placing, Vec3f* to) {
  if (const auto* exact = find(leaf, count, {"P_exact"})) {
    return take_values<openvdb::Vec3f>(exact, count, "exact position",
                                       [&](size_t n, const auto& v) { to[n] = placing(openvdb::Vec3d(v)); });
  }
  const points::AttributeArray* offset = find(leaf, count, {"P"});
  if (!offset) throw std::runtime_error("its points have no position");
  size_t voxel = 0;
  openvdb::Coord centre;
  take_values<openvdb::Vec3f>(offset, count, "position", [&](size_t n, const openvdb::Vec3f& v) {
    while (leaf.getValue(static_cast<openvdb::Index>(voxel)) <= n) ++voxel;
    centre = leaf.offsetToGlobalCoord(static_cast<openvdb::Index>(voxel));
    // A sum with 0 would lose the sign of -0.
    const auto index = [&](int axis) { return centre[axis] == 0 ? double{v[axis]} : centre[axis] + double{v[axis]}; };
    to[n] = placing(placing.own->indexToWorld(openvdb::Vec3d(index(0), index(1), index(2))));
  });
}

void read_phase(const Leaf& leaf, size_t count, uint8_t* to) {
  take_values<int32_t, int16_t, int64_t>(find(leaf, count, {"phase"}), count, "phase", [&](size_t n, auto value) {
    if (value < 0 || value > 255) throw std::runtime_error(fmt::format("a point has the phase {}", int64_t{value}));
    to[n] = static_cast<uint8_t>(value);
  });
}

void read_leaf(const Leaf& leaf, size_t count, const Placing& placing, size_t begin, Particles& p) {
  if (count == 0) return;
  read_positions(leaf, count, placing, &p.position[begin]);
  take_values<openvdb::Vec3f, openvdb::Vec3d>(find(leaf, count, {"v", "vel", "velocity"}), count, "velocity",
                                              [&](size_t n, const auto& v) { p.velocity[begin + n] = to_vec(v); });
  take_values<int64_t, int32_t>(find(leaf, count, {"id"}), count, "id",
                                [&](size_t n, auto id) { p.id[begin + n] = static_cast<uint64_t>(id); });
  take_values<float, double>(find(leaf, count, {"mass"}), count, "mass",
                             [&](size_t n, auto mass) { p.mass[begin + n] = static_cast<float>(mass); });
  read_phase(leaf, count, &p.phase[begin]);
  take_values<bool, int32_t, int16_t>(find(leaf, count, {"temporary"}), count, "temporary",
                                      [&](size_t n, auto flag) { p.temporary[begin + n] = flag ? 1 : 0; });
  if (!p.heat.empty())
    take_values<float, double>(find(leaf, count, {"heat"}), count, "heat",
                               [&](size_t n, auto heat) { p.heat[begin + n] = static_cast<float>(heat); });
  if (!p.thickness.empty())
    take_values<float, double>(find(leaf, count, {"thickness"}), count, "thickness",
                               [&](size_t n, auto value) { p.thickness[begin + n] = static_cast<float>(value); });
  if (!p.colour.empty())
    take_values<openvdb::Vec3f, openvdb::Vec3d>(find(leaf, count, {"Cd"}), count, "colour",
                                                [&](size_t n, const auto& v) { p.colour[begin + n] = to_vec(v); });
}

// What all points carry.
std::shared_ptr<const CarriedKinds> carried_in(const std::vector<const Leaf*>& leaves) {
  const auto all = [&](const char* name) {
    return !leaves.empty() &&
           std::all_of(leaves.begin(), leaves.end(), [&](const Leaf* leaf) { return leaf->hasAttribute(name); });
  };
  return std::make_shared<const CarriedKinds>(
      CarriedKinds{.heat = all("heat"), .thickness = all("thickness"), .colour = all("Cd")});
}

// The leaves of a grid, and where their points begin among all; one more for the end.
struct LeavesOfFile {
  std::vector<const Leaf*> leaf;
  std::vector<size_t> begin{0};

  LeavesOfFile(const points::PointDataGrid& grid, size_t file_size) {
    grid.tree().getNodes(leaf);
    for (const Leaf* l : leaf) begin.push_back(begin.back() + checked_count(*l));
    if (begin.back() / kMostPointsPerByte > file_size) {
      throw std::runtime_error(fmt::format("it claims {} points in {} bytes", begin.back(), file_size));
    }
  }
};

Placing placing_of(const points::PointDataGrid& grid, const Vec3d& origin) {
  const Vec3d way = origin_of(grid) - origin;
  return {own_transform(grid), {way.x, way.y, way.z}};
}

Particles read_grid(const points::PointDataGrid& grid, const Vec3d& origin, size_t file_size, bool threads) {
  const LeavesOfFile leaves(grid, file_size);
  Particles p;
  p.carries = carried_in(leaves.leaf);
  p.resize(leaves.begin.back());
  const Placing placing = placing_of(grid, origin);
  parallel_for(
      leaves.leaf.size(),
      [&](size_t l) { read_leaf(*leaves.leaf[l], leaves.begin[l + 1] - leaves.begin[l], placing, leaves.begin[l], p); },
      threads ? 1 : leaves.leaf.size() + 1);
  return p;
}

bool all_have_ids(const points::PointDataGrid& grid) {
  for (auto leaf = grid.tree().cbeginLeaf(); leaf; ++leaf) {
    if (!leaf->hasAttribute("id")) return false;
  }
  return true;
}

bool is_points(const std::string& type) { return type == points::PointDataGrid::gridType(); }

const points::PointDataGrid& chosen_grid(const VdbGrids& grids) {
  if (grids.empty()) throw std::runtime_error("it holds no particles (points), only fields such as a surface");
  const auto ours = std::find_if(grids.begin(), grids.end(), [](const auto& g) { return g->getName() == "particles"; });
  return static_cast<const points::PointDataGrid&>(**(ours == grids.end() ? grids.begin() : ours));
}

// What a file may tell of its particles, and the names of its attribute.
struct CloudValue {
  const char* by;
  std::initializer_list<const char*> attributes;
};
const CloudValue kCloudValues[] = {
    {"speed", {"v", "vel", "velocity"}}, {"phase", {"phase"}}, {"role", {"temporary"}}, {"heat", {"heat"}},
    {"thickness", {"thickness"}},        {"mass", {"mass"}},   {"paint", {"Cd"}}};

std::vector<std::string> cloud_values_of(const Leaf& leaf) {
  std::vector<std::string> can;
  for (const CloudValue& value : kCloudValues) {
    const auto has = [&](const char* name) { return leaf.hasAttribute(name); };
    if (std::any_of(value.attributes.begin(), value.attributes.end(), has)) can.push_back(value.by);
  }
  return can;
}

void read_cloud_leaf(const Leaf& leaf, size_t count, const Placing& placing, const CloudValue& wanted, size_t begin,
                     ParticleCloud& cloud) {
  if (count == 0) return;
  read_positions(leaf, count, placing, &cloud.position[begin]);
  const points::AttributeArray* array = find(leaf, count, wanted.attributes);
  if (!array) throw std::runtime_error(fmt::format("some of its particles have no {}", wanted.by));
  if (!cloud.colour.empty()) {
    take_values<openvdb::Vec3f, openvdb::Vec3d>(array, count, wanted.by,
                                                [&](size_t n, const auto& v) { cloud.colour[begin + n] = to_vec(v); });
  } else if (wanted.by == std::string_view("speed")) {
    take_values<openvdb::Vec3f, openvdb::Vec3d>(
        array, count, wanted.by, [&](size_t n, const auto& v) { cloud.value[begin + n] = length(to_vec(v)); });
  } else {
    take_values<float, double, int32_t, int16_t, int64_t, bool>(
        array, count, wanted.by, [&](size_t n, auto v) { cloud.value[begin + n] = static_cast<float>(v); });
  }
}

ParticleCloud read_cloud(const points::PointDataGrid& grid, const std::string& by, const Vec3d& origin,
                         size_t file_size, bool threads) {
  const LeavesOfFile leaves(grid, file_size);
  ParticleCloud cloud;
  if (leaves.leaf.empty()) return cloud;
  cloud.can = cloud_values_of(*leaves.leaf.front());
  if (std::find(cloud.can.begin(), cloud.can.end(), by) == cloud.can.end()) {
    throw std::runtime_error(fmt::format("its particles have no {}; they have {}", by, fmt::join(cloud.can, ", ")));
  }
  const CloudValue& wanted = *std::find_if(std::begin(kCloudValues), std::end(kCloudValues),
                                           [&](const CloudValue& value) { return value.by == by; });
  cloud.position.resize(leaves.begin.back());
  (by == "paint" ? cloud.colour.resize(cloud.position.size()) : cloud.value.resize(cloud.position.size()));
  const Placing placing = placing_of(grid, origin);
  parallel_for(
      leaves.leaf.size(),
      [&](size_t l) {
        read_cloud_leaf(*leaves.leaf[l], leaves.begin[l + 1] - leaves.begin[l], placing, wanted, leaves.begin[l],
                        cloud);
      },
      threads ? 1 : leaves.leaf.size() + 1);
  return cloud;
}

}  // namespace

Vec3d origin_of_vdb(const std::filesystem::path& path) {
  Vec3d origin;
  read_vdb(path, is_points, [&](const VdbGrids& grids, size_t, bool) { origin = origin_of(chosen_grid(grids)); });
  return origin;
}

Particles read_particles_vdb(const std::filesystem::path& path, bool* has_ids, const Vec3d& origin) {
  Particles particles;
  bool have_ids = false;
  read_vdb(path, is_points, [&](const VdbGrids& grids, size_t file_size, bool threads) {
    const points::PointDataGrid& grid = chosen_grid(grids);
    particles = read_grid(grid, origin, file_size, threads);
    have_ids = all_have_ids(grid);
  });
  if (has_ids) *has_ids = have_ids;
  return arranged(std::move(particles), have_ids, path);
}

ParticleCloud read_particle_cloud_vdb(const std::filesystem::path& path, const std::string& by, const Vec3d& origin) {
  ParticleCloud cloud;
  read_vdb(path, is_points, [&](const VdbGrids& grids, size_t file_size, bool threads) {
    cloud = read_cloud(chosen_grid(grids), by, origin, file_size, threads);
  });
  return cloud;
}

}  // namespace weir::cache
