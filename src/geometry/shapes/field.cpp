// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/geometry/shapes/field.h"

#include <array>

namespace weir {

void Field::velocity(std::span<const Vec3f> points, std::span<Vec3f> velocity) const {
  std::fill_n(velocity.begin(), points.size(), Vec3f{});
}

float distance_at(const Field& field, const Vec3f& point) {
  float result = 0;
  field.distance({&point, 1}, {&result, 1});
  return result;
}

Vec3f velocity_at(const Field& field, const Vec3f& point) {
  Vec3f result;
  field.velocity({&point, 1}, {&result, 1});
  return result;
}

void gradients(const Field& field, std::span<const Vec3f> points, float step, std::span<Vec3f> gradient) {
  constexpr size_t kPoints = 64;  // a chunk: its six neighbours fit on the stack
  std::array<Vec3f, 6 * kPoints> around;
  std::array<float, 6 * kPoints> d;
  for (size_t begin = 0; begin < points.size(); begin += kPoints) {
    const size_t count = std::min(kPoints, points.size() - begin);
    for (size_t i = 0; i < count; ++i) {
      for (int axis = 0; axis < 3; ++axis) {
        Vec3f offset;
        offset[axis] = step;
        around[6 * i + 2 * static_cast<size_t>(axis)] = points[begin + i] - offset;
        around[6 * i + 2 * static_cast<size_t>(axis) + 1] = points[begin + i] + offset;
      }
    }
    field.distance({around.data(), 6 * count}, {d.data(), 6 * count});
    for (size_t i = 0; i < count; ++i) {
      const float* at = &d[6 * i];
      gradient[begin + i] = Vec3f{at[1] - at[0], at[3] - at[2], at[5] - at[4]} / (2 * step);
    }
  }
}

void normals(const Field& field, std::span<const Vec3f> points, float step, std::span<Vec3f> normal) {
  gradients(field, points, step, normal);
  for (size_t i = 0; i < points.size(); ++i) normal[i] = normalized(normal[i]);
}

}  // namespace weir
