// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Keyframed values. Keys sit at frames (1 is the start of the animation; fractions are allowed), because artists
// think in frames; before the first key and after the last the value stays.
//
//   linear  straight from key to key
//   smooth  a cubic through the keys that starts and ends at rest and never overshoots a key
//   step    holds a key's value until the next key

#pragma once

#include <vector>

#include "weir/base/vec.h"

namespace weir {

enum class Interpolation { linear, smooth, step };

template <class T>
struct Key {
  double frame = 1;
  T value{};
  bool operator==(const Key&) const = default;
};

// Turns about x, y, z (fixed axes, in this order) in degrees: how rotations are written; they interpolate as rotations.
struct EulerDegrees {
  Vec3d degrees{};
  bool operator==(const EulerDegrees&) const = default;
};

template <class T>
struct Animated {
  std::vector<Key<T>> keys{Key<T>{}};  // at least one, frames strictly increasing
  Interpolation between = Interpolation::linear;

  Animated() = default;
  Animated(T constant) : keys{{1, constant}} {}  // NOLINT: a plain value is an animated one that stays
  Animated(std::vector<Key<T>> k, Interpolation i) : keys(std::move(k)), between(i) {}
  bool operator==(const Animated&) const = default;
  bool moves() const { return keys.size() > 1; }
};

double value_at(const Animated<double>& animated, double frame);
Vec3d value_at(const Animated<Vec3d>& animated, double frame);
// Between keys the shorter way round: slerp when linear, a C1 quaternion curve (Kim, Kim & Shin 1995) when smooth.
Quatd value_at(const Animated<EulerDegrees>& animated, double frame);

// Change per frame; at a key where the motion has a kink, the one just after the key. Of a rotation: the angular
// velocity (radians a frame) about the axes of the world.
double rate_at(const Animated<double>& animated, double frame);
Vec3d rate_at(const Animated<Vec3d>& animated, double frame);
Vec3d rate_at(const Animated<EulerDegrees>& animated, double frame);

}  // namespace weir
