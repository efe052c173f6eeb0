// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/pictures/run_smoke.h"

#include <algorithm>
#include <string_view>

#include "cache/run_folder.h"
#include "weir/cache/volumes_vdb.h"

namespace weir::render {

namespace {

constexpr std::string_view kName = "density";
constexpr float kSeen = 0.02f;  // a density that shows

bool is_smoke(const Volume& volume) {
  const std::string_view name = volume.name;
  return volume.channels == 1 && !volume.level_set && name.starts_with(kName) &&
         (name.size() == kName.size() || name[kName.size()] == '-');
}

}  // namespace

std::optional<Smoke> smoke_of(const Scene& scene, Volume volume, float extinction) {
  if (!is_smoke(volume)) return {};
  Smoke smoke;
  smoke.extinction = extinction;
  const Phase* phase = nullptr;
  if (volume.name == kName) {
    // A colour that nobody chose is that of water.
    const bool chosen = scene.phases.size() > 1 || scene.phases.front().colour != Phase{}.colour;
    if (chosen) phase = &scene.phases.front();
  } else {
    const auto named = std::find_if(scene.phases.begin(), scene.phases.end(), [&](const Phase& p) {
      return p.name == std::string_view(volume.name).substr(kName.size() + 1);
    });
    if (named != scene.phases.end()) phase = &*named;
  }
  if (phase) smoke.colour = Vec3f(phase->colour.rgb);
  smoke.density = std::move(volume);
  return smoke;
}

std::vector<Volume> read_smoke(const ShownRun& run, int frame) {
  const std::filesystem::path file = cache::RunFolder(run.home).volumes(frame);
  if (!std::filesystem::exists(file)) return {};
  std::vector<Volume> volumes = cache::read_volumes_vdb(file, run.scene.origin);
  std::erase_if(volumes, [](const Volume& volume) { return !is_smoke(volume); });
  return volumes;
}

Box3f smoke_bounds(const std::vector<Volume>& volumes) {
  Box3f box;
  for (const Volume& volume : volumes) {
    for (size_t t = 0; t < volume.tile.size(); ++t) {
      for (size_t v = 0; v < kVoxelsPerTile; ++v) {
        if (!(volume.values[t * kVoxelsPerTile + v] > kSeen)) continue;
        const Vec3i in_tile{static_cast<int>(v / 64), static_cast<int>(v / 8 % 8), static_cast<int>(v % 8)};
        box.include(volume.origin + Vec3f(volume.tile[t] * 8 + in_tile) * volume.voxel_size);
      }
    }
  }
  return box;
}

}  // namespace weir::render
