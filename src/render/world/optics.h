// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Light at a smooth boundary between two clear media: Fresnel's and Snell's laws. Unit directions; the normal is on
// the side that the light path comes from.

#pragma once

#include "weir/base/vec.h"

namespace weir::render {

inline Vec3f mirrored(const Vec3f& direction, const Vec3f& normal) {
  return direction - normal * (2 * dot(direction, normal));
}

// Share of unpolarised light that is reflected at a boundary whose far side has `ratio` times the near side's
// refractive index; 1 beyond the critical angle. `cosine`: between the path and the normal, 0 to 1.
inline float fresnel(float cosine, float ratio) {
  const float inside = 1 - (1 - cosine * cosine) / (ratio * ratio);
  if (inside <= 0) return 1;
  const float far = std::sqrt(inside);
  const float parallel = (ratio * cosine - far) / (ratio * cosine + far);
  const float across = (cosine - ratio * far) / (cosine + ratio * far);
  return 0.5f * (parallel * parallel + across * across);
}

// Only below the critical angle.
inline Vec3f refracted(const Vec3f& direction, const Vec3f& normal, float ratio) {
  const float cosine = -dot(direction, normal);
  const float far = std::sqrt(std::max(0.0f, 1 - (1 - cosine * cosine) / (ratio * ratio)));
  return normalized(direction / ratio + normal * (cosine / ratio - far));
}

}  // namespace weir::render
