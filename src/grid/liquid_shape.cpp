// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid_shape.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "grid/erode.h"

namespace weir {

namespace {

constexpr float kLeastRoom = 0.1f;  // less cannot be told from a closed cell
constexpr float kCorrected = 0.2f;  // part of a volume error that is corrected in a step
constexpr float kMostError = 0.5f;  // larger ones are corrected as if they were this large
constexpr float kCalm = 0.02f;      // smaller ones are left alone: particles at rest stay at rest

float filled(float volume, float room) { return volume / std::max(room, kLeastRoom); }

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

void find_volume_sources(const Tiles& tiles, std::span<const float> volume, const OpenSpace& open,
                         std::span<const float> distance, float cell, float step, std::vector<float>& sources) {
  // Two layers under the surface, where no air is in the neighbourhood.
  std::vector<float> deep(tiles.field_size(), 0.0f);
  parallel_for(tiles.cells(), [&](size_t i) { deep[i] = distance[i] < 0 || open.room[i] < 0.5f ? 1.0f : 0.0f; });
  erode(tiles, 2, deep);
  sources.assign(tiles.field_size(), 0.0f);
  parallel_for(tiles.cells(), [&](size_t i) {
    const float error = std::clamp(filled(volume[i], open.room[i]) - 1, -kMostError, kMostError);
    if (std::abs(error) <= kCalm || (error < 0 && deep[i] == 0)) return;
    // Of what the cell holds: as much flow through the slit that a solid leaves of a cell would be a jet.
    sources[i] = kCorrected * error * open.share[i] * cell / step;
  });
}

}  // namespace weir
