// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/moving_rig.h"

#include "base/parallel.h"

namespace weir {

MovingRig::MovingRig(const RigSettings& settings, RigPoints points, int dimensions, double frames_per_second,
                     uint64_t seed, double frame)
    : settings_(settings),
      flow_(settings.deformations, dimensions, frames_per_second, seed),
      rate_(frames_per_second),
      spacing_(points.spacing),
      frame_(frame),
      own_(std::move(points.position)) {
  if (settings.path) path_.emplace(settings.path->points);
  if (dimensions == 2) {
    for (Vec3d& x : own_) x.z = 0;
  }
  place();
}

// The path begins where the rig is: what is on its first point goes along the curve.
Affine MovingRig::placing(double frame) const {
  const Affine moved = affine_at(settings_.motion, frame);
  if (!path_) return moved;
  const double share = value_at(settings_.path->along, frame);
  const Mat3d turn = settings_.path->align ? path_->turn(share).matrix() : Mat3d{};
  return Affine{turn, path_->point(share) - turn * path_->point(0)} * moved;
}

void MovingRig::place() {
  const Affine placed = placing(frame_);
  position_.resize(own_.size());
  for (size_t i = 0; i < own_.size(); ++i) position_[i] = static_cast<Vec3f>(placed.point(own_[i]));
}

void MovingRig::move_to(double frame) {
  // Far below anything that can be seen, and below 0.1 % of volume for any way a rig may go.
  const double tolerance = 1e-5 * spacing_;
  if (flow_.moves() && frame != frame_) {
    parallel_for(
        own_.size(), [&](size_t i) { own_[i] = flow_.carried(own_[i], frame_, frame, tolerance); }, 64);
  }
  frame_ = frame;
  place();
}

void MovingRig::velocities(bool after, std::span<Vec3d> velocity) const {
  constexpr double kMoment = 1e-4;  // frames
  const double begin = after ? frame_ : frame_ - kMoment, end = after ? frame_ + kMoment : frame_;
  const Affine a = placing(begin), b = placing(end), now = placing(frame_);
  parallel_for(
      own_.size(),
      [&](size_t i) {
        const Vec3d carried = (b.point(own_[i]) - a.point(own_[i])) / kMoment;
        velocity[i] = (carried + now.direction(flow_.velocity(own_[i], begin))) * rate_;
      },
      64);
}

void MovingRig::state(Archive& archive) {
  archive("rig_frame", frame_);
  archive("rig_points", own_);
  if (archive.is_loading()) place();
}

}  // namespace weir
