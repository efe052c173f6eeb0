// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "retime/body_moment.h"

#include <algorithm>
#include <cmath>

namespace weir::retime {

namespace {

using Poses = std::map<int, std::vector<cache::BodyPose>>;

const Affine* pose_of(const Poses& poses, int frame, size_t solid) {
  const auto found = poses.find(frame);
  if (found == poses.end()) return nullptr;
  for (const cache::BodyPose& body : found->second) {
    if (body.solid == solid) return &body.pose;
  }
  return nullptr;
}

// Of a rotation, by its largest part (Shepperd 1978).
Quatd quaternion_of(const Mat3d& m) {
  const auto& r = m.row;
  const double four[4] = {1 + r[0].x + r[1].y + r[2].z, 1 + r[0].x - r[1].y - r[2].z, 1 - r[0].x + r[1].y - r[2].z,
                          1 - r[0].x - r[1].y + r[2].z};
  const auto largest = std::max_element(four, four + 4) - four;
  const double s = 2 * std::sqrt(four[largest]);
  if (largest == 0) return {s / 4, Vec3d{r[2].y - r[1].z, r[0].z - r[2].x, r[1].x - r[0].y} / s};
  if (largest == 1) return {(r[2].y - r[1].z) / s, {s / 4, (r[0].y + r[1].x) / s, (r[0].z + r[2].x) / s}};
  if (largest == 2) return {(r[0].z - r[2].x) / s, {(r[0].y + r[1].x) / s, s / 4, (r[1].z + r[2].y) / s}};
  return {(r[1].x - r[0].y) / s, {(r[0].z + r[2].x) / s, (r[1].z + r[2].y) / s, s / 4}};
}

}  // namespace

std::vector<cache::BodyPose> bodies_at(const Poses& poses, const std::vector<Vec3d>& middles, double moment) {
  const int begin = static_cast<int>(std::floor(moment));
  const auto here = poses.find(begin);
  if (here == poses.end()) return {};
  const double t = moment - begin;
  if (t == 0) return here->second;
  std::vector<cache::BodyPose> bodies;
  for (const cache::BodyPose& body : here->second) {
    const Affine* next = pose_of(poses, begin + 1, body.solid);
    if (!next) continue;
    const Affine *before = pose_of(poses, begin - 1, body.solid), *after = pose_of(poses, begin + 2, body.solid);
    const Vec3d& middle = middles[body.solid];
    const Vec3d from = body.pose.point(middle), way = next->point(middle) - from;
    const Vec3d first = before ? (from + way - before->point(middle)) / 2.0 : way;
    const Vec3d last = after ? (after->point(middle) - from) / 2.0 : way;
    const Vec3d at = from + way * t + ((first - way) * (1 - t) - (last - way) * t) * (t * (1 - t));
    const Quatd begun = quaternion_of(body.pose.linear);
    const Quatd turn = quaternion_of(next->linear) * begun.conjugate();
    const Mat3d turned = (Quatd::exp(turn.log() * t) * begun).matrix();
    bodies.push_back({body.solid, {turned, at - turned * middle}});
  }
  return bodies;
}

}  // namespace weir::retime
