// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/first_velocity.h"

#include <array>
#include <cmath>
#include <map>
#include <tuple>

#include "weir/base/error.h"
#include "weir/base/parallel.h"
#include "weir/sim/volume.h"

namespace weir {

namespace {

// Vectors between the voxels of a volume, each component where it lives; 0 beyond the tiles.
class VolumeVectors {
 public:
  explicit VolumeVectors(const Volume& volume) : volume_(volume) {
    for (size_t t = 0; t < volume.tile.size(); ++t) tiles_[key(volume.tile[t])] = t;
  }

  Vec3d at(const Vec3d& point) const {
    const Vec3d voxel = (point - static_cast<Vec3d>(volume_.origin)) / static_cast<double>(volume_.voxel_size);
    Vec3d result;
    for (int axis = 0; axis < 3; ++axis) {
      Vec3d g = voxel;
      if (volume_.staggered) g[axis] += 0.5;
      result[axis] = component(axis, g);
    }
    return result;
  }

 private:
  static std::tuple<int, int, int> key(const Vec3i& tile) { return {tile.x, tile.y, tile.z}; }

  double component(int axis, const Vec3d& g) const {
    const Vec3d floor{std::floor(g.x), std::floor(g.y), std::floor(g.z)}, part = g - floor;
    double sum = 0;
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3i step{corner & 1, corner >> 1 & 1, corner >> 2};
      double weight = 1;
      for (int a = 0; a < 3; ++a) weight *= step[a] ? part[a] : 1 - part[a];
      if (weight > 0) sum += weight * value(axis, static_cast<Vec3i>(floor) + step);
    }
    return sum;
  }

  double value(int axis, const Vec3i& voxel) const {
    const auto found = tiles_.find(key({voxel.x >> 3, voxel.y >> 3, voxel.z >> 3}));
    if (found == tiles_.end()) return 0;
    const auto in = static_cast<size_t>(64 * (voxel.x & 7) + 8 * (voxel.y & 7) + (voxel.z & 7));
    return static_cast<double>(volume_.values[3 * (kVoxelsPerTile * found->second + in) + static_cast<size_t>(axis)]);
  }

  const Volume& volume_;
  std::map<std::tuple<int, int, int>, size_t> tiles_;
};

template <class VelocityAt>
void fill(std::span<const Vec3f> points, const Vec3d& drift, bool flat, std::span<Vec3f> velocity,
          const VelocityAt& at) {
  parallel_for(points.size(), [&](size_t i) {
    Vec3d v = at(static_cast<Vec3d>(points[i])) + drift;
    if (flat) v.z = 0;
    velocity[i] = static_cast<Vec3f>(v);
  });
}

// Each gives velocity at a point.
auto flow_of(const velocities::Uniform&) {
  return [](const Vec3d&) { return Vec3d{}; };
}
auto flow_of(const velocities::Spin& spin) {
  const Vec3d turning = normalized(spin.axis) * (2 * kPi * spin.turns);
  return [=](const Vec3d& x) { return cross(turning, x - spin.centre); };
}
auto flow_of(const velocities::Shear& shear) {
  const Vec3d along = normalized(shear.direction) * shear.rate, across = normalized(shear.across);
  return [=](const Vec3d& x) { return along * dot(x - shear.centre, across); };
}
auto flow_of(const velocities::Strain& strain) {
  return [=](const Vec3d& x) { return strain.rates * (x - strain.centre); };
}
// From the stream function cos(k x) cos(k y), the same at all z.
auto flow_of(const velocities::Vortices& vortices) {
  const double k = kPi / vortices.size;
  return [=](const Vec3d& x) {
    const Vec3d a = (x - vortices.centre) * k;
    return Vec3d{-std::cos(a.x) * std::sin(a.y), std::sin(a.x) * std::cos(a.y), 0} * vortices.speed;
  };
}
auto flow_of(const velocities::File& file) {
  if (!file.volume) throw InputError(file.file.string(), "was not read");
  return [vectors = VolumeVectors(*file.volume), speed = file.speed](const Vec3d& x) { return vectors.at(x) * speed; };
}

}  // namespace

void find_velocities(const VelocityField& field, std::span<const Vec3f> points, int dimensions,
                     std::span<Vec3f> velocity) {
  std::visit([&](const auto& kind) { fill(points, field.drift, dimensions == 2, velocity, flow_of(kind)); },
             field.kind);
}

}  // namespace weir
