// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "retime/voxel_ways.h"

#include <cmath>

#include "weir/base/parallel.h"

namespace weir::retime {

namespace {

// How far what is known is carried on, voxels: over the band of a level set.
constexpr int kSweeps = 4;

constexpr uint8_t kKnown = 1;

class Making {
 public:
  Making(const VoxelLattice& lattice, const std::vector<Vec3i>& tiles, bool flat)
      : lattice_(lattice),
        layer_(flat ? 8 : 1),
        tiles_(tiles),
        map_(tiles),
        way_(tiles.size() * kVoxelsPerTile),
        known_(way_.size()) {}

  void add_particles(const Ways& particles) {
    std::vector<uint32_t> count(way_.size());
    for (size_t i = 0; i < particles.position.size(); ++i) {
      const Vec3i voxel = lattice_.voxel_of(particles.position[i]);
      const uint32_t tile = map_.find(tile_of(voxel));
      if (tile == TileMap::kNone) continue;
      const size_t at = tile * kVoxelsPerTile + place_in_tile(voxel);
      way_[at].back += particles.back[i];
      way_[at].ahead += particles.ahead[i];
      ++count[at];
    }
    parallel_for(way_.size(), [&](size_t i) {
      if (count[i] == 0) return;
      const float scale = 1 / (static_cast<float>(count[i]) * lattice_.voxel_size);
      way_[i] = {way_[i].back * scale, way_[i].ahead * scale};
      known_[i] = kKnown;
    });
  }

  void add_velocities(const VolumeSampler* before, const VolumeSampler* after, const Moment& moment) {
    if (!before && !after) return;
    const auto t = static_cast<float>(moment.t);
    // Voxels that pass from one frame to the other, for 1 m/s.
    const float steps = static_cast<float>(moment.seconds) / lattice_.voxel_size;
    const auto velocity = [&](const Vec3d& at, Vec3f& v) {
      v = {};
      for (int axis = 0; axis < 3; ++axis) {
        Vec3d face = at;
        face[axis] += 0.5;  // components live on the lower faces
        const float first = before ? before->at(face, axis) : 0, last = after ? after->at(face, axis) : 0;
        // Nothing is said where a component is 0: of the two, the other one holds.
        v[axis] = first == 0 ? last : last == 0 ? first : first + (last - first) * t;
      }
      return !(v == Vec3f{});
    };
    parallel_for(
        tiles_.size(),
        [&](size_t n) {
          for (size_t place = 0; place < kVoxelsPerTile; place += layer_) {
            const size_t i = n * kVoxelsPerTile + place;
            if (known_[i]) continue;
            const Vec3d here = static_cast<Vec3d>(voxel_at(tiles_[n], place));
            Vec3f v, half;
            if (!velocity(here, v)) continue;
            // By the velocity half way.
            const Vec3f back = v * (-t * steps), ahead = v * ((1 - t) * steps);
            way_[i] = {velocity(here + static_cast<Vec3d>(back) * 0.5, half) ? half * (-t * steps) : back, ahead};
            if (velocity(here + static_cast<Vec3d>(ahead) * 0.5, half)) way_[i].ahead = half * ((1 - t) * steps);
            known_[i] = kKnown;
          }
        },
        8);
  }

  // What is not known yet is as the known voxels around it, one layer a sweep.
  void spread() {
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      std::vector<uint8_t> found(known_);
      parallel_for(
          tiles_.size(),
          [&](size_t n) {
            for (size_t place = 0; place < kVoxelsPerTile; place += layer_) {
              const size_t i = n * kVoxelsPerTile + place;
              if (!known_[i] && mean_around(voxel_at(tiles_[n], place), n, way_[i])) found[i] = kKnown;
            }
          },
          8);
      known_ = std::move(found);
    }
  }

  std::vector<VoxelWay> take() { return std::move(way_); }

 private:
  bool mean_around(const Vec3i& voxel, size_t tile, VoxelWay& way) const {
    VoxelWay sum{};
    int count = 0;
    for (int n = 0; n < 27; ++n) {
      const Vec3i v = voxel + Vec3i{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
      const uint32_t there = tile_of(v) == tiles_[tile] ? static_cast<uint32_t>(tile) : map_.find(tile_of(v));
      if (there == TileMap::kNone) continue;
      const size_t i = there * kVoxelsPerTile + place_in_tile(v);
      if (!known_[i]) continue;
      sum.back += way_[i].back;
      sum.ahead += way_[i].ahead;
      ++count;
    }
    if (count == 0) return false;
    way = {sum.back / static_cast<float>(count), sum.ahead / static_cast<float>(count)};
    return true;
  }

  const VoxelLattice& lattice_;
  const size_t layer_;  // places from one voxel to the next that counts
  const std::vector<Vec3i>& tiles_;
  TileMap map_;
  std::vector<VoxelWay> way_;
  std::vector<uint8_t> known_;
};

}  // namespace

std::vector<VoxelWay> voxel_ways(const VoxelLattice& lattice, const std::vector<Vec3i>& tiles, const Ways& particles,
                                 const VolumeSampler* velocity_before, const VolumeSampler* velocity_after,
                                 const Moment& moment, bool flat) {
  Making ways(lattice, tiles, flat);
  ways.add_particles(particles);
  ways.add_velocities(velocity_before, velocity_after, moment);
  ways.spread();
  return ways.take();
}

}  // namespace weir::retime
