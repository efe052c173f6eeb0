// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/reversal/deep_water.h"

#include <algorithm>
#include <cmath>

#include "base/cell_set.h"
#include "cache/volume_distance.h"
#include "weir/base/parallel.h"

namespace weir::reversal {

namespace {

const Volume* find(const std::vector<Volume>& volumes, const char* name, int channels) {
  const auto found = std::find_if(volumes.begin(), volumes.end(),
                                  [&](const Volume& v) { return v.name == name && v.channels == channels; });
  return found == volumes.end() ? nullptr : &*found;
}

Vec3i voxel_at(const Volume& volume, const Vec3f& p) {
  const Vec3f at = (p - volume.origin) / volume.voxel_size;
  return {static_cast<int>(std::lround(at.x)), static_cast<int>(std::lround(at.y)),
          static_cast<int>(std::lround(at.z))};
}

// Voxels that hold particles, and those around them.
CellSet voxels_near(const Volume& volume, const Particles& liquid, int dimensions) {
  CellSet held, near;
  for (const Vec3f& p : liquid.position) {
    Vec3i voxel = voxel_at(volume, p);
    if (dimensions == 2) voxel.z = 0;
    held.add(voxel);
  }
  const int deep = dimensions == 2 ? 0 : 1;
  for (const Vec3i& voxel : held.members()) {
    for (int z = -deep; z <= deep; ++z) {
      for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) near.add(voxel + Vec3i{x, y, z});
      }
    }
  }
  return near;
}

// Velocities on the faces of voxels, where the volume has them; 0 elsewhere.
class Faces {
 public:
  explicit Faces(const Volume& volume) : volume_(volume), tiles_(volume.tile) {}

  Vec3f at_centre(const Vec3i& voxel) const {
    Vec3f mean;
    for (int axis = 0; axis < 3; ++axis) {
      Vec3i next = voxel;
      ++next[axis];
      mean[axis] = 0.5f * (face(voxel, axis) + face(next, axis));
    }
    return mean;
  }

 private:
  float face(const Vec3i& v, int axis) const {
    const int32_t tile = tiles_.find({v.x >> 3, v.y >> 3, v.z >> 3});
    if (tile < 0) return 0;
    const auto voxel = static_cast<size_t>(64 * (v.x & 7) + 8 * (v.y & 7) + (v.z & 7));
    return volume_.values[3 * (kVoxelsPerTile * static_cast<size_t>(tile) + voxel) + static_cast<size_t>(axis)];
  }

  const Volume& volume_;
  CellSet tiles_;
};

}  // namespace

Particles deep_water(const std::vector<Volume>& volumes, const Particles& liquid, const Box3f& box, float spacing,
                     int dimensions) {
  Particles points;
  const Volume* surface = find(volumes, "surface", 1);
  const Volume* velocity = find(volumes, "velocity", 3);
  if (!surface || !velocity) return points;
  const cache::VolumeDistance distance(*surface);
  const CellSet near = voxels_near(*velocity, liquid, dimensions);
  const Faces faces(*velocity);
  const int across = std::max(1, static_cast<int>(std::lround(velocity->voxel_size / spacing)));
  const int layers = dimensions == 2 ? 1 : across;
  const auto add_points_of = [&](const Vec3i& voxel, const Vec3f& centre) {
    const Vec3f flow = faces.at_centre(voxel);
    for (int n = 0; n < across * across * layers; ++n) {
      const Vec3i step{n % across, n / across % across, n / (across * across)};
      const Vec3f offset = (static_cast<Vec3f>(step) + Vec3f{0.5f, 0.5f, 0.5f}) / static_cast<float>(across);
      Vec3f p = centre + (offset - Vec3f{0.5f, 0.5f, 0.5f}) * velocity->voxel_size;
      if (dimensions == 2) p.z = 0;
      if (box.contains(p)) points.push_back({.position = p, .velocity = flow, .id = points.size()});
    }
  };
  const Box3f around = box.padded(velocity->voxel_size);
  for (const Vec3i& tile : velocity->tile) {
    if (dimensions == 2 && tile.z != 0) continue;
    for (int n = 0; n < static_cast<int>(kVoxelsPerTile); ++n) {
      const Vec3i voxel = tile * 8 + Vec3i{n >> 6, n >> 3 & 7, n & 7};
      if (dimensions == 2 && voxel.z != 0) continue;
      Vec3f centre = velocity->origin + static_cast<Vec3f>(voxel) * velocity->voxel_size;
      if (dimensions == 2) centre.z = 0;
      if (around.contains(centre) && !near.contains(voxel) && distance.distance(centre) < 0) {
        add_points_of(voxel, centre);
      }
    }
  }
  return points;
}

}  // namespace weir::reversal
