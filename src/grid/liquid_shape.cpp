// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid_shape.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "grid/halo.h"

namespace weir {

namespace {

constexpr float kLeastRoom = 0.1f;  // less cannot be told from a closed cell
constexpr float kCorrected = 0.2f;  // part of a volume error that is corrected in a step
constexpr float kMostError = 0.5f;  // larger ones are corrected as if they were this large
constexpr float kCalm = 0.02f;      // smaller ones are left alone: particles at rest stay at rest

float filled(float volume, float room) { return volume / std::max(room, kLeastRoom); }

// 1 where a cell and all beside it are 1.
void shrink(const Tiles& tiles, const std::vector<float>& from, std::vector<float>& to) {
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        Halo h;
        h.load(tiles, t, from);
        float* result = to.data() + t * tiles.cells_per_tile();
        for (int z = 0; z < tiles.depth(); ++z) {
          for (int y = 0; y < kTileSize; ++y) {
            for (int x = 0; x < kTileSize; ++x) {
              const float* row = h.row(y, z);
              float all = row[x] * row[x - 1] * row[x + 1] * h.row(y - 1, z)[x] * h.row(y + 1, z)[x];
              if (tiles.depth() > 1) all *= h.row(y, z - 1)[x] * h.row(y, z + 1)[x];
              *result++ = all;
            }
          }
        }
      },
      4);
}

}  // namespace

void find_surface_distance(const Tiles& tiles, std::span<const float> volume, std::span<const float> room,
                           std::vector<float>& distance) {
  distance.assign(tiles.field_size(), 1.0f);
  parallel_for(tiles.cells(), [&](size_t i) {
    // A hat of half width 1 over a half-space: its share is (1 - d)^2 / 2 at a distance d outside, and the rest of it
    // inside.
    const float share = std::clamp(filled(volume[i], room[i]), 0.0f, 1.0f);
    distance[i] = share < 0.5f ? 1 - std::sqrt(2 * share) : std::sqrt(2 * (1 - share)) - 1;
  });
}

void find_volume_sources(const Tiles& tiles, std::span<const float> volume, std::span<const float> room,
                         std::span<const float> distance, float cell, float step, std::vector<float>& sources) {
  // Two layers under the surface, where no air is in the neighbourhood.
  std::vector<float> deep(tiles.field_size(), 0.0f), scratch(deep);
  parallel_for(tiles.cells(), [&](size_t i) { deep[i] = distance[i] < 0 || room[i] < 0.5f ? 1.0f : 0.0f; });
  for (int layer = 0; layer < 2; ++layer) {
    shrink(tiles, deep, scratch);
    deep.swap(scratch);
  }
  sources.assign(tiles.field_size(), 0.0f);
  parallel_for(tiles.cells(), [&](size_t i) {
    const float error = std::clamp(filled(volume[i], room[i]) - 1, -kMostError, kMostError);
    if (std::abs(error) > kCalm && (error > 0 || deep[i] > 0)) sources[i] = kCorrected * error * cell / step;
  });
}

}  // namespace weir
