// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/director/control_frame.h"

#include <algorithm>
#include <cmath>

#include "weir/base/parallel.h"

namespace weir::templates {

namespace {

simd::Lanes load(const std::vector<float>& values, size_t slot) { return simd::load(&values[slot]); }
simd::Lanes cubed(simd::Lanes x) { return x * (x * x); }

}  // namespace

ControlFrame::ControlFrame(double spacing, int dimensions)
    : spacing_(static_cast<float>(spacing)),
      volume_(static_cast<float>(std::pow(spacing, dimensions))),
      dimensions_(dimensions),
      kernel_(2 * spacing_, dimensions, spacing_),
      control_(2 * spacing_),
      repulsion_(2 * spacing_) {}

void ControlFrame::build(const ControlPoints& points) {
  control_.build(points.position);
  velocity_x_ = control_.by_slot<float>([&](uint32_t i) { return points.velocity[i].x; });
  velocity_y_ = control_.by_slot<float>([&](uint32_t i) { return points.velocity[i].y; });
  velocity_z_ = control_.by_slot<float>([&](uint32_t i) { return points.velocity[i].z; });
  weight_ = control_.by_slot<float>([&](uint32_t i) { return points.weight[i]; });
  uncover();
  std::vector<Vec3f> position(points.repulsion.size());
  for (size_t i = 0; i < position.size(); ++i) position[i] = points.repulsion[i].position;
  repulsion_.build(position);
  const auto inward = [&](uint32_t i) { return points.repulsion[i].inward * points.repulsion[i].weight; };
  inward_x_ = repulsion_.by_slot<float>([&](uint32_t i) { return inward(i).x; });
  inward_y_ = repulsion_.by_slot<float>([&](uint32_t i) { return inward(i).y; });
  inward_z_ = repulsion_.by_slot<float>([&](uint32_t i) { return inward(i).z; });
  edge_x_ = repulsion_.by_slot<float>([&](uint32_t i) { return points.repulsion[i].velocity.x; });
  edge_y_ = repulsion_.by_slot<float>([&](uint32_t i) { return points.repulsion[i].velocity.y; });
  edge_z_ = repulsion_.by_slot<float>([&](uint32_t i) { return points.repulsion[i].velocity.z; });
}

void ControlFrame::uncover() { coverage_.assign(weight_.size(), 0.0f); }

void ControlFrame::cover(const PointsInCells& liquid, float liquid_volume) {
  parallel_for(
      control_.size(),
      [&](size_t j) {
        simd::Lanes sum = simd::zero();
        liquid.add_around(control_.position(j),
                          [&](size_t, auto, auto, auto, auto, simd::Lanes rest) { sum += cubed(rest); });
        coverage_[j] = std::min(1.0f, liquid_volume * kernel_.scale() * simd::sum(sum));
      },
      256);
}

float ControlFrame::density(const Vec3f& x) const {
  simd::Lanes sum = simd::zero();
  control_.add_around(x, [&](size_t k, auto, auto, auto, auto, simd::Lanes rest) {
    sum = simd::mul_add(load(weight_, k), cubed(rest), sum);
  });
  return volume_ * kernel_.scale() * simd::sum(sum);
}

ControlFrame::Flow ControlFrame::flow_at(const Vec3f& x) const {
  simd::Lanes sum = simd::zero(), vx = sum, vy = sum, vz = sum;
  control_.add_around(x, [&](size_t k, auto, auto, auto, auto, simd::Lanes rest) {
    const simd::Lanes w = load(weight_, k) * cubed(rest);
    sum += w;
    vx = simd::mul_add(w, load(velocity_x_, k), vx), vy = simd::mul_add(w, load(velocity_y_, k), vy);
    vz = simd::mul_add(w, load(velocity_z_, k), vz);
  });
  const float weight = simd::sum(sum);
  return {volume_ * kernel_.scale() * weight, weight > 0 ? simd::sums(vx, vy, vz) / weight : Vec3f{}};
}

EscapeField ControlFrame::escape_field(const std::function<bool(const Vec3f&)>& open) const {
  std::vector<Vec3f> position(size());
  for (size_t i = 0; i < size(); ++i) position[i] = control_.position(i);
  return EscapeField(position, support(), dimensions_, open);
}

ControlFrame::Pull ControlFrame::pull_at(const Vec3f& x) const {
  constexpr float kSlight = 1e-3f;  // weight of velocities where nothing is covered
  const simd::Lanes tiny = simd::set(1e-6f * spacing_ * spacing_), slight = simd::set(kSlight);
  simd::Lanes ax = simd::zero(), ay = ax, az = ax, vx = ax, vy = ax, vz = ax, steer = ax, missing = ax, known = ax;
  control_.add_around(x, [&](size_t k, auto dx, auto dy, auto dz, simd::Lanes r2, simd::Lanes rest) {
    const simd::Lanes w = load(weight_, k) * cubed(rest), covered = load(coverage_, k) * w;
    const simd::Lanes bare = w - covered, heard = simd::mul_add(slight, w, covered);
    const simd::Lanes draw = bare * simd::inverse_root(r2 + tiny);
    ax = simd::mul_add(dx, draw, ax), ay = simd::mul_add(dy, draw, ay), az = simd::mul_add(dz, draw, az);
    vx = simd::mul_add(load(velocity_x_, k), heard, vx), vy = simd::mul_add(load(velocity_y_, k), heard, vy);
    vz = simd::mul_add(load(velocity_z_, k), heard, vz);
    steer += covered, missing += bare, known += heard;
  });
  simd::Lanes rx = simd::zero(), ry = rx, rz = rx;
  repulsion_.add_around(x, [&](size_t k, auto, auto, auto, auto, simd::Lanes rest) {
    const simd::Lanes w = cubed(rest), heard = slight * w;
    rx = simd::mul_add(load(inward_x_, k), w, rx), ry = simd::mul_add(load(inward_y_, k), w, ry);
    rz = simd::mul_add(load(inward_z_, k), w, rz);
    vx = simd::mul_add(load(edge_x_, k), heard, vx), vy = simd::mul_add(load(edge_y_, k), heard, vy);
    vz = simd::mul_add(load(edge_z_, k), heard, vz);
    known += heard;
  });
  const float scale = volume_ * kernel_.scale(), weight = simd::sum(known);
  return {simd::sums(ax, ay, az) * scale, simd::sum(missing) * scale,
          weight > 0 ? simd::sums(vx, vy, vz) / weight : Vec3f{}, simd::sum(steer) * scale,
          simd::sums(rx, ry, rz) * scale};
}

}  // namespace weir::templates
