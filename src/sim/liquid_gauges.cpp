// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/liquid_gauges.h"

#include <algorithm>
#include <cmath>

#include "weir/base/parallel.h"

namespace weir {

namespace {

constexpr double kReach = 2;  // spacings
constexpr double kUnlimited = 1e30;

// A tent of this reach over 0, with an area of 1.
double tent(double x, double reach) { return std::max(0.0, 1 - std::abs(x) / reach) / reach; }

// How much of a piece of this size, in the middle of which x is, lies above 0.
double part_above(double x, double size) { return std::clamp(0.5 + x / size, 0.0, 1.0); }

double volume_of(const Scene& scene, const Particles& particles, size_t i) {
  return static_cast<double>(particles.mass[i]) / scene.phases[particles.phase[i]].density;
}

}  // namespace

HeightGauge::HeightGauge(const Scene& scene, const probes::Height& settings)
    : scene_(scene), zero_(settings.point), up_(normalized(settings.up)), reach_(kReach * scene.solver.spacing) {
  across_[0] = scene.dimensions == 2   ? Vec3d{up_.y, -up_.x, 0}
               : std::abs(up_.x) < 0.9 ? normalized(Vec3d{1, 0, 0} - up_ * up_.x)
                                       : normalized(Vec3d{0, 1, 0} - up_ * up_.y);
  across_[1] = cross(across_[0], up_);
  if (settings.above == probes::HeightAbove::floor && scene.domain) {
    for (int axis = 0; axis < 3; ++axis) {
      if (up_[axis] != 0) zero_[axis] = up_[axis] > 0 ? scene.domain->lower[axis] : scene.domain->upper[axis];
    }
  }
  share_ = share_between_walls();
}

double HeightGauge::share_between_walls() const {
  constexpr int kSteps = 64;
  const Box3d box = scene_.solid_box();
  const int rows = scene_.dimensions == 2 ? 1 : kSteps;
  double inside = 0, all = 0;
  const auto offset = [&](int i) { return reach_ * (2 * (i + 0.5) / kSteps - 1); };
  for (int i = 0; i < kSteps; ++i) {
    for (int j = 0; j < rows; ++j) {
      const double a = offset(i), b = rows == 1 ? 0 : offset(j);
      const double weight = tent(a, reach_) * tent(b, reach_);
      // On the line's own height every point is: only where it is across the line matters.
      const Vec3d p = zero_ + across_[0] * a + across_[1] * b;
      bool is_inside = true;
      for (int axis = 0; axis < scene_.dimensions; ++axis) {
        if (std::abs(up_[axis]) < 0.9) is_inside &= p[axis] >= box.lower[axis] && p[axis] <= box.upper[axis];
      }
      all += weight;
      inside += is_inside ? weight : 0;
    }
  }
  return std::max(inside / all, 0.05);
}

void HeightGauge::add(const LiquidPieces& liquid) {
  const Particles& particles = liquid.particles;
  const auto zero = static_cast<Vec3f>(zero_), a = static_cast<Vec3f>(across_[0]), b = static_cast<Vec3f>(across_[1]);
  const auto reach = static_cast<float>(reach_);
  const bool flat = scene_.dimensions == 2;
  for (size_t i = 0; i < particles.size(); ++i) {
    const Vec3f d = particles.position[i] - zero;
    const float u = dot(d, a), v = flat ? 0 : dot(d, b);
    if (std::abs(u) >= reach || std::abs(v) >= reach) continue;
    const double weight =
        tent(static_cast<double>(u), reach_) * (flat ? 1 : tent(static_cast<double>(v), reach_)) / share_;
    on_line_.push_back(
        {dot(static_cast<Vec3d>(d), up_), volume_of(scene_, particles, i) * weight, static_cast<double>(liquid.size)});
  }
}

// The line is full where pieces, each as long as it is wide, cover all of it; its top is where half of it is covered.
HeightGauge::Reading HeightGauge::read() const {
  Reading reading;
  double highest = 0;
  for (const OnLine& piece : on_line_) {
    reading.depth += piece.length * part_above(piece.at, piece.size);
    highest = std::max(highest, piece.at + piece.size);
  }
  const double step = 0.25 * scene_.solver.spacing;
  std::vector<double> covered(static_cast<size_t>(std::min(highest / step, 1e7)) + 2, 0.0);
  for (const OnLine& piece : on_line_) {
    const double first = std::ceil((piece.at - piece.size) / step), last = std::floor((piece.at + piece.size) / step);
    for (double k = std::max(first, 0.0); k <= last && k < static_cast<double>(covered.size()); ++k) {
      covered[static_cast<size_t>(k)] += piece.length * tent(k * step - piece.at, piece.size);
    }
  }
  for (size_t k = covered.size() - 1; k-- > 0;) {
    if (covered[k] < 0.5) continue;
    const double part = (covered[k] - 0.5) / std::max(covered[k] - covered[k + 1], 1e-30);
    reading.height = step * (static_cast<double>(k) + std::min(part, 1.0));
    break;
  }
  return reading;
}

FluxGauge::FluxGauge(const Scene& scene, const probes::Flux& settings)
    : scene_(scene),
      centre_(settings.centre),
      normal_(normalized(settings.normal)),
      half_{0.5 * settings.width.value_or(kUnlimited), 0.5 * settings.height.value_or(kUnlimited)},
      reach_(kReach * scene.solver.spacing) {
  const bool upright = std::abs(normal_.y) > 1 - 1e-9;
  across_[0] = upright ? Vec3d{1, 0, 0} : normalized(cross(Vec3d{0, 1, 0}, normal_));
  across_[1] = cross(normal_, across_[0]);
}

FluxGauge::Reading FluxGauge::read(const LiquidPieces& liquid) const {
  const Particles& particles = liquid.particles;
  const auto size = static_cast<double>(liquid.size);
  return parallel_reduce(
      particles.size(), Reading{},
      [&](size_t begin, size_t end) {
        Reading sum;
        for (size_t i = begin; i < end; ++i) {
          const Vec3d d = static_cast<Vec3d>(particles.position[i]) - centre_;
          const double away = dot(d, normal_);
          if (std::abs(away) >= reach_) continue;
          double rate = tent(away, reach_) * dot(static_cast<Vec3d>(particles.velocity[i]), normal_);
          for (int k = 0; k < 2; ++k) rate *= part_above(half_[k] - std::abs(dot(d, across_[k])), size);
          sum.volume += rate * volume_of(scene_, particles, i);
          sum.mass += rate * static_cast<double>(particles.mass[i]);
        }
        return sum;
      },
      std::plus<>());
}

}  // namespace weir
