// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/draw/packed_volume.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "studio/draw/packed_shapes.h"
#include "weir/base/error.h"
#include "weir/cache/volumes_vdb.h"

namespace weir::studio {

namespace {

constexpr int kTile = 8;

struct Voxels {
  Vec3i lower{0, 0, 0}, upper{-1, -1, -1};  // inclusive

  bool empty() const { return upper.x < lower.x; }
  Vec3i size() const { return upper - lower + Vec3i{1, 1, 1}; }
};

Voxels covered(const Volume& volume) {
  Voxels voxels;
  for (const Vec3i& tile : volume.tile) {
    const Vec3i lower = tile * kTile, upper = lower + Vec3i{kTile - 1, kTile - 1, kTile - 1};
    voxels = voxels.empty() ? Voxels{lower, upper} : Voxels{min(voxels.lower, lower), max(voxels.upper, upper)};
  }
  return voxels;
}

template <class Visit>
void for_each_voxel(const Volume& volume, const Visit& visit) {
  for (size_t t = 0; t < volume.tile.size(); ++t) {
    for (size_t v = 0; v < kVoxelsPerTile; ++v) {
      const Vec3i in_tile{static_cast<int>(v / 64), static_cast<int>(v / 8 % 8), static_cast<int>(v % 8)};
      visit(volume.tile[t] * kTile + in_tile, volume.values[t * kVoxelsPerTile + v]);
    }
  }
}

// Without the few that are far above all others.
float usual_high(std::vector<float> values) {
  std::erase_if(values, [](float value) { return !(value > 0); });
  if (values.empty()) return 1;
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(0.999 * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

}  // namespace

SampledVolume sample_volume(const Volume& volume, bool flat) {
  SampledVolume sampled;
  Voxels voxels = covered(volume);
  if (flat) voxels.lower.z = voxels.upper.z = 0;
  if (voxels.empty()) {
    sampled.box = {volume.origin, volume.origin};
    sampled.value = {0};
    return sampled;
  }
  const int step = (max_component(voxels.size()) + kMostSamples - 1) / kMostSamples;
  const Vec3i size = voxels.size();
  sampled.size = {(size.x + step - 1) / step, (size.y + step - 1) / step, flat ? 1 : (size.z + step - 1) / step};
  const auto count =
      static_cast<size_t>(sampled.size.x) * static_cast<size_t>(sampled.size.y) * static_cast<size_t>(sampled.size.z);
  std::vector<float> sum(count);
  for_each_voxel(volume, [&](const Vec3i& voxel, float value) {
    if (flat && voxel.z != 0) return;
    const Vec3i at = voxel - voxels.lower;
    const Vec3i cell{at.x / step, at.y / step, at.z / step};
    sum[(static_cast<size_t>(cell.z) * static_cast<size_t>(sampled.size.y) + static_cast<size_t>(cell.y)) *
            static_cast<size_t>(sampled.size.x) +
        static_cast<size_t>(cell.x)] += value;
  });
  const auto share = 1 / static_cast<float>(step * step * (flat ? 1 : step));
  for (float& value : sum) value *= share;
  sampled.high = usual_high(sum);
  sampled.value.resize(count);
  for (size_t i = 0; i < count; ++i) {
    sampled.value[i] = static_cast<uint8_t>(std::clamp(sum[i] / sampled.high, 0.0f, 1.0f) * 255 + 0.5f);
  }
  const Vec3f half{0.5f, 0.5f, flat ? 0.0f : 0.5f};
  const Vec3f lower = Vec3f(voxels.lower) - half;
  const Vec3f span = Vec3f(flat ? Vec3i{sampled.size.x, sampled.size.y, 0} : sampled.size) * static_cast<float>(step);
  sampled.box = {volume.origin + lower * volume.voxel_size, volume.origin + (lower + span) * volume.voxel_size};
  return sampled;
}

std::string pack_volume(const std::vector<Volume>& volumes, bool flat, int frame, const std::string& name) {
  std::vector<std::string> names;
  for (const Volume& volume : volumes) {
    if (volume.channels == 1 && !volume.level_set) names.push_back(volume.name);
    if (volume.channels != 1 || volume.name != name) continue;
    const SampledVolume sampled = sample_volume(volume, flat);
    Packed packed;
    packed.header = {{"frame", frame},
                     {"name", name},
                     {"lower", json_of(sampled.box.lower)},
                     {"upper", json_of(sampled.box.upper)},
                     {"size", {sampled.size.x, sampled.size.y, sampled.size.z}},
                     {"high", sampled.high}};
    packed.header["values"] = packed.add(sampled.value, 1);
    return packed.bytes();
  }
  throw InputError("", names.empty() ? fmt::format("frame {} of this take has no smoke to show", frame)
                                     : fmt::format("frame {} of this take has no volume \"{}\"; it has {}", frame, name,
                                                   fmt::join(names, ", ")));
}

Kept::Bytes packed_volume(Kept& kept, const RunFacts& facts, int frame, const std::string& name) {
  const std::string key =
      fmt::format("volume {} {} {} {}", facts.folder.path().string(), frame, name, stamp_of(facts.volumes(frame)));
  return kept.get(key, [&] {
    return pack_volume(cache::read_volumes_vdb(facts.volumes(frame), facts.scene.origin), facts.scene.dimensions == 2,
                       frame, name);
  });
}

}  // namespace weir::studio
