// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/pressure_fit.h"

#include <algorithm>

namespace weir {

namespace {

// Of the points' weight: what a slope that few points tell of is damped by.
constexpr double kDamping = 1e-3;

// Spacings within which a point of the liquid must be: farther from all of them it is air.
constexpr float kWet = 1.25f;

struct Sums {
  double weight = 0, pressure = 0, least = 0;
  float nearest = 1;  // of the reach
  Vec3d offset{}, with_pressure{};
  Vec3d square[3]{};

  void add(double w, const Vec3d& d, double p) {
    weight += w;
    pressure += w * p;
    least = std::min(least, p);
    offset += d * w;
    with_pressure += d * (w * p);
    for (int axis = 0; axis < 3; ++axis) square[axis] += d * (w * d[axis]);
  }
};

}  // namespace

PressureFit::PressureFit(PressurePoints points)
    : reach_(kReach * points.spacing),
      cells_(std::max(reach_, 1e-30f)),
      position_(points.position.size()),
      pressure_(points.position.size()) {
  if (points.position.empty()) return;
  const std::span<const uint32_t> order = cells_.sort(points.position);
  for (size_t i = 0; i < order.size(); ++i) {
    position_[i] = points.position[order[i]];
    pressure_[i] = points.pressure[order[i]];
  }
}

// With d from the point and a weight w, p ~ a + b . d about the mean; the pressure at the point is that at d = 0.
double PressureFit::at(const Vec3f& point, const Vec3f& normal) const {
  if (position_.empty()) return 0;
  const Cells::Around around = cells_.around(cells_.coordinates_of(point));
  Sums s;
  for (size_t r = 0; r < around.count; ++r) {
    for (uint32_t i = around.range[r].begin; i < around.range[r].end; ++i) {
      const Vec3f d = position_[i] - point;
      const float q = length(d) / reach_;
      if (q >= 1 || dot(d, normal) < 0) continue;
      s.nearest = std::min(s.nearest, q);
      s.add(static_cast<double>((1 - q) * (1 - q)), static_cast<Vec3d>(d), static_cast<double>(pressure_[i]));
    }
  }
  if (s.nearest * kReach > kWet) return 0;
  const Vec3d mean = s.offset / s.weight;
  const double mean_pressure = s.pressure / s.weight;
  const double damping = kDamping * s.weight * static_cast<double>(reach_ * reach_) / (kReach * kReach);
  Mat3d spread;
  for (int axis = 0; axis < 3; ++axis) {
    spread.row[axis] = s.square[axis] - mean * (mean[axis] * s.weight);
    spread.row[axis][axis] += damping;
  }
  const Vec3d slope = spread.inverse() * (s.with_pressure - mean * (mean_pressure * s.weight));
  // Above the surface the line goes on below 0; suction is what the points themselves tell of.
  return std::max(mean_pressure - dot(slope, mean), s.least);
}

}  // namespace weir
