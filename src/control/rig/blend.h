// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How far a deformation reaches: g = 1 - b, which is 1 in the inner region, 0 outside of the outer one and in between
// the Bernstein polynomial of Eq. 3. With b = 4 t^3 - 3 t^4 its second derivative is 0 where t = 0, and where t = 1
// both p and q vanish with their gradients: the velocity of Eq. 6 is C1 across both borders.
//
// The fields r(x) here are smooth wherever the blend is neither 0 nor 1; a plain distance to a box or to a segment has
// creases, which would be creases of the velocity.

#pragma once

#include <cmath>

#include "weir/base/vec.h"

namespace weir::rig {

struct Scalar {
  double value = 0;
  Vec3d gradient{};
};

struct Ramp {
  double value = 0, slope = 0;
};

// b(t) of Eq. 3 and its derivative, for any t.
inline Ramp bernstein_ramp(double t) {
  if (t <= 0) return {0, 0};
  if (t >= 1) return {1, 0};
  return {t * t * t * (4 - 3 * t), 12 * t * t * (1 - t)};
}

// From 0 to 1 with first and second derivatives that are 0 at both ends.
inline Ramp smooth_ramp(double t) {
  if (t <= 0) return {0, 0};
  if (t >= 1) return {1, 0};
  return {t * t * t * (t * (t * 6 - 15) + 10), 30 * t * t * (t - 1) * (t - 1)};
}

// g(x) from r(x) with thresholds r_i < r_o. With r_i > r_o it is the other way round: 1 where r is large.
inline Scalar reach(const Scalar& r, double inner, double outer) {
  const double scale = 1 / (outer - inner);
  const Ramp b = bernstein_ramp((r.value - inner) * scale);
  return {1 - b.value, r.gradient * (-b.slope * scale)};
}

inline Scalar distance_to_point(const Vec3d& d) {
  const double r = length(d);
  return {r, r > 0 ? d / r : Vec3d{}};
}

// Half of what a way over x is longer than the segment: surfaces of equal r are spheroids with the ends as foci, which
// are r away from the segment at its ends and a little farther in its middle.
inline Scalar distance_to_segment(const Vec3d& x, const Vec3d& from, const Vec3d& to) {
  const Scalar a = distance_to_point(x - from), b = distance_to_point(x - to);
  return {0.5 * (a.value + b.value - length(to - from)), (a.gradient + b.gradient) * 0.5};
}

// 1 on a box with round edges of these half sizes, in proportion inside and outside of it: the 8-norm.
inline Scalar in_half_sizes(const Vec3d& d, const Vec3d& half) {
  const Vec3d s = d / half;
  const auto seventh = [](double v) { return v * v * v * v * v * v * v; };
  const double sum = seventh(s.x) * s.x + seventh(s.y) * s.y + seventh(s.z) * s.z;
  if (sum == 0) return {};
  const double r = std::pow(sum, 0.125);
  return {r, Vec3d{seventh(s.x) / half.x, seventh(s.y) / half.y, seventh(s.z) / half.z} * (r / sum)};
}

inline Scalar along(const Vec3d& d, const Vec3d& direction) { return {dot(d, direction), direction}; }

}  // namespace weir::rig
