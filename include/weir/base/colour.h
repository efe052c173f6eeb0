// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Colours: files and people have them as sRGB, light is added up linearly.

#pragma once

#include <cmath>
#include <cstdint>

#include "weir/base/vec.h"

namespace weir {

inline float to_srgb(float linear) {
  return linear <= 0.0031308f ? 12.92f * linear : 1.055f * std::pow(linear, 1 / 2.4f) - 0.055f;
}
inline float from_srgb(float srgb) {
  return srgb <= 0.04045f ? srgb / 12.92f : std::pow((srgb + 0.055f) / 1.055f, 2.4f);
}
inline Vec3f from_srgb(const Vec3f& srgb) { return {from_srgb(srgb.x), from_srgb(srgb.y), from_srgb(srgb.z)}; }

// 0xrrggbb
inline Vec3f srgb_of(uint32_t hex) {
  const auto channel = [&](int shift) { return static_cast<float>((hex >> shift) & 0xff) / 255; };
  return {channel(16), channel(8), channel(0)};
}
inline Vec3f colour_of(uint32_t hex) { return from_srgb(srgb_of(hex)); }

}  // namespace weir
