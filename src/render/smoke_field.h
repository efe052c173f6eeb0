// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Smoke as light meets it: how far a ray gets before it is scattered, and which share of the light passes. By ray
// marching in steps of a voxel; tiles of 8 x 8 x 8 voxels that are empty are stepped over at once.

#pragma once

#include <limits>
#include <vector>

#include "render/ray_scene.h"
#include "render/world.h"

namespace weir {

class SmokeField {
 public:
  // Densities below 0, or not finite, count as 0. The smoke must outlive it.
  explicit SmokeField(const Smoke& smoke);

  // Distance to a collision before `length`; infinite when there is none. `u` in [0, 1) is the share of the light that
  // does not get as far.
  float flight(const Ray& ray, float length, float u) const;
  // Share of the light that passes.
  float passing(const Ray& ray, float length) const;

 private:
  // Calls visit(from, to) for the tiles along the ray that have smoke in or next to them, in order, until it returns
  // false.
  template <class Visit>
  void walk(const Ray& ray, float length, Visit&& visit) const;
  float density(const Vec3f& point) const;  // between voxels: linear
  float voxel(const Vec3i& v) const;

  const Smoke* smoke_;
  Vec3i first_{}, tiles_{};     // of the box around all tiles, in tiles
  std::vector<int32_t> slot_;   // of a tile of the box: its index in the volume, or -1
  std::vector<uint8_t> smoky_;  // 1 for a tile with smoke in or next to it
};

}  // namespace weir
