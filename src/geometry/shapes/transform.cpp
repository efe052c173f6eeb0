// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// x -> translate + rotate * spin * scale * (x - pivot) + pivot, and how it changes. On a path: without the last pivot,
// then along the path; attached: then as its carrier goes.

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

// How the pivot's own place counts: it stays where it is, or a path says where it goes.
Vec3d pivot_offset(const Transform& transform, const Mat3d& linear) {
  const Vec3d pivot = transform.pivot.value_or(Vec3d{});
  return (transform.path ? Vec3d{} : pivot) - linear * pivot;
}

// Before anything carries it.
Affine own_at(const Transform& transform, double frame) {
  const Mat3d linear = value_at(transform.rotate, frame).matrix() * spin_at(transform, frame) *
                       Mat3d::diagonal(value_at(transform.scale, frame));
  return {linear, value_at(transform.translate, frame) + pivot_offset(transform, linear)};
}

Affine own_rate_at(const Transform& transform, double frame) {
  const Mat3d rotate = value_at(transform.rotate, frame).matrix(), spin = spin_at(transform, frame);
  const Mat3d scale = Mat3d::diagonal(value_at(transform.scale, frame));
  const Vec3d spin_rate = normalized(transform.spin_axis) * (rate_at(transform.spin, frame) * kRadians);

  const Mat3d from_rotate = cross_matrix(rate_at(transform.rotate, frame)) * rotate * spin * scale;
  const Mat3d from_spin = rotate * cross_matrix(spin_rate) * spin * scale;
  const Mat3d from_scale = rotate * spin * Mat3d::diagonal(rate_at(transform.scale, frame));
  const Mat3d linear = sum(from_rotate, sum(from_spin, from_scale));
  return {linear, rate_at(transform.translate, frame) - linear * transform.pivot.value_or(Vec3d{})};
}

}  // namespace

bool Transform::moves() const {
  return translate.moves() || rotate.moves() || spin.moves() || scale.moves() || (path && path->moves()) ||
         (carrier && carrier->transform.moves());
}

Affine Carrier::at(double frame) const { return affine_at(transform, frame) * affine_at(transform, since).inverse(); }

Affine Carrier::rate_at(double frame) const {
  return affine_rate_at(transform, frame) * affine_at(transform, since).inverse();
}

Affine affine_at(const Transform& transform, double frame) {
  Affine placed = own_at(transform, frame);
  if (transform.path) placed = affine_at(*transform.path, frame) * placed;
  if (transform.carrier) placed = transform.carrier->at(frame) * placed;
  return placed;
}

Affine affine_rate_at(const Transform& transform, double frame) {
  Affine placed = own_at(transform, frame), rate = own_rate_at(transform, frame);
  if (transform.path) {
    const Affine path = affine_at(*transform.path, frame);
    rate = rate_of_product(path, affine_rate_at(*transform.path, frame), placed, rate);
    placed = path * placed;
  }
  if (!transform.carrier) return rate;
  return rate_of_product(transform.carrier->at(frame), transform.carrier->rate_at(frame), placed, rate);
}

Affine rate_of_product(const Affine& outer, const Affine& outer_rate, const Affine& inner, const Affine& inner_rate) {
  const Affine by_outer = outer_rate * inner;
  return {sum(by_outer.linear, outer.linear * inner_rate.linear), by_outer.offset + outer.linear * inner_rate.offset};
}

Vec3d velocity_at(const Transform& transform, const Vec3d& world, double frame, double frames_per_second) {
  const Affine affine = affine_at(transform, frame);
  if (!(std::abs(affine.linear.determinant()) > 0)) {
    throw InputError("", "a scale of 0 flattens the shape; every scale must differ from 0");
  }
  return affine_rate_at(transform, frame).point(affine.inverse().point(world)) * frames_per_second;
}

}  // namespace weir
