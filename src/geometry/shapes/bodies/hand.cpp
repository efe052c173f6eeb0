// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A right hand, palm towards +z, thumb at +x: a palm of four metacarpals, four fingers of three bones, a thumb of
// three. At rest the fingers are spread wide, so that their skins stay apart. Proportions roughly
// after Buchholz et al. 1992, "Anthropometric data for describing the kinematics of the human hand".

#include "geometry/shapes/bodies/bodies.h"
#include "geometry/shapes/bodies/body_skin.h"

namespace weir {

namespace {

constexpr double kDegrees = kPi / 180;
constexpr int kBones = 3;

struct Finger {
  Vec3d wrist, knuckle;  // ends of its metacarpal
  double lengths[kBones];
  double radius;           // at the knuckle; the tip has 0.72 of it
  double apart, together;  // degrees towards the thumb when spread wide and when closed
};

constexpr Finger kFingers[] = {
    {{0.06, 0.08, 0}, {0.158, 0.545, 0}, {0.175, 0.105, 0.085}, 0.052, 14, -2},
    {{0.02, 0.08, 0.004}, {0.052, 0.56, 0.006}, {0.19, 0.12, 0.087}, 0.053, 2.5, -1},
    {{-0.02, 0.08, 0.004}, {-0.055, 0.54, 0.004}, {0.17, 0.115, 0.085}, 0.05, -10, 0.5},
    {{-0.06, 0.08, 0}, {-0.155, 0.495, 0.006}, {0.13, 0.08, 0.07}, 0.044, -23, 2.5},
};

constexpr double kBend[kBones] = {78, 98, 46};  // degrees in a fist, knuckle to tip
constexpr Vec3d kThumb[] = {{0.095, 0.14, 0.028}, {0.225, 0.28, 0.055}, {0.31, 0.395, 0.065}, {0.365, 0.485, 0.065}};
constexpr Vec3d kThumbInFist[] = {{0.08, 0.145, 0.105}, {-0.03, 0.095, 0.1}, {-0.09, 0.04, 0.035}};  // directions
constexpr double kThumbRadius[] = {0.072, 0.058, 0.051, 0.041};

Vec3d direction_of(const Finger& finger, double degrees) {
  const double lean = std::atan2(finger.knuckle.x - finger.wrist.x, finger.knuckle.y - finger.wrist.y) * 0.15;
  return {std::sin(degrees * kDegrees + lean), std::cos(degrees * kDegrees + lean), 0};
}

// Rotation vector that turns one unit direction into another.
Vec3d turn_between(const Vec3d& from, const Vec3d& to) {
  const Vec3d axis = cross(from, to);
  return normalized(axis) * std::atan2(length(axis), dot(from, to));
}

Skeleton hand_skeleton() {
  Skeleton hand{.joints = {{-1, {0, 0, 0}}}, .limbs = {}, .melt = 0.026, .detail = 0.01};
  for (const Finger& finger : kFingers) {
    hand.limbs.push_back({0, finger.wrist, finger.knuckle, 0.076, finger.radius * 1.06});
    Vec3d at = finger.knuckle;
    const Vec3d direction = direction_of(finger, finger.apart);
    int parent = 0;
    for (int bone = 0; bone < kBones; ++bone) {
      const Vec3d end = at + direction * finger.lengths[bone];
      hand.joints.push_back({parent, at});
      parent = static_cast<int>(hand.joints.size()) - 1;
      hand.limbs.push_back({parent, at, end, finger.radius * (1 - 0.26 * bone / kBones),
                            finger.radius * (1 - 0.26 * (bone + 1) / kBones)});
      hand.limbs.back().continues = true;
      at = end;
    }
  }
  // The wrist, the flat of the palm, the ball of the thumb and the edge of the hand.
  hand.limbs.push_back({0, {-0.045, 0.088, 0}, {0.045, 0.088, 0}, 0.086, 0.086});
  hand.limbs.push_back({0, {0, 0.16, 0}, {0, 0.38, 0}, 0.135, 0.16, {0, 0, 1}, 0.54});
  hand.limbs.push_back({0, {0.07, 0.15, 0.028}, {0.13, 0.25, 0.032}, 0.072, 0.058});
  hand.limbs.push_back({0, {-0.075, 0.15, 0.015}, {-0.13, 0.42, -0.004}, 0.062, 0.044});
  for (int bone = 0; bone < kBones; ++bone) {
    hand.joints.push_back({bone == 0 ? 0 : static_cast<int>(hand.joints.size()) - 1, kThumb[bone]});
    hand.limbs.push_back({static_cast<int>(hand.joints.size()) - 1, kThumb[bone], kThumb[bone + 1], kThumbRadius[bone],
                          kThumbRadius[bone + 1]});
    hand.limbs.back().continues = bone > 0;
  }
  return hand;
}

Pose hand_pose(const Skeleton& hand, double curl, double spread) {
  std::vector<Quatd> turns{Quatd{}};
  for (const Finger& finger : kFingers) {
    // Closing the fan turns about z; a fist closes it too, or the fingertips would meet.
    const double open = spread * (1 - curl);
    const double fan = (finger.together - finger.apart) * (1 - open) * kDegrees;
    const Vec3d bend_axis = cross(direction_of(finger, finger.apart), Vec3d{0, 0, 1});
    for (int bone = 0; bone < kBones; ++bone) {
      const Quatd bend = Quatd::from_axis_angle(bend_axis, kBend[bone] * curl * kDegrees);
      turns.push_back(bone == 0 ? Quatd::from_axis_angle({0, 0, 1}, -fan) * bend : bend);
    }
  }
  // Closing the fan lays the thumb against the palm; a fist turns its bones, each seen from the one before it, from
  // where they rest to across the fingers.
  const double closed = (1 - spread) * (1 - curl);
  Quatd carried;
  for (int bone = 0; bone < kBones; ++bone) {
    const Vec3d rest = normalized(kThumb[bone + 1] - kThumb[bone]);
    const Vec3d whole = turn_between(rest, carried.conjugate().matrix() * normalized(kThumbInFist[bone]));
    const Quatd bend = Quatd::exp(whole * (curl * curl * curl));  // after the fingers, or they would meet
    turns.push_back(bone == 0 ? Quatd::from_axis_angle({0, 0, 1}, 6 * closed * kDegrees) * bend : bend);
    carried = carried * Quatd::exp(whole);
  }
  return pose_of(hand, turns);
}

}  // namespace

Mesh hand_mesh(const shapes::Hand& hand, double frame, double frames_per_second) {
  static const SkinnedBody body(hand_skeleton());
  const double curl = value_at(hand.curl, frame), curl_rate = rate_at(hand.curl, frame);
  const double spread = value_at(hand.spread, frame), spread_rate = rate_at(hand.spread, frame);
  return body.posed(
      [&](double t) { return hand_pose(body.skeleton(), curl + curl_rate * t, spread + spread_rate * t); },
      hand.curl.moves() || hand.spread.moves(), hand.length, frames_per_second);
}

}  // namespace weir
