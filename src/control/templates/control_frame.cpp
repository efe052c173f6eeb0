// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/control_frame.h"

#include <algorithm>
#include <cmath>

namespace weir {

namespace {

constexpr float kLeastDistance = 0.9f;  // a, of h: closer to control particles there is no repulsion particle

template <class T>
std::vector<T> in_order(std::span<const uint32_t> order, const std::vector<T>& values) {
  std::vector<T> sorted(order.size());
  parallel_for(order.size(), [&](size_t i) { sorted[i] = values[order[i]]; });
  return sorted;
}

}  // namespace

ControlFrame::ControlFrame(double spacing, int dimensions)
    : spacing_(static_cast<float>(spacing)),
      volume_(static_cast<float>(std::pow(spacing, dimensions))),
      kernel_(2 * spacing_, dimensions, spacing_),
      control_(2 * spacing_),
      repulsion_(2 * spacing_) {}

void ControlFrame::build(const ControlPoints& points, std::span<const RepulsionPoint> repulsion) {
  control_.build(points.position);
  velocity_ = in_order(control_.order(), points.velocity);
  weight_ = in_order(control_.order(), points.weight);
  coverage_.assign(points.size(), 0.0f);
  std::vector<Vec3f> position(repulsion.size());
  parallel_for(repulsion.size(), [&](size_t i) { position[i] = repulsion[i].position; });
  repulsion_.build(position);
  inward_.resize(repulsion.size());
  parallel_for(repulsion.size(), [&](size_t i) {
    const RepulsionPoint& r = repulsion[repulsion_.index(i)];
    inward_[i] = r.inward * r.weight;
  });
}

void ControlFrame::cover(const PointsInCells& liquid, float liquid_volume) {
  parallel_for(
      control_.size(),
      [&](size_t j) {
        float sum = 0;
        liquid.visit(control_.position()[j], [&](uint32_t, const Vec3f&, float r2) { sum += kernel_(r2); });
        coverage_[j] = std::min(1.0f, liquid_volume * sum);
      },
      256);
}

float ControlFrame::density(const Vec3f& x) const {
  float sum = 0;
  control_.visit(x, [&](uint32_t j, const Vec3f&, float r2) { sum += weight_[j] * kernel_(r2); });
  return volume_ * sum;
}

ControlFrame::Pull ControlFrame::pull_at(const Vec3f& x) const {
  Pull pull{};
  control_.visit(x, [&](uint32_t j, const Vec3f& way, float r2) {
    const float w = weight_[j] * kernel_(r2), covered = coverage_[j];
    const Vec3f towards = way * (w / std::sqrt(r2 + 1e-12f));
    pull.attraction += towards * (1 - covered);
    pull.outward -= towards;
    pull.velocity += velocity_[j] * (w * covered);
    pull.velocity_sum += w * covered;
  });
  repulsion_.visit(x, [&](uint32_t k, const Vec3f&, float r2) { pull.repulsion += inward_[k] * kernel_(r2); });
  pull.attraction *= volume_;
  pull.outward *= volume_;
  pull.velocity *= volume_;
  pull.velocity_sum *= volume_;
  pull.repulsion *= volume_;
  return pull;
}

std::vector<RepulsionSeed> find_repulsion(std::span<const Vec3f> control, float spacing, int dimensions) {
  const float h = 2 * spacing;
  const Poly6 kernel(h, dimensions, spacing);
  PointsInCells cells(h);
  cells.build(control);
  std::vector<RepulsionSeed> seeds(control.size());
  std::vector<uint8_t> kept(control.size(), 0);
  parallel_for(
      control.size(),
      [&](size_t place) {
        const Vec3f x = cells.position()[place];
        Vec3f gradient{};
        cells.visit(x, [&](uint32_t, const Vec3f& way, float r2) { gradient -= way * kernel.gradient_factor(r2); });
        const float size = length(gradient);
        if (!(size > 0)) return;
        const Vec3f inward = gradient / size;
        const Vec3f candidate = x - inward * h;
        if (cells.nearest_squared(candidate) < kLeastDistance * kLeastDistance * h * h) return;
        const uint32_t index = cells.index(place);
        seeds[index] = {index, inward};
        kept[index] = 1;
      },
      256);
  std::vector<RepulsionSeed> result;
  for (size_t i = 0; i < seeds.size(); ++i) {
    if (kept[i]) result.push_back(seeds[i]);
  }
  return result;
}

}  // namespace weir
