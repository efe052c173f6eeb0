// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The light around a scene: a bright overcast dome that darkens towards the horizon, so that water has dark rims, and
// a large soft light in it, so that water has highlights. What is below the horizon is seen where there is no ground.

#pragma once

#include "weir/base/vec.h"

namespace weir::render {

struct Sky {
  Vec3f zenith{0.60f, 0.67f, 0.77f};
  Vec3f horizon{0.23f, 0.27f, 0.31f};
  Vec3f below{0.22f, 0.22f, 0.22f};
  Vec3f key{21, 19.7f, 17.8f};                               // radiance in the middle of the soft light
  Vec3f key_direction{-0.5130880f, 0.7381266f, 0.4380751f};  // unit
  float key_sharpness = 50;  // the light is exp(-sharpness (1 - cos)): 1 / sqrt(50) rad wide

  Vec3f radiance(const Vec3f& direction) const;
  // With the light of the key spread over the whole sky: for paths that would meet it by chance only.
  Vec3f even_radiance(const Vec3f& direction) const;
  // The same light from every direction: what white things vanish in.
  static Sky uniform(const Vec3f& radiance);
};

// A direction to look for light in, and its density per solid angle.
struct LightSample {
  Vec3f direction;
  float density = 0;
};

// Directions from a point on a surface, up to half of them towards the key light, the others as the cosine to the
// normal.
LightSample sample_light(const Sky& sky, const Vec3f& normal, float u, float v);
// The same with no surface: the others in any direction.
LightSample sample_light_in_air(const Sky& sky, float u, float v);

// Two unit vectors that make a right-handed frame with a unit one.
struct Frame {
  Vec3f x, y, z;
  explicit Frame(const Vec3f& axis);
  Vec3f world(const Vec3f& local) const { return x * local.x + y * local.y + z * local.z; }
};

// Unit, with a density of cos / pi to the normal.
Vec3f cosine_direction(const Vec3f& normal, float u, float v);
// Unit, uniform on the sphere.
Vec3f uniform_direction(float u, float v);

}  // namespace weir::render
