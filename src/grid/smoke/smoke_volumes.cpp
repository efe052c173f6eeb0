// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/smoke/smoke_volumes.h"

#include <algorithm>

#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

bool anything_in(const std::vector<float>& field, size_t tile, size_t cells) {
  const float* own = field.data() + tile * cells;
  return std::any_of(own, own + cells, [](float v) { return v != 0; });
}

class VolumeWriter {
 public:
  VolumeWriter(const Tiles& tiles, const GridSpace& space) : tiles_(tiles), space_(space) {}

  // One field for each channel, of the tiles in the list.
  Volume write(std::string name, const std::vector<const std::vector<float>*>& fields,
               const std::vector<size_t>& which) const {
    Volume volume;
    volume.name = std::move(name);
    volume.voxel_size = static_cast<float>(space_.cell);
    volume.origin = space_.to_world({0.5f, 0.5f, 0.5f});
    volume.channels = static_cast<int>(fields.size());
    volume.staggered = fields.size() == 3;
    volume.half = true;
    const size_t channels = fields.size(), cells = tiles_.cells_per_tile();
    volume.values.assign(which.size() * kVoxelsPerTile * channels, 0.0f);
    for (const size_t t : which) volume.tile.push_back(tiles_.coordinate(t));
    parallel_for(
        which.size(),
        [&](size_t n) {
          float* to = volume.values.data() + n * kVoxelsPerTile * channels;
          for (size_t i = 0; i < cells; ++i) {
            const size_t x = i % 8, y = i / 8 % 8, z = i / 64;
            for (size_t c = 0; c < channels; ++c) {
              to[channels * (64 * x + 8 * y + z) + c] = (*fields[c])[which[n] * cells + i];
            }
          }
        },
        16);
    return volume;
  }

  std::vector<size_t> tiles_with(const std::vector<float>& field) const {
    std::vector<size_t> which;
    for (size_t t = 0; t < tiles_.size(); ++t) {
      if (anything_in(field, t, tiles_.cells_per_tile())) which.push_back(t);
    }
    return which;
  }

 private:
  const Tiles& tiles_;
  const GridSpace& space_;
};

}  // namespace

std::vector<Volume> smoke_volumes(const SmokeFields& smoke, const GridSpace& space,
                                  const std::vector<std::string>& phase_names) {
  const VolumeWriter writer(smoke.tiles, space);
  std::vector<Volume> volumes;
  std::vector<size_t> smoky = writer.tiles_with(smoke.temperature);
  volumes.push_back(writer.write("temperature", {&smoke.temperature}, smoky));
  for (size_t phase = 0; phase < smoke.density.size(); ++phase) {
    const std::vector<size_t> own = writer.tiles_with(smoke.density[phase]);
    volumes.push_back(
        writer.write(phase == 0 ? "density" : "density-" + phase_names[phase], {&smoke.density[phase]}, own));
    std::vector<size_t> both;
    std::set_union(smoky.begin(), smoky.end(), own.begin(), own.end(), std::back_inserter(both));
    smoky.swap(both);
  }
  const auto& face = smoke.velocity.face;
  volumes.push_back(writer.write("velocity", {&face[0], &face[1], &face[2]}, smoky));
  return volumes;
}

}  // namespace weir::grid
