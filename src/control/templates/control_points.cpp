// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/control_points.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.h"

namespace weir {

namespace {

std::vector<uint32_t> order_by_id(const Particles& particles) {
  std::vector<uint32_t> order(particles.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return particles.id[a] < particles.id[b]; });
  return order;
}

}  // namespace

void ControlPointsInTime::load(size_t first) {
  if (first == first_) return;
  begin_ = source_->frame(first);
  end_ = source_->frame(std::min(first + 1, source_->frames() - 1));
  first_ = first;
  both_.clear(), leave_.clear(), come_.clear();
  const std::vector<uint32_t> a = order_by_id(*begin_), b = order_by_id(*end_);
  size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (j == b.size() || (i < a.size() && begin_->id[a[i]] < end_->id[b[j]])) {
      leave_.push_back(a[i++]);
    } else if (i == a.size() || end_->id[b[j]] < begin_->id[a[i]]) {
      come_.push_back(b[j++]);
    } else {
      both_.push_back({a[i++], b[j++]});
    }
  }
}

const ControlPoints& ControlPointsInTime::at(double frame) {
  const double last = static_cast<double>(source_->frames() - 1);
  frame = std::clamp(frame, 0.0, last);
  if (frame == now_) return points_;
  now_ = frame;
  const double floor = std::min(std::floor(frame), std::max(0.0, last - 1));
  load(static_cast<size_t>(floor));
  const auto t = static_cast<float>(frame - floor);
  const auto seconds = static_cast<float>(1 / source_->about().rate);
  points_.resize(both_.size() + leave_.size() + come_.size());
  parallel_for(both_.size(), [&](size_t n) {
    const auto [i, j] = both_[n];
    const Vec3f p = begin_->position[i], q = end_->position[j];
    const Vec3f u = begin_->velocity[i] * seconds, v = end_->velocity[j] * seconds;
    const float s = 1 - t;
    points_.position[n] = p * (s * s * (1 + 2 * t)) + u * (s * s * t) + q * (t * t * (1 + 2 * s)) - v * (t * t * s);
    points_.velocity[n] = lerp(begin_->velocity[i], end_->velocity[j], t);
    points_.weight[n] = 1;
  });
  const auto lone = [&](const Particles& from, uint32_t i, float time, float weight, size_t n) {
    points_.position[n] = from.position[i] + from.velocity[i] * (time * seconds);
    points_.velocity[n] = from.velocity[i];
    points_.weight[n] = weight;
  };
  for (size_t n = 0; n < leave_.size(); ++n) lone(*begin_, leave_[n], t, 1 - t, both_.size() + n);
  for (size_t n = 0; n < come_.size(); ++n) lone(*end_, come_[n], t - 1, t, both_.size() + leave_.size() + n);
  return points_;
}

}  // namespace weir
