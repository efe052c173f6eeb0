// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/world/light_paths.h"

#include <bit>
#include <numbers>

#include "render/world/optics.h"
#include "render/world/tank.h"
#include "weir/base/error.h"

namespace weir::render {

namespace {

constexpr int kMaxSteps = 200;    // chance ends paths long before
constexpr int kStepsForSure = 3;  // before chance may end one
constexpr int kMaxSplits = 2;
constexpr float kBrightest = 4;   // of scattered light in one sample: rarer, brighter ones are only noise
constexpr float kPaint = 0.9f;    // cloudiness of painted liquid
constexpr float kFewest = 0.01f;  // weight below which a path is not worth following both ways

Vec3f beer(const Vec3f& absorption, float distance) {
  const auto share = [&](float a) { return a > 0 ? std::exp(-a * distance) : 1.0f; };
  return {share(absorption.x), share(absorption.y), share(absorption.z)};
}

// Distance (m) within which rounding cannot tell two points apart.
float same_place(const Vec3f& point, float travelled) {
  return 4e-6f * (max_component(abs(point)) + travelled) + 1e-7f;
}

// A point that rays can start from without meeting the surface again that it lies on.
Vec3f lifted(const Vec3f& point, const Vec3f& normal, float travelled) {
  return point + normal * same_place(point, travelled);
}

Vec3f dimmed(const Vec3f& light) {
  const float top = max_component(light);
  return top > kBrightest ? light * (kBrightest / top) : light;
}

}  // namespace

LightPaths::LightPaths(const World& world) : world_(world), scene_(world) {
  for (const Smoke& smoke : world.smoke) smoke_.emplace_back(smoke);
  for (size_t i = 0; i < world.materials.size(); ++i) {
    const bool liquid = world.materials[i].liquid;
    if (liquid && liquid_of_bit_.size() == kMaxLiquids)
      throw RunError("more than 32 liquids cannot be shown in one picture");
    bit_.push_back(liquid ? 1u << liquid_of_bit_.size() : 0u);
    if (liquid) liquid_of_bit_.push_back(static_cast<uint32_t>(i));
  }
}

LightPaths::Seen LightPaths::along(const Ray& ray, Sampler& sampler) const {
  Seen seen;
  Waiting waiting;
  waiting.path[waiting.count++].ray = ray;
  waiting.path[0].main = true;
  while (waiting.count > 0) {
    Path path = waiting.path[--waiting.count];
    follow(path, waiting, sampler, seen);
  }
  return seen;
}

const Material* LightPaths::medium(uint32_t inside) const {
  if (inside == 0) return nullptr;
  return &world_.materials[liquid_of_bit_[static_cast<size_t>(std::countr_zero(inside))]];
}

float LightPaths::ground_distance(const Ray& ray) const {
  const float none = std::numeric_limits<float>::infinity();
  if (!world_.ground || ray.direction.y >= 0 || ray.origin.y < world_.ground->height) return none;
  return (world_.ground->height - ray.origin.y) / ray.direction.y;
}

void LightPaths::follow(Path& path, Waiting& waiting, Sampler& sampler, Seen& seen) const {
  for (int step = 0; step < kMaxSteps; ++step) {
    const float ground = ground_distance(path.ray);
    path.ray.length = ground;
    const SurfaceHit hit = scene_.first_hit(path.ray);
    const float length = std::min(hit.distance, ground);
    if (const Material* liquid = medium(path.inside)) {
      path.weight = path.weight * beer(liquid->absorption, length);
    } else {
      if (meet_smoke(path, length, sampler, seen)) continue;
      meet_tank(path, length, waiting, sampler);
    }
    if (path.main && step == 0 && hit.found()) seen.normal = hit.shading;
    if (hit.found() && world_.materials[hit.material].liquid) {
      meet_liquid(path, hit, waiting, sampler, seen);
    } else if (hit.found()) {
      const Vec3f facing = hit.outside ? hit.normal : -hit.normal;
      const Vec3f shading = dot(hit.shading, facing) > 0 ? hit.shading : hit.outside ? hit.shading : -hit.shading;
      scatter(path, path.ray.origin + path.ray.direction * length, length, facing, shading,
              world_.materials[hit.material].colour, sampler, seen);
    } else if (length < std::numeric_limits<float>::infinity()) {
      meet_ground(path, length, sampler, seen);
    } else {
      if (path.lit) return;
      const Sky& sky = world_.sky;
      seen.light +=
          path.weight * (path.scattered ? sky.even_radiance(path.ray.direction) : sky.radiance(path.ray.direction));
      return;
    }
    // Water holds 1.8 times the radiance of air: weights inside it are that much smaller.
    const float chance = 1.8f * max_component(path.weight);
    if (!(chance > 1e-4f)) return;
    if (chance < 1 && (path.scattered || step >= kStepsForSure)) {
      if (sampler.one() >= chance) return;
      path.weight *= 1 / chance;
    }
  }
}

bool LightPaths::meet_smoke(Path& path, float length, Sampler& sampler, Seen& seen) const {
  float nearest = length;
  const Smoke* met = nullptr;
  for (size_t i = 0; i < smoke_.size(); ++i) {
    const float t = smoke_[i].flight(path.ray, nearest, sampler.one());
    if (t >= nearest) continue;
    nearest = t;
    met = &world_.smoke[i];
  }
  if (!met) return false;
  path.ray.origin += path.ray.direction * nearest;
  path.weight = path.weight * met->colour;
  if (path.main && !path.scattered) seen.colour = path.weight;
  path.scattered = path.lit = true;
  const auto [u, v] = sampler.pair();
  const LightSample light = sample_light_in_air(world_.sky, u, v);
  constexpr float kSphere = 4 * std::numbers::pi_v<float>;
  seen.light += dimmed(path.weight * world_.sky.radiance(light.direction) *
                       passing({path.ray.origin, light.direction, path.ray.time}, 0) * (1 / (kSphere * light.density)));
  const auto [a, b] = sampler.pair();
  path.ray.direction = uniform_direction(a, b);
  const float chance = std::min(1.0f, max_component(path.weight));
  path.weight = sampler.one() < chance ? path.weight * (1 / chance) : Vec3f{};
  return true;
}

void LightPaths::meet_tank(Path& path, float length, Waiting& waiting, Sampler& sampler) const {
  // Scattered light is not dimmed by panes: what they keep out they keep in, and a clean tank has no dark ground.
  if (!world_.tank || path.scattered) return;
  for (const Pane& pane : panes_met(*world_.tank, path.ray, length)) {
    const float mirror = pane_reflectance(pane.cosine);
    // Weak reflections are not worth their time every time; those that are followed stand for all.
    const float followed = std::clamp(4 * mirror, 0.25f, 1.0f);
    if (path.splits == 0 && !waiting.full() && sampler.one() < followed) {
      Path reflection = path;
      reflection.weight *= mirror / followed;
      reflection.ray.origin = lifted(path.ray.origin + path.ray.direction * pane.distance, pane.normal, pane.distance);
      reflection.ray.direction = mirrored(path.ray.direction, pane.normal);
      reflection.splits = kMaxSplits;
      reflection.main = false;
      waiting.path[waiting.count++] = reflection;
    }
    path.weight *= 1 - mirror;
  }
}

void LightPaths::meet_ground(Path& path, float distance, Sampler& sampler, Seen& seen) const {
  const GroundPlane& ground = *world_.ground;
  const Vec3f point = path.ray.origin + path.ray.direction * distance;
  const float share = ground_fade(ground, point);
  if (share > 0) {
    const Vec3f way{path.ray.direction.x, 0, path.ray.direction.z};
    seen.light += path.weight * world_.sky.radiance(normalized(way)) * share;
    path.weight *= 1 - share;
  }
  if (share < 1) scatter(path, point, distance, {0, 1, 0}, {0, 1, 0}, ground_colour(ground, point), sampler, seen);
}

void LightPaths::meet_liquid(Path& path, const SurfaceHit& hit, Waiting& waiting, Sampler& sampler, Seen& seen) const {
  const Vec3f& direction = path.ray.direction;
  const Vec3f point = path.ray.origin + direction * hit.distance;
  const Vec3f normal = hit.outside ? hit.normal : -hit.normal;  // on the path's side
  const uint32_t bit = bit_[hit.material];
  const uint32_t kept = path.inside & ~path.lingering;
  const uint32_t beyond = past_others(path.ray, hit, hit.outside ? kept | bit : kept & ~bit);
  const Material *here = medium(path.inside), *there = medium(beyond);
  const Vec3f far_side = lifted(point, -normal, hit.distance);

  if (!there && here && touches({far_side, direction, path.ray.time, world_.contact}, hit.material)) {
    path.lingering |= bit;
    path.ray.origin = far_side;
    return;
  }
  path.lingering = 0;
  if (here == there) {
    path.inside = beyond;
    path.ray.origin = far_side;
    return;
  }

  Vec3f shading = hit.outside ? hit.shading : -hit.shading;
  if (dot(shading, direction) > -1e-3f) shading = normal;
  if (there && there->metal) return meet_metal(path, hit, normal, shading, there->colour);
  const float ratio = (there ? there->index : 1.0f) / (here ? here->index : 1.0f);
  const float mirror = fresnel(std::min(1.0f, -dot(shading, direction)), ratio);
  Path reflection = path;
  reflection.lit = reflection.main = false;
  reflection.ray.origin = lifted(point, normal, hit.distance);
  reflection.ray.direction = mirrored(direction, shading);
  if (dot(reflection.ray.direction, normal) <= 0) reflection.ray.direction = mirrored(direction, normal);

  const bool both = path.splits < kMaxSplits && !path.scattered && mirror < 1 && !waiting.full() &&
                    mirror * max_component(path.weight) > kFewest;
  if (both) {
    path.splits = ++reflection.splits;
    reflection.weight *= mirror;
    waiting.path[waiting.count++] = reflection;
    path.weight *= 1 - mirror;
  } else if (sampler.one() < mirror) {
    const bool main = path.main;
    path = reflection;
    path.main = main;
    return;
  }

  // A cloud of one liquid in another is seen at its own surface to air, unless nothing can be seen through it.
  const float cloudy = !there ? 0 : hit.painted ? std::max(kPaint, there->cloudiness) : there->cloudiness;
  if (cloudy > 0 && (!here || cloudy == 1)) {
    const Vec3f& colour = hit.painted ? hit.colour : there->colour;
    if (there->glow > 0) seen.light += dimmed(path.weight * colour * there->glow);
    if (!both || waiting.full() || cloudy == 1) {
      if (sampler.one() < cloudy) return scatter(path, point, hit.distance, normal, shading, colour, sampler, seen);
    } else {
      Path clear = path;
      clear.main = false;
      clear.weight *= 1 - cloudy;
      enter(clear, shading, normal, far_side, ratio, beyond);
      waiting.path[waiting.count++] = clear;
      path.weight *= cloudy;
      return scatter(path, point, hit.distance, normal, shading, colour, sampler, seen);
    }
  }
  enter(path, shading, normal, far_side, ratio, beyond);
}

// Schlick 1994: the colour, and white towards grazing light.
void LightPaths::meet_metal(Path& path, const SurfaceHit& hit, const Vec3f& normal, const Vec3f& shading,
                            const Vec3f& colour) {
  const Vec3f& direction = path.ray.direction;
  const float away = 1 - std::min(1.0f, -dot(shading, direction));
  const float white = away * away * away * away * away;
  Vec3f onward = mirrored(direction, shading);
  if (dot(onward, normal) <= 0) onward = mirrored(direction, normal);
  path.ray.origin = lifted(path.ray.origin + direction * hit.distance, normal, hit.distance);
  path.weight = path.weight * (colour * (1 - white) + Vec3f{white, white, white});
  path.ray.direction = onward;
  path.lit = false;
}

void LightPaths::enter(Path& path, const Vec3f& shading, const Vec3f& normal, const Vec3f& far_side, float ratio,
                       uint32_t beyond) {
  const Vec3f& direction = path.ray.direction;
  Vec3f onward = refracted(direction, shading, ratio);
  if (dot(onward, normal) >= 0) onward = direction;
  path.weight *= 1 / (ratio * ratio);
  path.inside = beyond;
  path.ray.direction = onward;
  path.ray.origin = far_side;
}

uint32_t LightPaths::past_others(const Ray& ray, const SurfaceHit& hit, uint32_t inside) const {
  if (liquid_of_bit_.size() < 2) return inside;
  const Vec3f point = ray.origin + ray.direction * hit.distance;
  const float around = same_place(point, hit.distance);
  Passage passage;
  scene_.pass({point - ray.direction * around, ray.direction, ray.time, 2 * around}, passage);
  for (size_t i = 0; i < passage.count; ++i) {
    const Passage::Boundary& boundary = passage.boundary[i];
    if (boundary.material == hit.material) continue;
    const uint32_t bit = bit_[boundary.material];
    inside = boundary.cosine < 0 ? inside | bit : inside & ~bit;
  }
  return inside;
}

bool LightPaths::touches(const Ray& ray, uint32_t material) const {
  if (world_.contact <= 0) return false;
  if (ground_distance(ray) < ray.length) return true;
  const SurfaceHit hit = scene_.first_hit(ray);
  if (!hit.found()) return false;
  return !world_.materials[hit.material].liquid || (hit.material != material && hit.outside);
}

void LightPaths::scatter(Path& path, const Vec3f& point, float distance, const Vec3f& normal, const Vec3f& shading,
                         const Vec3f& colour, Sampler& sampler, Seen& seen) const {
  path.weight = path.weight * colour;
  if (path.main && !path.scattered) seen.colour = path.weight;
  path.ray.origin = lifted(point, normal, distance);
  path.scattered = path.lit = true;
  path.lingering = 0;
  const auto [u, v] = sampler.pair();
  const LightSample light = sample_light(world_.sky, shading, u, v);
  const float cosine = dot(light.direction, shading);
  if (cosine > 0 && dot(light.direction, normal) > 0) {
    const float share = cosine / (std::numbers::pi_v<float> * light.density);
    seen.light += dimmed(path.weight * world_.sky.radiance(light.direction) *
                         passing({path.ray.origin, light.direction, path.ray.time}, path.inside) * share);
  }
  const auto [a, b] = sampler.pair();
  path.ray.direction = cosine_direction(shading, a, b);
  if (dot(path.ray.direction, normal) < 0) path.ray.direction = mirrored(path.ray.direction, normal);
}

Vec3f LightPaths::passing(const Ray& ray, uint32_t inside) const {
  if (ground_distance(ray) < ray.length) return {};
  Passage passage;
  scene_.pass(ray, passage);
  if (passage.blocked) return {};
  Vec3f share{1, 1, 1};
  float from = 0;
  for (size_t i = 0; i < passage.count; ++i) {
    const Passage::Boundary& boundary = passage.boundary[i];
    uint32_t beyond = inside;
    // Liquids that share a surface: one ends where the other begins.
    const float same = boundary.distance + same_place(ray.origin, boundary.distance);
    for (;; ++i) {
      const uint32_t bit = bit_[passage.boundary[i].material];
      beyond = passage.boundary[i].cosine < 0 ? beyond | bit : beyond & ~bit;
      if (i + 1 == passage.count || passage.boundary[i + 1].distance > same) break;
    }
    const Material *here = medium(inside), *there = medium(beyond);
    if (here) share = share * beer(here->absorption, boundary.distance - from);
    if (here != there) {
      // As seen from the thinner side: the share that enters is the share that would leave.
      const float ratio = (there ? there->index : 1.0f) / (here ? here->index : 1.0f);
      share *= 1 - fresnel(std::min(1.0f, std::abs(boundary.cosine)), std::max(ratio, 1 / ratio));
      if (there && (!here || there->cloudiness == 1)) share *= 1 - there->cloudiness;
    }
    inside = beyond;
    from = boundary.distance;
  }
  for (const SmokeField& smoke : smoke_) share *= smoke.passing(ray, ray.length);
  return share;
}

}  // namespace weir::render
