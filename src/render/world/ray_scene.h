// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The meshes of a world, ready to be met by rays. Embree stays behind ray_scene.cpp.

#pragma once

#include <array>
#include <limits>
#include <memory>

#include "render/world/world.h"

namespace weir::render {

struct Ray {
  Vec3f origin, direction;  // unit
  float time = 0.5f;        // 0 to 1 while the shutter is open
  float length = std::numeric_limits<float>::infinity();
};

struct SurfaceHit {
  float distance = std::numeric_limits<float>::infinity();
  Vec3f normal;   // unit, of the triangle, outward
  Vec3f shading;  // unit, smooth
  uint32_t material = 0;
  bool outside = true;  // the ray comes from outside
  bool painted = false;
  Vec3f colour{};  // there, where it is painted
  bool found() const { return distance < std::numeric_limits<float>::infinity(); }
};

// Boundaries of liquids that a ray passes on its way, by distance.
struct Passage {
  struct Boundary {
    float distance, cosine;  // cosine: between the ray and the normal, above 0 where the ray leaves the liquid
    uint32_t material, triangle;
  };
  std::array<Boundary, 64> boundary;
  size_t count = 0;
  bool blocked = false;  // by a solid, or by more boundaries than can be counted
};

class RayScene {
 public:
  // The world must outlive it.
  explicit RayScene(const World& world);
  ~RayScene();
  RayScene(const RayScene&) = delete;
  RayScene& operator=(const RayScene&) = delete;

  SurfaceHit first_hit(const Ray& ray) const;
  // Straight on through all liquids. Fills `passage`.
  void pass(const Ray& ray, Passage& passage) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace weir::render
