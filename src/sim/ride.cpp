// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/ride.h"

#include <fmt/format.h>

#include "weir/base/error.h"

namespace weir {

Ride::Ride(const Scene& scene, const std::string& solid) : scene_(scene) {
  if (solid.empty()) return;
  for (size_t i = 0; i < scene.solids.size(); ++i) {
    if (scene.solids[i].name == solid) solid_ = i;
  }
  if (!solid_) throw InputError("attach", fmt::format("there is no solid \"{}\"", solid));
}

Ride::Motion Ride::at(double frame) const {
  if (!solid_ || scene_.solids[*solid_].rigid) return rigid_;
  const Carrier carrier{scene_.solids[*solid_].shape.transform, static_cast<double>(scene_.frames.first)};
  Motion motion{carrier.at(frame), carrier.rate_at(frame)};
  for (Vec3d& row : motion.rate.linear.row) row = row * scene_.frames.rate;
  motion.rate.offset = motion.rate.offset * scene_.frames.rate;
  return motion;
}

void Ride::follow(std::span<const RigidPose> poses, double seconds) {
  for (const RigidPose& pose : poses) {
    if (pose.solid != solid_) continue;
    begin_ = pose.begin;
    rigid_.pose = pose.end;
    if (!(seconds > 0)) continue;
    for (size_t r = 0; r < 3; ++r) {
      rigid_.rate.linear.row[r] = (pose.end.linear.row[r] - pose.begin.linear.row[r]) / seconds;
    }
    rigid_.rate.offset = (pose.end.offset - pose.begin.offset) / seconds;
  }
}

void Ride::state(Archive& archive) {
  archive.parts("ride", std::vector<std::string>(is_rigid() ? 1 : 0, "pose"),
                [&](size_t) { archive("carrier", rigid_); });
}

}  // namespace weir
