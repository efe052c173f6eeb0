// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A person who walks on the spot, facing +x. At rest arms and legs are held apart, so that their skins do not melt
// together. Proportions roughly after Drillis & Contini 1966, "Body segment parameters"; the walk has the course of the
// joint angles of Winter 1991, "The biomechanics and motor control of human gait", drawn with a few periodic curves.

#include "geometry/shapes/bodies/bodies.h"
#include "geometry/shapes/bodies/body_skin.h"

namespace weir {

namespace {

constexpr double kDegrees = kPi / 180;

enum JointName { kPelvis, kChest, kHead, kThigh, kShin, kFoot, kArm, kForearm, kHand, kRightSide };
constexpr int kSideJoints = kRightSide - kThigh;  // thigh to hand, left side first, then the right
constexpr int kJoints = kThigh + 2 * kSideJoints;

constexpr double kLegApart = 7, kArmApart = 38;  // degrees from hanging straight, at rest

struct Side {
  Vec3d hip, knee, ankle, shoulder, elbow, wrist, fingers;
};

// sign: -1 the left side (z < 0), +1 the right.
Side side_at_rest(double sign) {
  const Vec3d leg{0, -std::cos(kLegApart * kDegrees), sign * std::sin(kLegApart * kDegrees)};
  const Vec3d arm{0, -std::cos(kArmApart * kDegrees), sign * std::sin(kArmApart * kDegrees)};
  Side s;
  s.hip = {0, 0.52, sign * 0.048};
  s.knee = s.hip + leg * 0.245;
  s.ankle = s.knee + leg * 0.236;
  s.shoulder = {0, 0.805, sign * 0.124};
  s.elbow = s.shoulder + arm * 0.175;
  s.wrist = s.elbow + arm * 0.15;
  s.fingers = s.wrist + arm * 0.075;
  return s;
}

Vec3d heel_of(const Side& s) { return s.ankle + Vec3d{-0.022, -0.021, 0}; }
Vec3d toes_of(const Side& s) { return s.ankle + Vec3d{0.1, -0.029, 0}; }
constexpr double kHeelRadius = 0.021, kToesRadius = 0.013;

void add_trunk(std::vector<Limb>& limbs) {
  const Vec3d front{1, 0, 0};  // a trunk is broader than deep
  limbs.push_back({kPelvis, {0, 0.535, -0.03}, {0, 0.535, 0.03}, 0.062, 0.062, front, 0.92});
  limbs.push_back({kPelvis, {-0.002, 0.55, 0}, {0, 0.62, 0}, 0.084, 0.072, front, 0.72});
  limbs.push_back({kChest, {0, 0.64, 0}, {0, 0.73, 0}, 0.074, 0.087, front, 0.74});
  limbs.push_back({kChest, {0, 0.748, -0.034}, {0, 0.748, 0.034}, 0.058, 0.058});
  limbs.push_back({kChest, {-0.003, 0.802, -0.1}, {-0.003, 0.802, 0.1}, 0.035, 0.035});
  limbs.push_back({kChest, {-0.004, 0.8, 0}, {0, 0.86, 0}, 0.04, 0.029});
  limbs.push_back({kHead, {0.004, 0.86, 0}, {0.006, 0.89, 0}, 0.028, 0.032});
  limbs.push_back({kHead, {0.018, 0.9, 0}, {0.002, 0.943, 0}, 0.042, 0.057, {0, 0, 1}, 0.88});
}

void add_side(std::vector<Limb>& limbs, const Side& s, int first) {
  const int offset = first - kThigh;
  const Vec3d inward{0, 0, s.shoulder.z > 0 ? -1.0 : 1.0};
  limbs.push_back({kChest, s.shoulder + inward * 0.1 + Vec3d{0, 0.03, 0}, s.shoulder + inward * 0.015, 0.026, 0.033});
  limbs.push_back({kThigh + offset, s.hip, s.knee, 0.058, 0.036});
  limbs.push_back({kShin + offset, s.knee, s.ankle, 0.036, 0.022});
  limbs.back().continues = true;
  limbs.push_back({kThigh + offset, s.hip + Vec3d{-0.02, 0, 0}, lerp(s.hip, s.knee, 0.35), 0.054, 0.045});
  limbs.push_back({kShin + offset, lerp(s.knee, s.ankle, 0.12) + Vec3d{-0.009, 0, 0},
                   lerp(s.knee, s.ankle, 0.6) + Vec3d{-0.006, 0, 0}, 0.033, 0.023});
  limbs.push_back({kFoot + offset, heel_of(s), toes_of(s), kHeelRadius, kToesRadius});
  limbs.push_back({kFoot + offset, s.ankle, s.ankle + Vec3d{0.05, -0.018, 0}, 0.023, 0.013});
  limbs.push_back({kArm + offset, s.shoulder, s.elbow, 0.036, 0.026});
  limbs.push_back({kForearm + offset, s.elbow, s.wrist, 0.026, 0.018});
  limbs.back().continues = true;
  const Vec3d across = cross(Vec3d{1, 0, 0}, normalized(s.fingers - s.wrist));
  limbs.push_back({kHand + offset, s.wrist + (s.fingers - s.wrist) * 0.3, s.fingers, 0.025, 0.019, across, 0.6});
  limbs.push_back({kHand + offset, lerp(s.wrist, s.fingers, 0.2), lerp(s.wrist, s.fingers, 0.6) + Vec3d{0.026, 0, 0},
                   0.013, 0.009});
}

Skeleton figure_skeleton() {
  Skeleton figure{.joints = {{-1, {0, 0.55, 0}}, {kPelvis, {0, 0.62, 0}}, {kChest, {0, 0.86, 0}}},
                  .limbs = {},
                  .melt = 0.022,
                  .detail = 0.0085};
  add_trunk(figure.limbs);
  for (const double sign : {-1.0, 1.0}) {
    const Side s = side_at_rest(sign);
    const int first = static_cast<int>(figure.joints.size());
    figure.joints.insert(figure.joints.end(), {{kPelvis, s.hip},
                                               {first, s.knee},
                                               {first + 1, s.ankle},
                                               {kChest, s.shoulder},
                                               {first + 3, s.elbow},
                                               {first + 4, s.wrist}});
    add_side(figure.limbs, s, first);
  }
  return figure;
}

// A bump once a cycle at `centre`, 1 high, the narrower the larger `sharp`.
double bump(double phase, double centre, double sharp) {
  return std::pow(0.5 + 0.5 * std::cos(2 * kPi * (phase - centre)), sharp);
}

// Angles (degrees) of one side's joints; phase 0 is when this side's heel strikes the ground.
struct SideAngles {
  double hip, knee, foot;  // thigh forward; shin back from it; foot against the ground, toes up
  double arm, elbow;       // upper arm forward; forearm up from it
};

SideAngles walk(double phase, double stride) {
  return {stride * (4 + 24 * std::cos(2 * kPi * phase)), 3 + stride * (3 + 56 * bump(phase, 0.72, 3)),
          stride * (16 * bump(phase, 0, 4) - 64 * bump(phase, 0.65, 4)), stride * -20 * std::cos(2 * kPi * phase),
          10 + stride * (16 - 12 * std::cos(2 * kPi * phase))};
}

Quatd about_z(double degrees) { return Quatd::from_axis_angle({0, 0, 1}, degrees * kDegrees); }
Quatd about_x(double degrees) { return Quatd::from_axis_angle({1, 0, 0}, degrees * kDegrees); }
Quatd about_y(double degrees) { return Quatd::from_axis_angle({0, 1, 0}, degrees * kDegrees); }

// Turning forward (towards +x) what hangs down is a positive turn about z.
void turn_side(std::span<Quatd> turns, int first, double sign, const SideAngles& a, double lean) {
  const auto at = [&](int name) -> Quatd& { return turns[static_cast<size_t>(first + name - kThigh)]; };
  const double close_leg = sign * (kLegApart - 2), close_arm = sign * (kArmApart - 14);
  at(kThigh) = about_z(a.hip) * about_x(close_leg);
  at(kShin) = about_z(-a.knee);
  at(kFoot) = about_z(a.knee) * about_x(-close_leg) * about_z(a.foot - a.hip);
  at(kArm) = about_z(a.arm + lean) * about_x(close_arm);
  at(kForearm) = about_z(a.elbow);
}

// Height of the lowest point under both feet, rounded where several are equally low so that the body does not jerk; a
// foot that stands flat, with two of them, is where the rounding is nil.
double lowest_sole(const Pose& pose) {
  constexpr double kRounding = 0.002;
  double lowest = 1e9, sum = 0;
  std::vector<double> heights;
  for (const int foot : {kFoot + 0, kFoot + kSideJoints}) {
    const Side s = side_at_rest(foot == kFoot ? -1 : 1);
    const Affine& map = pose[static_cast<size_t>(foot)];
    heights.insert(heights.end(), {map.point(heel_of(s)).y - kHeelRadius, map.point(toes_of(s)).y - kToesRadius});
  }
  for (const double h : heights) lowest = std::min(lowest, h);
  for (const double h : heights) sum += std::exp((lowest - h) / kRounding);
  return lowest - kRounding * std::log(sum / 2);
}

Pose figure_pose(const Skeleton& figure, double phase, double stride) {
  std::vector<Quatd> turns(kJoints);
  const double swing = std::cos(2 * kPi * phase), lean = 5 * stride * stride / (1 + stride);
  turns[kPelvis] = about_y(4 * stride * swing);
  turns[kChest] = about_y(-9 * stride * swing) * about_z(-lean);
  turns[kHead] = about_y(5 * stride * swing) * about_z(lean);
  turn_side(turns, kThigh, -1, walk(phase + 0.5, stride), lean);
  turn_side(turns, kThigh + kSideJoints, 1, walk(phase, stride), lean);
  const Vec3d down{0, lowest_sole(pose_of(figure, turns)), 0};
  return pose_of(figure, turns, -down);
}

}  // namespace

Mesh figure_mesh(const shapes::Figure& figure, double frame, double frames_per_second) {
  static const SkinnedBody body(figure_skeleton());
  const double phase = value_at(figure.phase, frame), rate = rate_at(figure.phase, frame);
  return body.posed([&](double t) { return figure_pose(body.skeleton(), phase + rate * t, figure.stride); },
                    figure.phase.moves(), figure.height, frames_per_second);
}

}  // namespace weir
