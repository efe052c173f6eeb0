// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/moving_rig.h"

#include <fmt/format.h>

#include <algorithm>

#include "control/rig/first_points.h"
#include "geometry/shapes/shape_check.h"
#include "sim/in_scene.h"
#include "weir/base/parallel.h"
#include "weir/geometry/shapes/build.h"

namespace weir::rig {

namespace {

const RigSettings& settings_of(const Scene& scene, size_t index) { return *scene.directors[index].get<RigSettings>(); }

constexpr double kTolerance = 1e-5;  // spacings

std::vector<Vec3d> thinned(std::vector<Vec3d> points, size_t most) {
  if (points.size() <= most) return points;
  for (size_t i = 0; i < most; ++i) points[i] = points[i * points.size() / most];
  points.resize(most);
  return points;
}

}  // namespace

MovingRig::MovingRig(const Scene& scene, size_t index, size_t most_points)
    : settings_(settings_of(scene, index)),
      flow_(settings_.deformations, scene.dimensions, scene.frames.rate, scene.seed),
      first_(scene.frames.first),
      rate_(scene.frames.rate),
      start_(std::max(settings_.first, first_)),
      motion_(settings_.motion),
      spacing_(0),
      frame_(start_) {
  const std::string path = scene.director_path(index);
  std::vector<Problem> problems;
  for (size_t i = 0; i < settings_.deformations.size(); ++i) {
    const std::string problem = deformation_problem(settings_.deformations[i].kind, scene.dimensions);
    if (problem.empty()) continue;
    problems.push_back({location_in(scene, fmt::format("{}.deformations[{}]", path, i)), problem});
  }
  in_scene(scene, path, problems, [&] {
    RigPoints points = first_points(scene, settings_, start_);
    spacing_ = points.spacing;
    own_ = std::move(points.position);
    check_attached(motion_);
    const auto leaves_plane = [&](const Vec3d& p) { return p.z != motion_.path->points[0].z; };
    if (scene.dimensions == 2 && motion_.path &&
        std::any_of(motion_.path->points.begin(), motion_.path->points.end(), leaves_plane)) {
      throw InputError("motion.path", "leaves the plane of a flat scene; give all its points the same z");
    }
    if (motion_.path && !motion_.pivot) motion_.pivot = middle();
    read_formulas(scene);
  });
  if (!problems.empty()) throw InputError(problems);
  own_ = thinned(std::move(own_), most_points);
  if (scene.dimensions == 2) {
    for (Vec3d& x : own_) x.z = 0;
  }
  find_keyframes();
  place();
}

void MovingRig::read_formulas(const Scene& scene) {
  if (!settings_.formula) return;
  for (const std::string& text : settings_.formula->translate) translate_.emplace_back(text);
  for (const std::string& text : settings_.formula->rotate) rotate_.emplace_back(text);
  for (int frame = scene.frames.first; frame <= scene.frames.last; ++frame) {
    const Affine at = formula_at(frame);
    if (!is_finite(at.offset) || !is_finite(at.point({1, 1, 1}))) {
      throw InputError("formula", fmt::format("gives no number at frame {}", frame));
    }
  }
}

void MovingRig::find_keyframes() {
  for (const double frame : settings_.keyframes) {
    key_.push_back(own_);
    flow_.carry(key_.back(), start_, frame, kTolerance * spacing_);
  }
  if (!key_.empty()) go_straight(frame_);
}

size_t MovingRig::keyframe_before(double frame) const {
  const std::vector<double>& frames = settings_.keyframes;
  const auto after = std::upper_bound(frames.begin(), frames.end(), frame) - frames.begin();
  return static_cast<size_t>(std::clamp<ptrdiff_t>(after - 1, 0, static_cast<ptrdiff_t>(frames.size()) - 2));
}

void MovingRig::go_straight(double frame) {
  const size_t k = keyframe_before(frame);
  const double from = settings_.keyframes[k], to = settings_.keyframes[k + 1];
  const double share = std::clamp((frame - from) / (to - from), 0.0, 1.0);
  for (size_t i = 0; i < own_.size(); ++i) own_[i] = key_[k][i] + (key_[k + 1][i] - key_[k][i]) * share;
}

Affine MovingRig::formula_at(double frame) const {
  if (translate_.empty()) return {};
  const double time = (frame - first_) / rate_;
  const auto three = [&](const std::vector<Formula>& of) {
    return Vec3d{of[0].at(time, frame), of[1].at(time, frame), of[2].at(time, frame)};
  };
  const Mat3d turn = value_at(Animated<EulerDegrees>(EulerDegrees{three(rotate_)}), frame).matrix();
  const Vec3d pivot = motion_.pivot.value_or(Vec3d{});
  return {turn, pivot - turn * pivot + three(translate_)};
}

Affine MovingRig::placing(double frame) const { return formula_at(frame) * affine_at(motion_, frame); }

Vec3d MovingRig::middle() const {
  if (settings_.shape) return middle_of(*settings_.shape, start_);
  Box3d box;
  for (const Vec3d& x : own_) box.include(x);
  return box.centre();
}

void MovingRig::place() {
  const Affine placed = placing(frame_);
  position_.resize(own_.size());
  for (size_t i = 0; i < own_.size(); ++i) position_[i] = static_cast<Vec3f>(placed.point(own_[i]));
}

void MovingRig::move_to(double frame) {
  if (!key_.empty()) {
    go_straight(frame);
  } else if (flow_.moves() && !settings_.stays && frame != frame_) {
    flow_.carry(own_, frame_, frame, kTolerance * spacing_);
  }
  frame_ = frame;
  place();
}

void MovingRig::velocities(bool after, std::span<Vec3d> velocity) const {
  constexpr double kMoment = 1e-4;  // frames
  const double begin = after ? frame_ : frame_ - kMoment, end = after ? frame_ + kMoment : frame_;
  const Affine a = placing(begin), b = placing(end), now = placing(frame_);
  const double middle = 0.5 * (begin + end);
  const size_t k = key_.empty() ? 0 : keyframe_before(middle);
  const RigFlow::Moment moment = flow_.at(begin);
  const auto deforming = [&](size_t i) -> Vec3d {
    if (key_.empty()) return moment.velocity(own_[i]);
    const double from = settings_.keyframes[k], to = settings_.keyframes[k + 1];
    return middle < from || middle > to ? Vec3d{} : (key_[k + 1][i] - key_[k][i]) / (to - from);
  };
  parallel_for(own_.size(), [&](size_t i) {
    const Vec3d carried = (b.point(own_[i]) - a.point(own_[i])) / kMoment;
    velocity[i] = (carried + now.direction(deforming(i))) * rate_;
  });
}

void MovingRig::state(Archive& archive) {
  double frame = frame_;
  std::vector<Vec3d> points = own_;
  archive("rig_frame", frame);
  archive("rig_points", points);
  if (!archive.is_loading()) return;
  // Points that a flow moves are where it has brought them, unless the scene has others now: it moves these from the
  // start. All others are where the scene has them.
  const bool flows = key_.empty() && flow_.moves() && !settings_.stays;
  if (flows && points.size() != own_.size()) return;
  if (flows) own_ = std::move(points);
  frame_ = frame;
  if (!key_.empty()) go_straight(frame_);
  place();
}

}  // namespace weir::rig
