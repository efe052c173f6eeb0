// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/surface_springs.h"

#include <algorithm>
#include <cmath>

#include "weir/base/parallel.h"

namespace weir::meshes {

namespace {

constexpr int kSmoothings = 4;  // of a sheet that is to tear, at once

float smooth_rise(float t) {
  t = std::clamp(t, 0.0f, 1.0f);
  return t * t * (3 - 2 * t);
}

// 1 between the two distances, falling to 0 outside of them.
float between(float distance, float from, float to, float falloff) {
  if (falloff <= 0) return distance >= from && distance <= to ? 1.0f : 0.0f;
  const float rising = from > 0 ? smooth_rise((distance - from) / falloff + 1) : 1.0f;
  return rising * smooth_rise((to - distance) / falloff + 1);
}

}  // namespace

float spring_weight(const SpringSettings& s, float distance) {
  return distance < 0 ? between(-distance, s.inner_from, s.inner_to, s.falloff)
                      : between(distance, s.outer_from, s.outer_to, s.falloff);
}

void find_spring_ways(const SpringSettings& settings, float step, std::span<const Vec3f> positions,
                      std::span<const ControlSurface::Near> near, std::span<Vec3f> way) {
  const float made_up = 1 - std::exp(-settings.rate * step);
  parallel_for(positions.size(), [&](size_t i) {
    way[i] = (near[i].point - positions[i]) * (made_up * spring_weight(settings, near[i].distance));
  });
}

void tear_thin_sheets(const SpringSettings& settings, float thickness, std::span<const ControlSurface::Near> near,
                      tracked::TrackedSurface& surface) {
  const auto is_beyond = [&](const ControlSurface::Near& at) { return at.distance > settings.outer_to; };
  if (std::none_of(near.begin(), near.end(), is_beyond)) return;
  std::vector<uint8_t> thin = surface.is_thin(thickness);
  const std::vector<uint8_t> without_rim = thin;  // along a rim's normal the liquid is thick
  parallel_for(thin.size(), [&](size_t v) {
    surface.net().around(static_cast<int32_t>(v), [&](int32_t h) {
      thin[v] = thin[v] || without_rim[static_cast<size_t>(surface.net().to(h))];
    });
  });
  std::vector<Vec3f> moved(surface.vertices());
  for (int i = 0; i < kSmoothings; ++i) {
    const std::span<Vec3f> positions = surface.positions();
    parallel_for(moved.size(), [&](size_t v) {
      moved[v] = positions[v];
      if (!thin[v] || !is_beyond(near[v])) return;
      Vec3f sum;
      float count = 0;
      surface.net().around(static_cast<int32_t>(v), [&](int32_t h) {
        sum += positions[static_cast<size_t>(surface.net().to(h))];
        ++count;
      });
      moved[v] = lerp(positions[v], sum / count, 0.5f);
    });
    std::copy(moved.begin(), moved.end(), positions.begin());
  }
}

}  // namespace weir::meshes
