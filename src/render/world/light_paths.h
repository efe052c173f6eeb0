// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The light that comes along a ray, by following paths backwards through the world (Kajiya 1986) until they reach the
// sky. Three things differ from the textbook:
//
// - A path carries the set of liquids it is in, so that meshes may overlap, or have small gaps between them: liquid
//   that all but touches a solid or another liquid does touch it (World::contact). Without this a thin film of air
//   would be a mirror under every pool.
// - Light reaches solids straight through liquids, dimmed by Fresnel's and Beer's laws but not bent: a soft light on
//   the ground of a pool instead of noise. Under still water the brightness is right; caustics are missing.
// - The first boundaries that a path meets send it both ways, later ones one way or the other by chance.

#pragma once

#include <array>
#include <vector>

#include "render/world/ray_scene.h"
#include "render/world/sampler.h"
#include "render/world/smoke_field.h"
#include "render/world/world.h"

namespace weir::render {

class LightPaths {
 public:
  // The world must outlive it.
  explicit LightPaths(const World& world);

  struct Seen {
    Vec3f light;            // an estimate: its mean over samples is the light
    Vec3f normal;           // of the first thing met
    Vec3f colour{1, 1, 1};  // of the first thing met that is not clear, as seen through what is clear
  };
  Seen along(const Ray& ray, Sampler& sampler) const;

 private:
  struct Path {
    Ray ray;
    Vec3f weight{1, 1, 1};   // share of the light at its end that reaches its beginning
    uint32_t inside = 0;     // the liquids it is in, a bit each
    uint32_t lingering = 0;  // those of them it has left, towards something that they touch
    int splits = 0;          // times it was sent both ways
    bool scattered = false;  // has met something that is not clear
    bool main = false;       // the one that tells what is seen
    bool lit = false;        // the sky straight ahead is already counted, since it was scattered
  };
  // Paths that still have to be followed.
  struct Waiting {
    std::array<Path, 8> path;
    size_t count = 0;
    bool full() const { return count == path.size(); }
  };

  void follow(Path& path, Waiting& waiting, Sampler& sampler, Seen& seen) const;
  bool meet_smoke(Path& path, float length, Sampler& sampler, Seen& seen) const;
  void meet_tank(Path& path, float length, Waiting& waiting, Sampler& sampler) const;
  void meet_ground(Path& path, float distance, Sampler& sampler, Seen& seen) const;
  void meet_liquid(Path& path, const SurfaceHit& hit, Waiting& waiting, Sampler& sampler, Seen& seen) const;
  static void meet_metal(Path& path, const SurfaceHit& hit, const Vec3f& normal, const Vec3f& shading,
                         const Vec3f& colour);
  static void enter(Path& path, const Vec3f& shading, const Vec3f& normal, const Vec3f& far_side, float ratio,
                    uint32_t beyond);
  void scatter(Path& path, const Vec3f& point, float distance, const Vec3f& normal, const Vec3f& shading,
               const Vec3f& colour, Sampler& sampler, Seen& seen) const;
  // Share of the sky's light that comes straight along a ray.
  Vec3f passing(const Ray& ray, uint32_t inside) const;
  // The liquids a ray is in beyond a hit, with those that begin or end at the very same point.
  uint32_t past_others(const Ray& ray, const SurfaceHit& hit, uint32_t inside) const;
  // Whether a ray that leaves a liquid meets a solid, or enters another liquid, before its end.
  bool touches(const Ray& ray, uint32_t material) const;

  float ground_distance(const Ray& ray) const;
  const Material* medium(uint32_t inside) const;  // null for air

  const World& world_;
  RayScene scene_;
  std::vector<SmokeField> smoke_;
  std::vector<uint32_t> bit_;            // of a material; 0 for solids
  std::vector<uint32_t> liquid_of_bit_;  // material
};

}  // namespace weir::render
