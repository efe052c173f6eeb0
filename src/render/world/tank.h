// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What stands around the liquid and has a formula instead of a mesh: the glass panes of the tank and the ground.

#pragma once

#include <array>

#include "render/world/ray_scene.h"

namespace weir::render {

// A pane of the tank on a ray's way.
struct Pane {
  float distance = 0;
  float cosine = 1;  // between ray and normal, 0 to 1
  Vec3f normal;      // on the side the ray comes from
};

// At most two: a line passes the sides of a box once in and once out.
struct Panes {
  std::array<Pane, 2> pane;
  int count = 0;
  const Pane* begin() const { return pane.data(); }
  const Pane* end() const { return pane.data() + count; }
};

// The panes of a tank that a ray meets before `length`, in order.
Panes panes_met(const Box3f& tank, const Ray& ray, float length);
// Share of the light that a pane mirrors; by one face only, as if the other were coated: two veil what is behind.
float pane_reflectance(float cosine);

Vec3f ground_colour(const GroundPlane& ground, const Vec3f& point);
// 0 near the scene, 1 where the ground has become the horizon.
float ground_fade(const GroundPlane& ground, const Vec3f& point);

}  // namespace weir::render
