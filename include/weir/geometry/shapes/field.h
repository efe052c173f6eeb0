// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A signed distance field: how far is a point from the surface of a shape, negative inside. Everything that asks
// where a shape is (sampling, collisions, control) asks a Field, many points at a time: one virtual call a batch,
// none inside it.

#pragma once

#include <memory>
#include <span>

#include "weir/base/vec.h"

namespace weir {

class Field {
 public:
  virtual ~Field() = default;

  // Metres. The zero set is the surface; away from it the magnitude is the distance to the surface, or less where a
  // boolean or a non-uniform scale makes the true distance costly (so a march by this distance never oversteps).
  virtual void distance(std::span<const Vec3f> points, std::span<float> distance) const = 0;

  // m/s of the part of the body closest to each point. Bodies at rest keep the default.
  virtual void velocity(std::span<const Vec3f> points, std::span<Vec3f> velocity) const;

  // A box around the inside; parts that reach without limit (a plane) reach kUnbounded.
  virtual Box3f bounds() const = 0;

  static constexpr float kUnbounded = 1e6f;
};

using FieldPtr = std::shared_ptr<const Field>;

float distance_at(const Field& field, const Vec3f& point);
Vec3f velocity_at(const Field& field, const Vec3f& point);

// Slope of the distance by central differences over `step` metres: length 1 where the distance is exact.
void gradients(const Field& field, std::span<const Vec3f> points, float step, std::span<Vec3f> gradient);

// Unit outward direction by central differences over `step` metres; zero where the distance has no slope.
void normals(const Field& field, std::span<const Vec3f> points, float step, std::span<Vec3f> normal);

}  // namespace weir
