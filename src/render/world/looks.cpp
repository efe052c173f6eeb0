// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/world/looks.h"

#include <numbers>

namespace weir::render {

namespace {

// `light`: what falls on a surface that faces the lamp. `width`: of the lamp, in radians.
void set_key(Sky& sky, const Vec3f& towards, const Vec3f& light, float width) {
  sky.key_direction = normalized(towards);
  sky.key_sharpness = 1 / (width * width);
  sky.key = light * (sky.key_sharpness / (2 * std::numbers::pi_v<float>));
}

Lighting daylight() {
  Lighting look;
  look.sky.zenith = {0.20f, 0.38f, 0.80f};
  look.sky.horizon = {0.62f, 0.74f, 0.88f};
  look.sky.below = {0.35f, 0.33f, 0.30f};
  set_key(look.sky, {-0.55f, 0.8f, 0.35f}, {2.2f, 2.05f, 1.75f}, 0.05f);
  look.ground = {0.50f, 0.42f, 0.31f};
  return look;
}

Lighting sunset() {
  Lighting look;
  look.sky.zenith = {0.13f, 0.17f, 0.36f};
  look.sky.horizon = {0.95f, 0.42f, 0.17f};
  look.sky.below = {0.14f, 0.09f, 0.08f};
  set_key(look.sky, {-0.72f, 0.32f, -0.62f}, {2.6f, 1.15f, 0.42f}, 0.07f);
  look.ground = {0.33f, 0.28f, 0.26f};
  return look;
}

Lighting night() {
  Lighting look;
  look.sky.zenith = {0.012f, 0.022f, 0.055f};
  look.sky.horizon = {0.035f, 0.055f, 0.11f};
  look.sky.below = {0.01f, 0.015f, 0.03f};
  set_key(look.sky, {0.5f, 0.75f, -0.45f}, {0.32f, 0.42f, 0.60f}, 0.08f);
  look.ground = {0.25f, 0.25f, 0.27f};
  look.exposure = 0.7;
  return look;
}

Lighting clay() {
  Lighting look;
  look.sky.zenith = {0.62f, 0.62f, 0.62f};
  look.sky.horizon = {0.50f, 0.50f, 0.50f};
  look.sky.below = {0.30f, 0.30f, 0.30f};
  set_key(look.sky, {-0.6f, 0.7f, 0.4f}, {1.5f, 1.45f, 1.4f}, 0.25f);
  look.ground = {0.42f, 0.42f, 0.42f};
  return look;
}

}  // namespace

Lighting lighting_of(Look look) {
  switch (look) {
    case Look::studio:
      return {};
    case Look::daylight:
      return daylight();
    case Look::sunset:
      return sunset();
    case Look::night:
      return night();
    case Look::clay:
      return clay();
  }
  return {};
}

void turn_to_clay(std::vector<Material>& materials) {
  constexpr float kLiquid = 0.75f, kSolid = 0.45f;
  for (Material& material : materials) {
    const float white = material.liquid ? kLiquid : kSolid;
    material = {.colour = {white, white, white}};
  }
}

}  // namespace weir::render
