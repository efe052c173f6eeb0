// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A bottlenose dolphin, nose at x = 0.5, flukes at x = -0.5: a spine of round cones, the hind part of which bends, with
// a beak, a dorsal fin, two flippers and the flukes.

#include "geometry/shapes/bodies/bodies.h"
#include "geometry/shapes/bodies/body_skin.h"

namespace weir {

namespace {

struct Ring {  // the body's section across the spine
  double x, y, radius;
};

constexpr Ring kHead[] = {{0.33, -0.003, 0.066}, {0.27, 0, 0.084}, {0.19, 0, 0.098}, {0.09, 0, 0.106}};
constexpr Ring kTail[] = {{0.09, 0, 0.106},      {0, 0.002, 0.104},     {-0.09, 0.006, 0.094}, {-0.17, 0.012, 0.077},
                          {-0.25, 0.018, 0.058}, {-0.32, 0.022, 0.041}, {-0.38, 0.024, 0.028}, {-0.44, 0.025, 0.022}};
constexpr int kTailBones = 7;
// How the bend is shared along the tail: little in the thick trunk, most before the flukes.
constexpr double kShare[kTailBones] = {0.04, 0.08, 0.13, 0.17, 0.2, 0.21, 0.17};

void add_fins(std::vector<Limb>& limbs) {
  const int trunk = 2, flukes = kTailBones;
  const auto fin = [&](int joint, const Vec3d& root, const Vec3d& middle, const Vec3d& tip, const Vec3d& radii,
                       const Vec3d& flat_axis, double flat) {
    limbs.push_back({joint, root, middle, radii.x, radii.y, flat_axis, flat});
    limbs.push_back({joint, middle, tip, radii.y, radii.z, flat_axis, flat, true});
  };
  fin(trunk, {0.005, 0.075, 0}, {-0.065, 0.13, 0}, {-0.125, 0.178, 0}, {0.07, 0.042, 0.014}, {0, 0, 1}, 0.3);
  for (const double side : {-1.0, 1.0}) {
    const Vec3d root{0.19, -0.06, side * 0.07}, middle{0.15, -0.1, side * 0.125}, tip{0.085, -0.135, side * 0.165};
    fin(0, root, middle, tip, {0.04, 0.033, 0.013}, cross(middle - root, Vec3d{1, -0.15, 0}), 0.38);
    fin(flukes, {-0.425, 0.025, side * 0.008}, {-0.447, 0.025, side * 0.075}, {-0.485, 0.025, side * 0.14},
        {0.044, 0.034, 0.012}, {0, 1, 0}, 0.38);
  }
}

Skeleton dolphin_skeleton() {
  Skeleton dolphin{.joints = {{-1, {0.2, 0, 0}}}, .limbs = {}, .melt = 0.03, .detail = 0.0065};
  auto& limbs = dolphin.limbs;
  limbs.push_back({0, {0.485, -0.026, 0}, {0.4, -0.021, 0}, 0.015, 0.025, {0, 1, 0}, 0.85});  // beak
  limbs.push_back({0, {0.4, -0.021, 0}, {0.33, -0.012, 0}, 0.025, 0.05});
  limbs.push_back({0, {0.365, 0.01, 0}, {0.33, 0.006, 0}, 0.045, 0.06});  // melon
  const auto cone = [](int joint, const Ring& a, const Ring& b) {
    return Limb{joint, {a.x, a.y, 0}, {b.x, b.y, 0}, a.radius, b.radius, {0, 0, 1}, 0.92};
  };
  for (size_t i = 0; i + 1 < std::size(kHead); ++i) {
    limbs.push_back(cone(0, kHead[i], kHead[i + 1]));
    limbs.back().continues = i > 0;
  }
  for (int bone = 0; bone < kTailBones; ++bone) {
    dolphin.joints.push_back({bone, {kTail[bone].x, kTail[bone].y, 0}});
    limbs.push_back(cone(bone + 1, kTail[bone], kTail[bone + 1]));
    limbs.back().continues = true;
  }
  add_fins(limbs);
  return dolphin;
}

Pose dolphin_pose(const Skeleton& dolphin, double bend_degrees) {
  std::vector<Quatd> turns{Quatd{}};
  for (const double share : kShare) {
    turns.push_back(Quatd::from_axis_angle({0, 0, 1}, -bend_degrees * share * kPi / 180));
  }
  return pose_of(dolphin, turns);
}

}  // namespace

Mesh dolphin_mesh(const shapes::Dolphin& dolphin, double frame, double frames_per_second) {
  static const SkinnedBody body(dolphin_skeleton());
  const double bend = value_at(dolphin.bend, frame), rate = rate_at(dolphin.bend, frame);
  return body.posed([&](double t) { return dolphin_pose(body.skeleton(), bend + rate * t); }, dolphin.bend.moves(),
                    dolphin.length, frames_per_second);
}

}  // namespace weir
