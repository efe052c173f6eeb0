// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Small worlds whose light is known.

#pragma once

#include <cmath>

#include "render/world/creases.h"
#include "render/world/light_paths.h"
#include "render/world/path_tracer.h"
#include "weir/geometry/shapes/build.h"

namespace weir::render {

// Outward, flat, each triangle with vertices of its own.
inline WorldMesh box_mesh(const Vec3f& lower, const Vec3f& upper, size_t material) {
  ShapeBuilder builder(0.01f, 24);
  Shape shape;
  shape.kind = shapes::Box{Vec3d(lower), Vec3d(upper)};
  return with_creases(builder.mesh(shape, 1), material);
}

inline WorldMesh ball_mesh(const Vec3f& centre, float radius, size_t material) {
  ShapeBuilder builder(0.01f, 24);
  Shape shape;
  shape.kind = shapes::Sphere{Vec3d(centre), radius};
  Mesh mesh = builder.mesh(shape, 1);
  WorldMesh ball;
  for (const Vec3f& p : mesh.positions) ball.normals.push_back(normalized(p - centre));
  ball.mesh = std::move(mesh);
  ball.material = material;
  return ball;
}

inline Material paint(float share) { return {.colour = {share, share, share}}; }

inline Material clear_liquid(float index, float absorption = 0) {
  Material material;
  material.liquid = true;
  material.index = index;
  material.absorption = {absorption, absorption, absorption};
  return material;
}

// In a sky that is 1 everywhere.
inline World furnace(std::vector<Material> materials) {
  World world;
  world.sky = Sky::uniform({1, 1, 1});
  world.materials = std::move(materials);
  return world;
}

// Mean light along one ray.
inline float light_along(const World& world, const Vec3f& origin, const Vec3f& direction, int samples = 4096) {
  const LightPaths paths(world);
  double sum = 0;
  for (int i = 0; i < samples; ++i) {
    Sampler sampler(1, 0, 0, i, samples);
    const float time = sampler.one();
    sum += paths.along({origin, normalized(direction), time}, sampler).light.y;
  }
  return static_cast<float>(sum / samples);
}

// Share of the light that a boundary mirrors at normal incidence.
inline float head_on(float index) { return (index - 1) * (index - 1) / ((index + 1) * (index + 1)); }

}  // namespace weir::render
