// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/flow_lattice.h"

namespace weir {

namespace {

// Unit vectors, right-handed: along the flow, then across it where the stream is thinnest.
std::array<Vec3d, 3> axes_of(const Vec3d& flow, const Vec3d& thin, int dimensions) {
  const Vec3d along = normalized(flow);
  if (dimensions == 2) return {along, {-along.y, along.x, 0}, {0, 0, 1}};
  Vec3d across = thin - along * dot(thin, along);
  // Where the stream is thinnest along its flow, any direction will do.
  for (int axis = 0; axis < 3 && length(across) < 1e-3 * length(thin); ++axis) {
    Vec3d other{};
    other[axis] = length(thin);
    across = other - along * dot(other, along);
  }
  across = normalized(across);
  return {along, across, cross(along, across)};
}

// Coordinates of the three (2D: two) points next to the origin, one a row.
std::array<Vec3d, 3> neighbours(int dimensions) {
  if (dimensions == 2) {
    const double angle = std::atan((std::sqrt(5.0) - 1) / 2);
    return {Vec3d{std::cos(angle), std::sin(angle), 0}, Vec3d{-std::sin(angle), std::cos(angle), 0}, Vec3d{0, 0, 1}};
  }
  const double t = 2 * std::cos(2 * kPi / 7), a = 2 + t, b = (1 + t) * (1 + t), c = 1;
  const double volume = std::cbrt(a * a * a + b * b * b + c * c * c - 3 * a * b * c);
  return {Vec3d{a, b, c} / volume, Vec3d{c, a, b} / volume, Vec3d{b, c, a} / volume};
}

}  // namespace

FlowLattice::FlowLattice(double spacing, int dimensions, const Vec3d& flow, const Vec3d& thin)
    : dimensions_(dimensions) {
  const std::array<Vec3d, 3> axes = axes_of(flow, thin, dimensions), own = neighbours(dimensions);
  for (size_t i = 0; i < 3; ++i) {
    basis_[i] = (axes[0] * own[i].x + axes[1] * own[i].y + axes[2] * own[i].z) * spacing;
  }
  const double volume = dot(basis_[0], cross(basis_[1], basis_[2]));
  for (size_t i = 0; i < 3; ++i) inverse_[i] = cross(basis_[(i + 1) % 3], basis_[(i + 2) % 3]) / volume;
}

FlowLattice::Range FlowLattice::range(size_t axis, const Box3d& box) const {
  const Vec3d& inverse = inverse_[axis];
  const Vec3d half = box.size() / 2.0;
  const double middle = dot(inverse, box.centre());
  const double reach =
      std::abs(inverse.x) * half.x + std::abs(inverse.y) * half.y + std::abs(inverse.z) * half.z + 1e-6;
  return {static_cast<int64_t>(std::ceil(middle - reach)), static_cast<int64_t>(std::floor(middle + reach))};
}

FlowLattice::Range FlowLattice::clip(const Vec3d& start, Range row, const Box3d& box) const {
  auto first = static_cast<double>(row.first), last = static_cast<double>(row.last);
  for (int axis = 0; axis < dimensions_; ++axis) {
    const double step = basis_[0][axis];
    const double to_lower = box.lower[axis] - start[axis], to_upper = box.upper[axis] - start[axis];
    if (step == 0) {
      if (to_lower > 0 || to_upper < 0) return {0, -1};
      continue;
    }
    first = std::max(first, (step > 0 ? to_lower : to_upper) / step);
    last = std::min(last, (step > 0 ? to_upper : to_lower) / step);
  }
  return {static_cast<int64_t>(std::ceil(first)), static_cast<int64_t>(std::floor(last))};
}

}  // namespace weir
