// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The transform of a shape, fixed or keyframed: scale about the pivot, then spin, then rotate, then translate. A
// negative scale mirrors. `spin` counts turns without limit (a blade); `rotate` goes the shorter way between
// orientations.

#pragma once

#include "weir/geometry/shapes/animated.h"

namespace weir {

struct Transform {
  Animated<Vec3d> translate{Vec3d{0, 0, 0}};  // m
  Animated<EulerDegrees> rotate{EulerDegrees{}};
  Vec3d spin_axis{0, 1, 0};
  Animated<double> spin{0.0};  // degrees
  Animated<Vec3d> scale{Vec3d{1, 1, 1}};
  Vec3d pivot{0, 0, 0};  // m, in the shape's own space

  bool operator==(const Transform&) const = default;
  bool moves() const { return translate.moves() || rotate.moves() || spin.moves() || scale.moves(); }
};

Affine affine_at(const Transform& transform, double frame);

// How fast the map changes, per frame (not per second). At a key where the motion has a kink: just after the key.
Affine affine_rate_at(const Transform& transform, double frame);

// Velocity (m/s) of the point of the moving body that is at `world` at this frame.
Vec3d velocity_at(const Transform& transform, const Vec3d& world, double frame, double frames_per_second);

}  // namespace weir
