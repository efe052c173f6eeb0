// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The transform of a shape, fixed or keyframed: scale about the pivot, then spin, then rotate, then translate. A
// negative scale mirrors. `spin` counts turns without limit (a blade); `rotate` goes the shorter way between
// orientations.
//
// With a path, the pivot goes along its curve, and `translate` is a way from there. What carries it moves all of that.

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "weir/geometry/shapes/animated.h"
#include "weir/geometry/shapes/path.h"

namespace weir {

struct Carrier;

struct Transform {
  Animated<Vec3d> translate{Vec3d{0, 0, 0}};  // m
  Animated<EulerDegrees> rotate{EulerDegrees{}};
  Vec3d spin_axis{0, 1, 0};
  Animated<double> spin{0.0};  // degrees
  Animated<Vec3d> scale{Vec3d{1, 1, 1}};
  std::optional<Vec3d> pivot;  // m, in the shape's own space; none: its zero. Scenes give one to shapes on a path
  std::optional<Path> path;
  std::string attach;                      // name of a solid
  std::shared_ptr<const Carrier> carrier;  // that solid, where its keyframes say how it moves (scene/settle.h)

  bool operator==(const Transform&) const = default;
  bool moves() const;
};

// What moves others with it: as far as its transform has gone since a frame.
struct Carrier {
  Transform transform;
  double since = 1;

  Affine at(double frame) const;
  Affine rate_at(double frame) const;
};

Affine affine_at(const Transform& transform, double frame);

// How fast the map changes, per frame (not per second). At a key where the motion has a kink: just after the key.
Affine affine_rate_at(const Transform& transform, double frame);

// How fast outer * inner changes when both do.
Affine rate_of_product(const Affine& outer, const Affine& outer_rate, const Affine& inner, const Affine& inner_rate);

// Velocity (m/s) of the point of the moving body that is at `world` at this frame.
Vec3d velocity_at(const Transform& transform, const Vec3d& world, double frame, double frames_per_second);

}  // namespace weir
