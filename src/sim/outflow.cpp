// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/outflow.h"

#include <algorithm>
#include <cmath>

#include "weir/base/parallel.h"

namespace weir {

namespace {

constexpr double kSlab = 4;   // spacings: two cells of a grid, and the reach of a kernel twice
constexpr double kStrip = 6;  // spacings in front of the slab, in which the surface is looked at
// Waves along the domain and back in which U follows u: with less, level and flow would swing about what they come to.
constexpr double kTurns = 2;

}  // namespace

Outflow::Outflow(const Scene& scene, int axis, bool upper, double level)
    : scene_(scene), axis_(axis), way_(upper ? 1 : -1), level_(level) {
  Box3d box = scene.domain_box();
  side_ = upper ? box.upper[axis] : box.lower[axis];
  const double inner = side_ - way_ * kSlab * scene.solver.spacing;
  (upper ? box.lower : box.upper)[axis] = inner;
  if (scene.dimensions == 2) box.lower.z = -1, box.upper.z = 1;
  slab_.kind = shapes::Box{box.lower, box.upper};
}

Vec3f Outflow::velocity() const {
  Vec3f v{};
  v[axis_] = static_cast<float>(way_ * speed_);
  return v;
}

// What is in the strip, each piece as far as it lies in it.
Outflow::Seen Outflow::look_at(const LiquidPieces& liquid) const {
  const double spacing = scene_.solver.spacing, half = 0.5 * kStrip * spacing;
  const double middle = side_ - way_ * (kSlab * spacing + half), size = static_cast<double>(liquid.size);
  const Particles& particles = liquid.particles;
  return parallel_reduce(
      particles.size(), Seen{},
      [&](size_t begin, size_t end) {
        Seen sum;
        for (size_t i = begin; i < end; ++i) {
          const double away = std::abs(static_cast<double>(particles.position[i][axis_]) - middle);
          const double part = std::clamp(0.5 + (half - away) / size, 0.0, 1.0);
          if (part == 0) continue;
          const double volume =
              part * static_cast<double>(particles.mass[i]) / scene_.phases[particles.phase[i]].density;
          sum = sum + Seen{volume, volume * way_ * static_cast<double>(particles.velocity[i][axis_])};
        }
        return sum;
      },
      std::plus<>());
}

void Outflow::find_speed(const Clock& clock, const LiquidPieces& liquid) {
  const Domain& domain = *scene_.domain;
  const double spacing = scene_.solver.spacing, floor = domain.lower.y;
  double area = kStrip * spacing;
  if (scene_.dimensions == 3) area *= domain.upper[2 - axis_] - domain.lower[2 - axis_];
  const Seen seen = look_at(liquid);
  const double depth = std::max(seen.volume / area, spacing);
  const double gravity = std::max(-value_at(scene_.gravity, clock.middle_frame()).y, 0.0);
  const double arriving = seen.volume > 0 ? std::max(seen.flow / seen.volume, 0.0) : 0;
  if (!has_begun_) mean_ = arriving;
  has_begun_ = true;
  // Nothing can come back in: there is no liquid out there.
  speed_ = std::max(mean_ + std::sqrt(gravity / depth) * (floor + depth - level_), 0.0);
  if (arriving > std::sqrt(gravity * depth)) speed_ = mean_ = arriving;
  const double wave = std::sqrt(gravity * std::max(level_ - floor, spacing));
  const double length = domain.upper[axis_] - domain.lower[axis_];
  mean_ += (speed_ - mean_) * (1 - std::exp(-clock.step * wave / (kTurns * length)));
}

void Outflow::state(Archive& archive) {
  archive("outflow_speed", speed_);
  archive("outflow_mean", mean_);
  archive("outflow_has_begun", has_begun_);
}

}  // namespace weir
