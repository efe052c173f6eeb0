// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Values and their rates between keyframes. Smooth numbers are cubic Hermite curves whose slopes are limited after
// Fritsch & Carlson 1980, "Monotone piecewise cubic interpolation": between two keys the curve never leaves their
// values. Smooth rotations are the cumulative cubic Bezier curves of Kim, Kim & Shin 1995, "A general construction
// scheme for unit quaternion curves with simple high order derivatives"; for turns about one axis both are the same.

#include "weir/geometry/shapes/animated.h"

namespace weir {

namespace {

// The two keys a frame falls between: keys[first] and keys[first + 1], t of the way in [0, 1). Held: it falls outside
// them all, where the value stays that of keys[first].
struct Segment {
  size_t first = 0;
  double length = 1, t = 0;
  bool held = true;
};

template <class T>
Segment segment_at(const std::vector<Key<T>>& keys, double frame) {
  if (frame < keys.front().frame) return {};
  if (!(frame < keys.back().frame)) return {.first = keys.size() - 1};
  const auto after =
      std::upper_bound(keys.begin(), keys.end(), frame, [](double f, const Key<T>& key) { return f < key.frame; });
  const size_t first = static_cast<size_t>(after - keys.begin()) - 1;
  const double length = keys[first + 1].frame - keys[first].frame;
  return {first, length, (frame - keys[first].frame) / length, false};
}

double magnitude(double value) { return std::abs(value); }
double magnitude(const Vec3d& value) { return length(value); }
double product(double a, double b) { return a * b; }
double product(const Vec3d& a, const Vec3d& b) { return dot(a, b); }

// Slope at a key between spans of lengths h0 and h1 with mean slopes s0 and s1: that of the parabola through the three
// keys, zero at a turning point, at most three times the flatter neighbour (the monotone region of the paper).
template <class T>
T limited_slope(const T& s0, const T& s1, double h0, double h1) {
  if (product(s0, s1) <= 0) return T{};
  const T slope = (s0 * h1 + s1 * h0) / (h0 + h1);
  const double limit = 3 * std::min(magnitude(s0), magnitude(s1));
  return magnitude(slope) > limit ? slope * (limit / magnitude(slope)) : slope;
}

struct Sample {
  double value = 0, rate = 0;
};

// `component(value)` picks the number of a key's value that is asked for.
template <class T, class Component>
Sample sample(const Animated<T>& animated, double frame, Component&& component) {
  const auto& keys = animated.keys;
  const Segment at = segment_at(keys, frame);
  const auto value = [&](size_t key) { return component(keys[key].value); };
  if (at.held || animated.between == Interpolation::step) return {value(at.first), 0};

  const auto span = [&](size_t key) { return keys[key + 1].frame - keys[key].frame; };
  const auto mean_slope = [&](size_t key) { return (value(key + 1) - value(key)) / span(key); };
  const double a = value(at.first), b = value(at.first + 1), h = at.length, t = at.t;
  if (animated.between == Interpolation::linear) return {a + (b - a) * t, (b - a) / h};

  const auto slope = [&](size_t key) {
    if (key == 0 || key + 1 == keys.size()) return 0.0;
    return limited_slope(mean_slope(key - 1), mean_slope(key), span(key - 1), span(key));
  };
  const double m0 = slope(at.first) * h, m1 = slope(at.first + 1) * h;
  const double curve = a + (b - a) * t * t * (3 - 2 * t) + m0 * t * (1 - t) * (1 - t) - m1 * t * t * (1 - t);
  const double rate = 6 * (b - a) * t * (1 - t) + m0 * (1 - t) * (1 - 3 * t) + m1 * t * (3 * t - 2);
  return {std::clamp(curve, std::min(a, b), std::max(a, b)), rate / h};  // clamp: rounding alone can overshoot
}

template <class Pick>
Vec3d by_component(const Animated<Vec3d>& animated, double frame, Pick&& pick) {
  Vec3d result;
  for (int axis = 0; axis < 3; ++axis) {
    result[axis] = pick(sample(animated, frame, [axis](const Vec3d& v) { return v[axis]; }));
  }
  return result;
}

struct RotationSample {
  Quatd value{};
  Vec3d rate{};  // radians a frame, about the axes of the turned body
};

RotationSample sample(const Animated<EulerDegrees>& animated, double frame) {
  const auto& keys = animated.keys;
  const Segment at = segment_at(keys, frame);
  const auto value = [&](size_t key) { return Quatd::from_euler_degrees(keys[key].value.degrees); };
  const Quatd from = value(at.first);
  if (at.held || animated.between == Interpolation::step) return {from, {}};

  const auto turn = [&](size_t key) { return (value(key).conjugate() * value(key + 1)).log(); };
  const double h = at.length, t = at.t;
  if (animated.between == Interpolation::linear) {
    const Vec3d whole = turn(at.first);
    return {from * Quatd::exp(whole * t), whole / h};
  }

  const auto slope = [&](size_t key) {
    if (key == 0 || key + 1 == keys.size()) return Vec3d{};
    const double h0 = keys[key].frame - keys[key - 1].frame, h1 = keys[key + 1].frame - keys[key].frame;
    return limited_slope(turn(key - 1) / h0, turn(key) / h1, h0, h1);
  };
  const Vec3d w1 = slope(at.first) * (h / 3), w3 = slope(at.first + 1) * (h / 3);
  const Quatd middle = Quatd::exp(-w1) * from.conjugate() * value(at.first + 1) * Quatd::exp(-w3);
  const Vec3d w2 = middle.log();
  const double u = 1 - t;
  const Quatd q1 = Quatd::exp(w1 * (1 - u * u * u)), q2 = Quatd::exp(w2 * (t * t * (3 - 2 * t)));
  const Quatd q3 = Quatd::exp(w3 * (t * t * t));
  const Vec3d rate = (q2 * q3).conjugate().matrix() * (w1 * (3 * u * u)) +
                     q3.conjugate().matrix() * (w2 * (6 * t * u)) + w3 * (3 * t * t);
  return {from * q1 * q2 * q3, rate / h};
}

}  // namespace

double value_at(const Animated<double>& animated, double frame) {
  return sample(animated, frame, [](double v) { return v; }).value;
}

Vec3d value_at(const Animated<Vec3d>& animated, double frame) {
  return by_component(animated, frame, [](const Sample& s) { return s.value; });
}

Quatd value_at(const Animated<EulerDegrees>& animated, double frame) { return sample(animated, frame).value; }

double rate_at(const Animated<double>& animated, double frame) {
  return sample(animated, frame, [](double v) { return v; }).rate;
}

Vec3d rate_at(const Animated<Vec3d>& animated, double frame) {
  return by_component(animated, frame, [](const Sample& s) { return s.rate; });
}

Vec3d rate_at(const Animated<EulerDegrees>& animated, double frame) {
  const RotationSample at = sample(animated, frame);
  return at.value.matrix() * at.rate;
}

}  // namespace weir
