// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/world/tank.h"

#include <utility>

#include "render/world/optics.h"

namespace weir::render {

namespace {

// 1 on a line, 0 between lines; lines of a width of `share` of their distance.
float line(float along, float spacing, float share) {
  const float at = along / spacing;
  return std::abs(at - std::round(at)) < 0.5f * share ? 1.0f : 0.0f;
}

}  // namespace

Panes panes_met(const Box3f& tank, const Ray& ray, float length) {
  Panes met;
  for (const int axis : {0, 2}) {
    const float way = ray.direction[axis];
    if (std::abs(way) < 1e-12f) continue;
    for (const float side : {tank.lower[axis], tank.upper[axis]}) {
      const float t = (side - ray.origin[axis]) / way;
      if (!(t > 0 && t < length) || met.count == 2) continue;
      const Vec3f point = ray.origin + ray.direction * t;
      const int other = 2 - axis;
      if (point.y < tank.lower.y || point.y > tank.upper.y || point[other] < tank.lower[other] ||
          point[other] > tank.upper[other]) {
        continue;
      }
      Pane& pane = met.pane[static_cast<size_t>(met.count++)];
      pane.distance = t;
      pane.cosine = std::abs(way);
      pane.normal[axis] = way > 0 ? -1.0f : 1.0f;
    }
  }
  if (met.count == 2 && met.pane[1].distance < met.pane[0].distance) std::swap(met.pane[0], met.pane[1]);
  return met;
}

float pane_reflectance(float cosine) {
  constexpr float kGlass = 1.5f;
  return fresnel(std::min(1.0f, cosine), kGlass);
}

Vec3f ground_colour(const GroundPlane& ground, const Vec3f& point) {
  const auto lines = [&](float spacing, float share) {
    return std::max(line(point.x, spacing, share), line(point.z, spacing, share));
  };
  return ground.colour * (1 - std::max(0.18f * lines(ground.tile, 0.03f), 0.4f * lines(5 * ground.tile, 0.012f)));
}

float ground_fade(const GroundPlane& ground, const Vec3f& point) {
  const float away = std::hypot(point.x - ground.centre.x, point.z - ground.centre.z);
  const float t = std::clamp((away / ground.fade - 1) / 2, 0.0f, 1.0f);
  return t * t * (3 - 2 * t);
}

}  // namespace weir::render
