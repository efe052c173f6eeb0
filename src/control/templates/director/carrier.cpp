// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/director/carrier.h"

#include <fmt/format.h>

#include "weir/base/archive.h"
#include "weir/base/error.h"

namespace weir::templates {

Carrier::Carrier(const Scene& scene, const std::string& solid) : scene_(scene) {
  if (solid.empty()) return;
  for (size_t i = 0; i < scene.solids.size(); ++i) {
    if (scene.solids[i].name == solid) solid_ = i;
  }
  if (!solid_) throw InputError("attach", fmt::format("there is no solid \"{}\"", solid));
}

Carrier::Motion Carrier::at(double frame) const {
  if (!solid_ || scene_.solids[*solid_].rigid) return rigid_;
  const Transform& transform = scene_.solids[*solid_].shape.transform;
  const Affine from_first = affine_at(transform, scene_.frames.first).inverse();
  Motion motion{affine_at(transform, frame) * from_first, affine_rate_at(transform, frame) * from_first};
  for (Vec3d& row : motion.rate.linear.row) row = row * scene_.frames.rate;
  motion.rate.offset = motion.rate.offset * scene_.frames.rate;
  return motion;
}

void Carrier::follow(std::span<const RigidPose> poses, double seconds) {
  for (const RigidPose& pose : poses) {
    if (pose.solid != solid_) continue;
    rigid_.pose = pose.end;
    for (size_t r = 0; r < 3; ++r) {
      rigid_.rate.linear.row[r] = (pose.end.linear.row[r] - pose.begin.linear.row[r]) / seconds;
    }
    rigid_.rate.offset = (pose.end.offset - pose.begin.offset) / seconds;
  }
}

void Carrier::state(Archive& archive) { archive("carrier", rigid_); }

}  // namespace weir::templates
