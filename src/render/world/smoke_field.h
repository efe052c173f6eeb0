// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Smoke as light meets it: how far a ray gets before it is scattered, and which share of the light passes. By ray
// marching in steps of a voxel; tiles of 8 x 8 x 8 voxels that are empty are stepped over at once.

#pragma once

#include <limits>
#include <span>
#include <vector>

#include "render/world/ray_scene.h"
#include "render/world/world.h"

namespace weir::render {

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
  void build_brick(std::span<const int32_t> slot, const Vec3i& tile, float* brick) const;

  const Smoke* smoke_;
  Vec3i first_{}, tiles_{};     // of the box around all tiles, in tiles
  std::vector<int32_t> brick_;  // of a tile of the box: its brick, or -1 without smoke in or next to it
  // Bricks of 9 x 9 x 9 values, z fastest: the tile and one layer of what comes after it, so that all eight values
  // around a point are in one.
  std::vector<float> values_;
};

}  // namespace weir::render
