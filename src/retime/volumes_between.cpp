// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "retime/volumes_between.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "retime/volume_sampler.h"
#include "retime/voxel_ways.h"
#include "weir/base/parallel.h"

namespace weir::retime {

namespace {

// Voxels around a particle in which its surface lies.
constexpr int kAround = 3;
// Voxels by which a surface is moved at most to keep its volume.
constexpr float kMostOut = 0.3f;
// Tiles beyond those of the frames that are tried, at most.
constexpr int kFarthest = 4;

bool same_lattice(const Volume& a, const Volume& b) { return a.voxel_size == b.voxel_size && a.origin == b.origin; }

const Volume* named(const std::vector<Volume>& volumes, const Volume& wanted) {
  const auto found = std::find_if(volumes.begin(), volumes.end(), [&](const Volume& volume) {
    return volume.name == wanted.name && volume.channels == wanted.channels && same_lattice(volume, wanted);
  });
  return found == volumes.end() ? nullptr : &*found;
}

// With no tile.
Volume blank(const Volume& like) {
  Volume volume = like;
  volume.tile.clear();
  volume.values.clear();
  return volume;
}

struct Both {
  Volume before, after;
};

// Those of both frames that belong together.
std::vector<Both> paired(const std::vector<Volume>& before, const std::vector<Volume>& after) {
  std::vector<Both> pairs;
  for (const Volume& volume : before) {
    const Volume* same = named(after, volume);
    pairs.push_back({volume, same ? *same : blank(volume)});
  }
  for (const Volume& volume : after) {
    if (!named(before, volume)) pairs.push_back({blank(volume), volume});
  }
  return pairs;
}

class TileSet {
 public:
  void add(const Vec3i& tile) {
    if (map_.add(tile)) list_.push_back(tile);
  }
  void add_around(const Vec3i& tile, int reach, bool flat) {
    for (int x = -reach; x <= reach; ++x) {
      for (int y = -reach; y <= reach; ++y) {
        for (int z = flat ? 0 : -reach; z <= (flat ? 0 : reach); ++z) add(tile + Vec3i{x, y, z});
      }
    }
  }
  std::vector<Vec3i> sorted() const {
    std::vector<Vec3i> tiles = list_;
    std::sort(tiles.begin(), tiles.end(), [](const Vec3i& a, const Vec3i& b) {
      return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
    });
    return tiles;
  }

 private:
  TileMap map_;
  std::vector<Vec3i> list_;
};

void add_near_particles(const VoxelLattice& lattice, const Ways& ways, bool flat, TileSet& tiles) {
  for (const Vec3f& p : ways.position) {
    const Vec3i voxel = lattice.voxel_of(p), reach{kAround, kAround, flat ? 0 : kAround};
    const Vec3i lower = tile_of(voxel - reach), upper = tile_of(voxel + reach);
    for (int x = lower.x; x <= upper.x; ++x) {
      for (int y = lower.y; y <= upper.y; ++y) {
        for (int z = lower.z; z <= upper.z; ++z) tiles.add({x, y, z});
      }
    }
  }
}

// As far as its fastest voxel goes.
void add_reached(const Volume& velocity, double seconds, bool flat, TileSet& tiles) {
  for (size_t t = 0; t < velocity.tile.size(); ++t) {
    const float* values = &velocity.values[3 * kVoxelsPerTile * t];
    float fastest = 0;
    for (size_t i = 0; i < 3 * kVoxelsPerTile; ++i) fastest = std::max(fastest, std::abs(values[i]));
    const float reached = std::ceil(fastest * static_cast<float>(seconds) / (8 * velocity.voxel_size));
    tiles.add_around(velocity.tile[t], std::min(kFarthest, static_cast<int>(std::min(reached, 100.0f))), flat);
  }
}

// Whether a tile tells nothing that its surroundings do not tell.
bool is_plain(const Volume& volume, const float* values) {
  const auto count = kVoxelsPerTile * static_cast<size_t>(volume.channels);
  const float side = volume.level_set ? volume.background * 0.999f : 0;
  if (!volume.level_set) return std::all_of(values, values + count, [&](float v) { return v == volume.background; });
  return std::all_of(values, values + count, [&](float v) { return v >= side; }) ||
         std::all_of(values, values + count, [&](float v) { return v <= -side; });
}

// Liquids have the same values in all layers of a 2D scene, smoke has one layer.
bool has_copies(const Volume& volume) {
  return std::any_of(volume.tile.begin(), volume.tile.end(), [](const Vec3i& tile) { return tile.z != 0; });
}

class Blending {
 public:
  Blending(const Both& both, const Moment& moment, bool flat)
      : both_(both),
        before_(both.before),
        after_(both.after),
        t_(static_cast<float>(moment.t)),
        flat_(flat),
        copies_(flat && (has_copies(both.before) || has_copies(both.after))) {}

  Volume at(const std::vector<Vec3i>& tiles, const std::vector<VoxelWay>& ways) const {
    Volume volume = blank(both_.before);
    const size_t size = kVoxelsPerTile * static_cast<size_t>(volume.channels);
    std::vector<float> values(tiles.size() * size, volume.background);
    std::vector<uint8_t> kept(tiles.size());
    parallel_for(
        tiles.size(),
        [&](size_t n) {
          float* to = &values[n * size];
          for (size_t place = 0; place < kVoxelsPerTile; ++place) {
            const bool first_layer = place % 8 == 0;
            if (flat_ && !first_layer) continue;
            blend(voxel_at(tiles[n], place), ways[n * kVoxelsPerTile + place], to + place * channels());
          }
        },
        8);
    if (volume.level_set) keep_volume(tiles, values);
    parallel_for(
        tiles.size(),
        [&](size_t n) {
          if (copies_) copy_layers(&values[n * size]);
          kept[n] = !is_plain(volume, &values[n * size]);
        },
        8);
    for (size_t n = 0; n < tiles.size(); ++n) {
      if (!kept[n]) continue;
      for (int copy = 0; copy < (copies_ ? 2 : 1); ++copy) {
        volume.tile.push_back(tiles[n] - Vec3i{0, 0, copy});
        volume.values.insert(volume.values.end(), values.begin() + static_cast<std::ptrdiff_t>(n * size),
                             values.begin() + static_cast<std::ptrdiff_t>((n + 1) * size));
      }
    }
    return volume;
  }

 private:
  size_t channels() const { return static_cast<size_t>(both_.before.channels); }

  void blend(const Vec3i& voxel, const VoxelWay& way, float* to) const {
    const Vec3d here = static_cast<Vec3d>(voxel);
    for (int c = 0; c < both_.before.channels; ++c) {
      const float first = before_.at(here + static_cast<Vec3d>(way.back), c);
      const float last = after_.at(here + static_cast<Vec3d>(way.ahead), c);
      to[c] = first + (last - first) * t_;
    }
  }
  // Blending takes off what is fine. All of the surface goes out or in by the little that leaves as much inside as
  // there is in both frames, or the liquid would breathe.
  void keep_volume(const std::vector<Vec3i>& tiles, std::vector<float>& values) const {
    struct Sums {
      double wanted = 0, found = 0, surface = 0;  // voxels; voxels that the surface is in
    };
    const size_t step = flat_ ? 8 : 1;
    const float voxel = both_.before.voxel_size;
    const Sums sums = parallel_reduce(
        tiles.size(), Sums(),
        [&](size_t begin, size_t end) {
          Sums some;
          for (size_t n = begin; n < end; ++n) {
            for (size_t place = 0; place < kVoxelsPerTile; place += step) {
              const Vec3i at = voxel_at(tiles[n], place);
              const auto inside = [&](float distance) { return std::clamp(0.5f - distance / voxel, 0.0f, 1.0f); };
              const float share = inside(values[n * kVoxelsPerTile + place]);
              some.wanted += lerp(inside(before_.voxel(at, 0)), inside(after_.voxel(at, 0)), t_);
              some.found += share;
              some.surface += share > 0 && share < 1 ? 1 : 0;
            }
          }
          return some;
        },
        [](const Sums& a, const Sums& b) {
          return Sums{a.wanted + b.wanted, a.found + b.found, a.surface + b.surface};
        },
        8);
    if (sums.surface == 0) return;
    const auto out =
        std::clamp(static_cast<float>((sums.wanted - sums.found) / sums.surface), -kMostOut, kMostOut) * voxel;
    const float band = both_.before.background;
    parallel_for(values.size(), [&](size_t i) {
      if (std::abs(values[i]) < band) values[i] = std::clamp(values[i] - out, -band, band);
    });
  }

  void copy_layers(float* to) const {
    for (size_t place = 0; place < kVoxelsPerTile; ++place) {
      if (place % 8 == 0) continue;
      for (size_t c = 0; c < channels(); ++c) to[place * channels() + c] = to[(place - place % 8) * channels() + c];
    }
  }

  const Both& both_;
  VolumeSampler before_, after_;
  float t_;
  bool flat_, copies_;
};

// Volumes on the same lattice, which move together.
class Group {
 public:
  Group(const std::vector<const Both*>& pairs, bool flat) : pairs_(pairs), flat_(flat) {
    for (const Both* both : pairs) {
      if (is_velocity(both->before)) velocity_ = both;
      is_liquid_ = is_liquid_ || both->before.level_set;
    }
  }

  bool is_liquid() const { return is_liquid_; }
  VoxelLattice lattice() const { return {pairs_.front()->before.origin, pairs_.front()->before.voxel_size}; }

  // All in which there may be something.
  std::vector<Vec3i> tiles(const Ways& particles, const Moment& moment) const {
    TileSet tiles;
    for (const Both* both : pairs_) {
      for (const Volume* volume : {&both->before, &both->after}) {
        for (const Vec3i& tile : volume->tile) {
          if (!flat_ || tile.z == 0) tiles.add(tile);
        }
        if (!is_liquid_ && is_velocity(*volume)) add_reached(*volume, moment.seconds, flat_, tiles);
      }
    }
    if (is_liquid_) add_near_particles(lattice(), particles, flat_, tiles);
    return tiles.sorted();
  }

  std::vector<VoxelWay> ways(const std::vector<Vec3i>& tiles, const Ways& particles, const Moment& moment) const {
    std::optional<VolumeSampler> before, after;
    if (velocity_) {
      before.emplace(velocity_->before);
      after.emplace(velocity_->after);
    }
    // Smoke has particles only to show how it moves.
    return voxel_ways(lattice(), tiles, is_liquid_ ? particles : Ways(), before ? &*before : nullptr,
                      after ? &*after : nullptr, moment, flat_);
  }

 private:
  const std::vector<const Both*>& pairs_;
  const Both* velocity_ = nullptr;
  bool is_liquid_ = false, flat_;
};

// What is in an emitter stands still, and what gets into one on its way is not that which is there then.
void stop_where_emitted(const VoxelLattice& lattice, const std::vector<Vec3i>& tiles, const Emits& emits,
                        std::vector<VoxelWay>& ways) {
  std::vector<Vec3f> points(ways.size());
  std::vector<uint8_t> emitted(ways.size());
  const auto look = [&](bool ahead) {
    parallel_for(ways.size(), [&](size_t i) {
      const Vec3f voxel(voxel_at(tiles[i / kVoxelsPerTile], i % kVoxelsPerTile));
      points[i] = lattice.origin + (ahead ? voxel + ways[i].ahead : voxel) * lattice.voxel_size;
    });
    emits(points, lattice.voxel_size, emitted);
  };
  look(/*ahead=*/false);
  parallel_for(ways.size(), [&](size_t i) {
    if (emitted[i]) ways[i] = {};
  });
  look(/*ahead=*/true);
  parallel_for(ways.size(), [&](size_t i) {
    if (emitted[i]) ways[i].ahead = {};
  });
}

}  // namespace

bool is_velocity(const Volume& volume) {
  return volume.channels == 3 && (volume.name == "velocity" || volume.name == "vel" || volume.name == "v");
}

Ways ways_of(const ParticlesBetween& between, const Particles& before, const Particles& after, const Pairs& pairs) {
  Ways ways;
  for (size_t n = 0; n < between.pair.size(); ++n) {
    const Pairs::Pair& pair = pairs.pairs[between.pair[n]];
    if (pair.before == Pairs::kNone || pair.after == Pairs::kNone) continue;
    const Vec3f& at = between.particles.position[n];
    ways.position.push_back(at);
    ways.back.push_back(before.position[pair.before] - at);
    ways.ahead.push_back(after.position[pair.after] - at);
  }
  return ways;
}

std::vector<Volume> volumes_between(const std::vector<Volume>& before, const std::vector<Volume>& after,
                                    const Ways& particles, const Moment& moment, const Emits& emits, bool flat) {
  const std::vector<Both> pairs = paired(before, after);
  std::vector<Volume> result;
  std::vector<uint8_t> done(pairs.size());
  for (size_t first = 0; first < pairs.size(); ++first) {
    if (done[first]) continue;
    std::vector<const Both*> together;
    for (size_t i = first; i < pairs.size(); ++i) {
      if (!same_lattice(pairs[i].before, pairs[first].before)) continue;
      together.push_back(&pairs[i]);
      done[i] = 1;
    }
    const Group group(together, flat);
    const std::vector<Vec3i> tiles = group.tiles(particles, moment);
    std::vector<VoxelWay> ways = group.ways(tiles, particles, moment);
    if (!group.is_liquid()) stop_where_emitted(group.lattice(), tiles, emits, ways);
    for (const Both* both : together) result.push_back(Blending(*both, moment, flat).at(tiles, ways));
  }
  return result;
}

}  // namespace weir::retime
