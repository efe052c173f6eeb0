// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/director/control_points.h"

#include <algorithm>
#include <cmath>

#include "control/templates/director/id_table.h"
#include "weir/base/parallel.h"

namespace weir::templates {

void ControlPointsInTime::load(size_t first) {
  if (first == first_) return;
  first_ = first;
  const size_t second = std::min(first + 1, source_->frames() - 1);
  begin_ = source_->frame(first);
  end_ = source_->frame(second);
  begin_repulsion_ = repulsion_of(*source_, first);
  end_repulsion_ = repulsion_of(*source_, second);
  IdTable known;
  known.build(begin_->id);
  both_.clear(), leave_.clear(), come_.clear();
  begin_slot_.assign(begin_->size(), IdTable::kNone);
  end_slot_.resize(end_->size());
  for (uint32_t j = 0; j < end_->size(); ++j) {
    const uint32_t i = known.find(end_->id[j]);
    if (i == IdTable::kNone) {
      come_.push_back(j);
    } else {
      begin_slot_[i] = end_slot_[j] = static_cast<uint32_t>(both_.size());
      both_.push_back({i, j});
    }
  }
  auto slot = static_cast<uint32_t>(both_.size());
  for (uint32_t i = 0; i < begin_->size(); ++i) {
    if (begin_slot_[i] != IdTable::kNone) continue;
    begin_slot_[i] = slot++;
    leave_.push_back(i);
  }
  for (const uint32_t j : come_) end_slot_[j] = slot++;
}

const ControlPoints& ControlPointsInTime::at(double frame, double velocity_frame) {
  const double last = static_cast<double>(source_->frames() - 1);
  frame = std::clamp(frame, 0.0, last);
  const double floor = std::min(std::floor(frame), std::max(0.0, last - 1));
  load(static_cast<size_t>(floor));
  const auto t = static_cast<float>(frame - floor);
  const auto velocity_t = static_cast<float>(std::clamp(velocity_frame - floor, 0.0, 1.0));
  const auto seconds = static_cast<float>(1 / source_->metadata().rate);
  points_.resize(both_.size() + leave_.size() + come_.size());
  parallel_for(both_.size(), [&](size_t n) {
    const auto [i, j] = both_[n];
    const Vec3f p = begin_->position[i], q = end_->position[j];
    const Vec3f u = begin_->velocity[i] * seconds, v = end_->velocity[j] * seconds;
    const float s = 1 - t;
    points_.position[n] = p * (s * s * (1 + 2 * t)) + u * (s * s * t) + q * (t * t * (1 + 2 * s)) - v * (t * t * s);
    points_.velocity[n] = lerp(begin_->velocity[i], end_->velocity[j], velocity_t);
    points_.weight[n] = 1;
  });
  const auto lone = [&](const Particles& from, uint32_t i, float time, float weight, size_t n) {
    points_.position[n] = from.position[i] + from.velocity[i] * (time * seconds);
    points_.velocity[n] = from.velocity[i];
    points_.weight[n] = weight;
  };
  for (const uint32_t i : leave_) lone(*begin_, i, t, 1 - t, begin_slot_[i]);
  for (const uint32_t j : come_) lone(*end_, j, t - 1, t, end_slot_[j]);
  points_.repulsion.clear();
  if (t < 1) add_repulsion(begin_repulsion_, begin_slot_, 1 - t);
  if (t > 0) add_repulsion(end_repulsion_, end_slot_, t);
  return points_;
}

void ControlPointsInTime::add_repulsion(const std::vector<RepulsionSeed>& seeds, const std::vector<uint32_t>& slot,
                                        float weight) {
  const auto support = static_cast<float>(2 * source_->metadata().spacing);
  for (const RepulsionSeed& seed : seeds) {
    const uint32_t parent = slot[seed.parent];
    points_.repulsion.push_back(
        {points_.position[parent] - seed.inward * support, seed.inward, weight, points_.velocity[parent]});
  }
}

}  // namespace weir::templates
