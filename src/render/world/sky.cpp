// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/world/sky.h"

#include <numbers>

namespace weir::render {

namespace {

constexpr float kPiF = std::numbers::pi_v<float>;

// The von Mises-Fisher distribution has the very shape of the key light.
float key_density(const Sky& sky, const Vec3f& direction) {
  const float s = sky.key_sharpness;
  return s / (2 * kPiF * (1 - std::exp(-2 * s))) * std::exp(-s * (1 - dot(direction, sky.key_direction)));
}

Vec3f key_sample(const Sky& sky, float u, float v) {
  const float s = sky.key_sharpness;
  const float cosine = 1 + std::log(u + (1 - u) * std::exp(-2 * s)) / s;
  const float sine = std::sqrt(std::max(0.0f, 1 - cosine * cosine));
  return Frame(sky.key_direction).world({sine * std::cos(2 * kPiF * v), sine * std::sin(2 * kPiF * v), cosine});
}

// Share of the samples that go to the key light: none when there is none, few where most of it is behind the surface.
float key_share(const Sky& sky, float cosine) {
  return max_component(sky.key) > 0 ? 0.5f * std::clamp(0.5f + 1.5f * cosine, 0.1f, 1.0f) : 0.0f;
}

Vec3f dome(const Sky& sky, float up) {
  if (up < 0) return lerp(sky.horizon, sky.below, std::min(1.0f, -6 * up));
  return lerp(sky.horizon, sky.zenith, up * up * (3 - 2 * up));
}

}  // namespace

Vec3f Sky::radiance(const Vec3f& direction) const {
  return dome(*this, direction.y) + key * std::exp(-key_sharpness * (1 - dot(direction, key_direction)));
}

Vec3f Sky::even_radiance(const Vec3f& direction) const {
  return dome(*this, direction.y) + key * ((1 - std::exp(-2 * key_sharpness)) / (2 * key_sharpness));
}

Sky Sky::uniform(const Vec3f& radiance) {
  Sky sky;
  sky.zenith = sky.horizon = sky.below = radiance;
  sky.key = {};
  return sky;
}

LightSample sample_light(const Sky& sky, const Vec3f& normal, float u, float v) {
  const float share = key_share(sky, dot(normal, sky.key_direction));
  // One number both chooses and, stretched, goes on: what is spread evenly stays so.
  const Vec3f direction =
      u < share ? key_sample(sky, u / share, v) : cosine_direction(normal, (u - share) / (1 - share), v);
  const float cosine = std::max(0.0f, dot(direction, normal));
  return {direction, share * key_density(sky, direction) + (1 - share) * cosine / kPiF};
}

LightSample sample_light_in_air(const Sky& sky, float u, float v) {
  const float share = key_share(sky, 1);
  const Vec3f direction = u < share ? key_sample(sky, u / share, v) : uniform_direction((u - share) / (1 - share), v);
  return {direction, share * key_density(sky, direction) + (1 - share) / (4 * kPiF)};
}

// Duff et al. 2017, "Building an orthonormal basis, revisited".
Frame::Frame(const Vec3f& axis) : z(axis) {
  const float sign = std::copysign(1.0f, axis.z);
  const float a = -1 / (sign + axis.z), b = axis.x * axis.y * a;
  x = {1 + sign * axis.x * axis.x * a, sign * b, -sign * axis.x};
  y = {b, sign + axis.y * axis.y * a, -axis.y};
}

Vec3f cosine_direction(const Vec3f& normal, float u, float v) {
  const float r = std::sqrt(u), angle = 2 * kPiF * v;
  return Frame(normal).world({r * std::cos(angle), r * std::sin(angle), std::sqrt(std::max(0.0f, 1 - u))});
}

Vec3f uniform_direction(float u, float v) {
  const float z = 1 - 2 * u, r = std::sqrt(std::max(0.0f, 1 - z * z)), angle = 2 * kPiF * v;
  return {r * std::cos(angle), r * std::sin(angle), z};
}

}  // namespace weir::render
