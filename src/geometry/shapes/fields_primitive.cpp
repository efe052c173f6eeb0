// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Exact signed distances of simple bodies, each a formula of one point.

#include "geometry/shapes/fields.h"

namespace weir {

namespace {

template <class Distance>
class PrimitiveField final : public Field {
 public:
  PrimitiveField(const Box3d& bounds, Distance distance) : bounds_(static_cast<Box3f>(bounds)), distance_(distance) {}

  void distance(std::span<const Vec3f> points, std::span<float> distance) const override {
    for (size_t i = 0; i < points.size(); ++i) distance[i] = distance_(points[i]);
  }
  Box3f bounds() const override { return bounds_; }

 private:
  Box3f bounds_;
  Distance distance_;
};

template <class Distance>
FieldPtr primitive(const Box3d& bounds, Distance distance) {
  return std::make_shared<PrimitiveField<Distance>>(bounds, distance);
}

Box3d box_around(const Vec3d& centre, const Vec3d& half) { return {centre - half, centre + half}; }
Vec3d all(double value) { return {value, value, value}; }

// Distance to a box in the plane, from the distances beyond its sides along both axes.
float corner_distance(float x, float y) {
  const float outside_x = std::max(x, 0.0f), outside_y = std::max(y, 0.0f);
  return std::min(std::max(x, y), 0.0f) + std::sqrt(outside_x * outside_x + outside_y * outside_y);
}

// Closest point of an ellipsoid: radii_i^2 p_i / (radii_i^2 + t), where t solves sum (radii_i p_i / (radii_i^2 + t))^2
// = 1. The sum is convex and falls with t, so Newton's method from the left never jumps over the root.
double ellipsoid_distance(const Vec3d& point, const Vec3d& radii) {
  constexpr double kOffAxis = 1e-9;  // keeps points on a symmetry plane from dividing zero by zero
  const Vec3d p = max(abs(point), radii * kOffAxis), squared = radii * radii, weighted = radii * p;
  double t = max_component(weighted - squared);
  for (int step = 0; step < 60; ++step) {
    const Vec3d below = squared + all(t), ratio = weighted / below;
    const double excess = dot(ratio, ratio) - 1;
    const double move = excess / (2 * dot(ratio * ratio, Vec3d{1 / below.x, 1 / below.y, 1 / below.z}));
    t += move;
    if (std::abs(move) <= 1e-12 * max_component(squared)) break;
  }
  const Vec3d closest = squared * p / (squared + all(t));
  return t < 0 ? -length(p - closest) : length(p - closest);
}

}  // namespace

FieldPtr box_field(const Box3d& box) {
  const Vec3f centre = static_cast<Vec3f>(box.centre()), half = static_cast<Vec3f>(box.size() / 2.0);
  return primitive(box, [=](const Vec3f& p) {
    const Vec3f beyond = abs(p - centre) - half;
    return std::min(max_component(beyond), 0.0f) + length(max(beyond, Vec3f{}));
  });
}

FieldPtr sphere_field(const Vec3d& centre, double radius) {
  const Vec3f c = static_cast<Vec3f>(centre);
  const float r = static_cast<float>(radius);
  return primitive(box_around(centre, all(radius)), [=](const Vec3f& p) { return length(p - c) - r; });
}

FieldPtr cylinder_field(double radius, double height) {
  const float r = static_cast<float>(radius), half = static_cast<float>(height / 2);
  return primitive(box_around({}, {radius, height / 2, radius}), [=](const Vec3f& p) {
    return corner_distance(std::sqrt(p.x * p.x + p.z * p.z) - r, std::abs(p.y) - half);
  });
}

FieldPtr capsule_field(const Vec3d& from, const Vec3d& to, double radius) {
  return round_cone_field(from, to, radius, radius);
}

FieldPtr round_cone_field(const Vec3d& from, const Vec3d& to, double radius_from, double radius_to) {
  Box3d bounds = box_around(from, all(radius_from));
  bounds.include(box_around(to, all(radius_to)));
  // The body is the union of the balls along its axis; `taper` is by how much their radius shrinks a metre. When one
  // end ball holds the other, only that one counts.
  const double distance = length(to - from), shrink = radius_from - radius_to;
  if (distance <= std::abs(shrink)) {
    return shrink > 0 ? sphere_field(from, radius_from) : sphere_field(to, radius_to);
  }
  const Vec3f a = static_cast<Vec3f>(from), axis = static_cast<Vec3f>((to - from) / std::max(distance, 1e-30));
  const float along = static_cast<float>(distance), r = static_cast<float>(radius_from);
  const float taper = static_cast<float>(distance > 0 ? shrink / distance : 0);
  const float lean = taper / std::sqrt(1 - taper * taper);
  return primitive(bounds, [=](const Vec3f& p) {
    const float y = dot(p - a, axis), x = length(p - a - axis * y);
    const float ball = std::clamp(y - lean * x, 0.0f, along);
    return std::sqrt(x * x + (y - ball) * (y - ball)) - (r - taper * ball);
  });
}

FieldPtr ellipsoid_field(const Vec3d& centre, const Vec3d& radii) {
  return primitive(box_around(centre, radii), [=](const Vec3f& p) {
    return static_cast<float>(ellipsoid_distance(static_cast<Vec3d>(p) - centre, radii));
  });
}

FieldPtr torus_field(double radius, double tube) {
  const float r = static_cast<float>(radius), t = static_cast<float>(tube);
  return primitive(box_around({}, {radius + tube, tube, radius + tube}), [=](const Vec3f& p) {
    const float x = std::sqrt(p.x * p.x + p.z * p.z) - r;
    return std::sqrt(x * x + p.y * p.y) - t;
  });
}

FieldPtr plane_field(const Vec3d& point, const Vec3d& normal) {
  const Vec3d unit = normalized(normal);
  Box3d bounds = box_around({}, all(Field::kUnbounded));
  for (int axis = 0; axis < 3; ++axis) {  // only a plane across an axis bounds anything
    if (unit[axis] > 1 - 1e-12) bounds.upper[axis] = point[axis];
    if (unit[axis] < -1 + 1e-12) bounds.lower[axis] = point[axis];
  }
  const Vec3f n = static_cast<Vec3f>(unit), q = static_cast<Vec3f>(point);
  return primitive(bounds, [=](const Vec3f& p) { return dot(p - q, n); });
}

}  // namespace weir
