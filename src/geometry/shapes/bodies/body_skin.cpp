// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/shapes/bodies/body_skin.h"

#include <algorithm>
#include <numeric>

#include "geometry/shapes/fields.h"
#include "geometry/shapes/surface_of.h"
#include "weir/base/parallel.h"

namespace weir {

namespace {

// Squeezes space along a limb's flat axis, about its root.
Affine squeeze_of(const Limb& limb) {
  const Vec3d n = normalized(limb.flat_axis);
  Mat3d m;
  for (int i = 0; i < 3; ++i) m.row[static_cast<size_t>(i)] -= n * (n[i] * (1 - limb.flat));
  return {m, limb.from - m * limb.from};
}

FieldPtr limb_field(const Limb& limb) {
  const FieldPtr cone = round_cone_field(limb.from, limb.to, limb.radius_from, limb.radius_to);
  return limb.flat < 1 ? transformed_field(cone, squeeze_of(limb)) : cone;
}

// Chains of limbs melted together. Inside a chain limbs share end balls and need no melting, which would only swell
// their joints.
FieldPtr body_field(const Skeleton& skeleton) {
  std::vector<std::vector<FieldPtr>> chains;
  for (const Limb& limb : skeleton.limbs) {
    if (!limb.continues) chains.emplace_back();
    chains.back().push_back(limb_field(limb));
  }
  std::vector<FieldPtr> parts;
  for (auto& chain : chains) parts.push_back(union_field(std::move(chain), 0));
  return union_field(std::move(parts), skeleton.melt);
}

// Distance from a limb's axis in units of its radius: about 1 on its skin.
double relative_distance(const Limb& limb, Vec3d point) {
  if (limb.flat < 1) point = squeeze_of(limb).inverse().point(point);
  const Vec3d axis = limb.to - limb.from;
  const double t = std::clamp(dot(point - limb.from, axis) / std::max(length_squared(axis), 1e-12), 0.0, 1.0);
  return length(point - limb.from - axis * t) / lerp(limb.radius_from, limb.radius_to, t);
}

Affine scaled_difference(const Affine& a, const Affine& b, double factor) {
  Affine result;
  for (size_t i = 0; i < 3; ++i) result.linear.row[i] = (a.linear.row[i] - b.linear.row[i]) * factor;
  result.offset = (a.offset - b.offset) * factor;
  return result;
}

}  // namespace

Pose pose_of(const Skeleton& skeleton, std::span<const Quatd> turns, const Vec3d& move) {
  Pose pose;
  for (size_t i = 0; i < skeleton.joints.size(); ++i) {
    const Joint& joint = skeleton.joints[i];
    const Mat3d turn = turns[i].matrix();
    const Affine about{turn, joint.at - turn * joint.at};
    const Affine parent = joint.parent < 0 ? Affine{{}, move} : pose[static_cast<size_t>(joint.parent)];
    pose.push_back(parent * about);
  }
  return pose;
}

SkinnedBody::SkinnedBody(Skeleton skeleton) : skeleton_(std::move(skeleton)) {
  rest_ = mesh_of_field(*body_field(skeleton_), static_cast<float>(skeleton_.detail));
  weights_.resize(rest_.positions.size());
  parallel_for(weights_.size(), [&](size_t i) { weights_[i] = weights_at(static_cast<Vec3d>(rest_.positions[i])); });
}

// A joint's weight falls as a bell curve of the distance from its nearest limb: even inside a joint, all but gone one
// radius beyond it, so that a finger does not drag its neighbour.
SkinnedBody::Weights SkinnedBody::weights_at(const Vec3d& point) const {
  constexpr double kSharpness = 2.5;
  std::vector<double> nearest(skeleton_.joints.size(), 1e9);
  for (const Limb& limb : skeleton_.limbs) {
    double& d = nearest[static_cast<size_t>(limb.joint)];
    d = std::min(d, relative_distance(limb, point));
  }
  std::vector<int> order(nearest.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    const double da = nearest[static_cast<size_t>(a)], db = nearest[static_cast<size_t>(b)];
    return da != db ? da < db : a < b;
  });
  Weights result;
  double sum = 0;
  const double first = nearest[static_cast<size_t>(order[0])];
  for (size_t k = 0; k < std::min(kInfluences, order.size()); ++k) {
    const double d = nearest[static_cast<size_t>(order[k])];
    result.joint[k] = order[k];
    result.weight[k] = std::exp(-kSharpness * (d * d - first * first));
    sum += result.weight[k];
  }
  for (double& w : result.weight) w /= sum;
  return result;
}

Mesh SkinnedBody::posed(const std::function<Pose(double)>& pose_at, bool moves, double size,
                        double frames_per_second) const {
  const auto carry = [&](const Pose& maps, std::vector<Vec3f>& to) {
    to.resize(rest_.positions.size());
    parallel_for(to.size(), [&](size_t i) {
      const Vec3d rest = static_cast<Vec3d>(rest_.positions[i]);
      Vec3d sum;
      for (size_t k = 0; k < kInfluences; ++k) {
        sum += maps[static_cast<size_t>(weights_[i].joint[k])].point(rest) * weights_[i].weight[k];
      }
      to[i] = static_cast<Vec3f>(sum * size);
    });
  };
  Mesh mesh;
  mesh.triangles = rest_.triangles;
  carry(pose_at(0), mesh.positions);
  if (!moves) return mesh;

  // Skinning is linear in the maps: skinning their rates gives the velocities.
  constexpr double kStep = 1e-3;  // frames
  const Pose before = pose_at(-kStep), after = pose_at(kStep);
  Pose rates;
  for (size_t i = 0; i < before.size(); ++i) {
    rates.push_back(scaled_difference(after[i], before[i], frames_per_second / (2 * kStep)));
  }
  carry(rates, mesh.velocities);
  return mesh;
}

}  // namespace weir
