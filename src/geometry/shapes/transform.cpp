// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// x -> translate + rotate * spin * scale * (x - pivot) + pivot, and how it changes.

#include "weir/geometry/shapes/transform.h"

#include "weir/base/error.h"

namespace weir {

namespace {

constexpr double kRadians = kPi / 180;

// The matrix of v -> axis x v.
Mat3d cross_matrix(const Vec3d& axis) {
  return {{Vec3d{0, -axis.z, axis.y}, Vec3d{axis.z, 0, -axis.x}, Vec3d{-axis.y, axis.x, 0}}};
}

Mat3d sum(const Mat3d& a, const Mat3d& b) { return {{a.row[0] + b.row[0], a.row[1] + b.row[1], a.row[2] + b.row[2]}}; }

Mat3d spin_at(const Transform& transform, double frame) {
  return Quatd::from_axis_angle(transform.spin_axis, value_at(transform.spin, frame) * kRadians).matrix();
}

}  // namespace

Affine affine_at(const Transform& transform, double frame) {
  const Mat3d linear = value_at(transform.rotate, frame).matrix() * spin_at(transform, frame) *
                       Mat3d::diagonal(value_at(transform.scale, frame));
  return {linear, value_at(transform.translate, frame) + transform.pivot - linear * transform.pivot};
}

Affine affine_rate_at(const Transform& transform, double frame) {
  const Mat3d rotate = value_at(transform.rotate, frame).matrix(), spin = spin_at(transform, frame);
  const Mat3d scale = Mat3d::diagonal(value_at(transform.scale, frame));
  const Vec3d spin_rate = normalized(transform.spin_axis) * (rate_at(transform.spin, frame) * kRadians);

  const Mat3d from_rotate = cross_matrix(rate_at(transform.rotate, frame)) * rotate * spin * scale;
  const Mat3d from_spin = rotate * cross_matrix(spin_rate) * spin * scale;
  const Mat3d from_scale = rotate * spin * Mat3d::diagonal(rate_at(transform.scale, frame));
  const Mat3d linear = sum(from_rotate, sum(from_spin, from_scale));
  return {linear, rate_at(transform.translate, frame) - linear * transform.pivot};
}

Vec3d velocity_at(const Transform& transform, const Vec3d& world, double frame, double frames_per_second) {
  const Affine affine = affine_at(transform, frame);
  if (!(std::abs(affine.linear.determinant()) > 0)) {
    throw InputError("", "a scale of 0 flattens the shape; every scale must differ from 0");
  }
  return affine_rate_at(transform, frame).point(affine.inverse().point(world)) * frames_per_second;
}

}  // namespace weir
