// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/world/camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace weir::render {

namespace {

constexpr double kView = 35;  // degrees, of cameras that frame by themselves

Vec3d any_across(const Vec3d& forward) { return std::abs(forward.y) > 0.999 ? Vec3d{0, 0, -1} : Vec3d{0, 1, 0}; }

}  // namespace

Vec3f Camera::direction(float x, float y, int width, int height) const {
  const float scale = 2 * half_height / static_cast<float>(height);
  const float across = (x - 0.5f * static_cast<float>(width)) * scale;
  const float upward = (0.5f * static_cast<float>(height) - y) * scale;
  return normalized(forward + right * across + up * upward);
}

Vec3f Camera::project(const Vec3f& point, int width, int height) const {
  const Vec3f way = point - position;
  const float depth = dot(way, forward);
  const float scale = 0.5f * static_cast<float>(height) / (half_height * (depth > 0 ? depth : 1e-30f));
  return {0.5f * static_cast<float>(width) + dot(way, right) * scale,
          0.5f * static_cast<float>(height) - dot(way, up) * scale, depth};
}

Camera look(const Vec3d& position, const Vec3d& target, double view_degrees) {
  Vec3d forward = target - position;
  forward = length(forward) > 0 ? normalized(forward) : Vec3d{0, 0, -1};
  const Vec3d right = normalized(cross(forward, any_across(forward)));
  return {.position = Vec3f(position),
          .right = Vec3f(right),
          .up = Vec3f(cross(right, forward)),
          .forward = Vec3f(forward),
          .half_height = static_cast<float>(std::tan(view_degrees * std::numbers::pi / 360))};
}

Camera scene_camera(const CameraSettings& settings, double frame, const Affine& carried,
                    const std::optional<Vec3d>& followed) {
  Vec3d position = value_at(settings.position, frame), target = value_at(settings.target, frame);
  if (settings.path) {
    const Affine along = affine_at(*settings.path, frame);
    position = along.offset;
    if (settings.path->align) target = along.point({1, 0, 0});
  }
  return look(carried.point(position), followed ? *followed : carried.point(target), value_at(settings.view, frame));
}

Camera framing_camera(const Box3f& box, int dimensions, int width, int height) {
  const Vec3d from = dimensions == 2 ? Vec3d{0, 0, 1} : normalized(Vec3d{0.45, 0.42, 1});
  return framing_camera(box, from, kView, width, height);
}

Camera framing_camera(const Box3f& box, const Vec3d& from, double view_degrees, int width, int height) {
  const Vec3d centre = (Vec3d(box.lower) + Vec3d(box.upper)) * 0.5;
  const Camera there = look(centre + from, centre, view_degrees);
  const double tall = there.half_height, wide = tall * width / height;
  // Every corner must lie between the edges of the picture: far enough along `from` for each of them.
  double distance = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3d point{corner & 1 ? box.upper.x : box.lower.x, corner & 2 ? box.upper.y : box.lower.y,
                      corner & 4 ? box.upper.z : box.lower.z};
    const Vec3d way = point - centre;
    const double nearer = dot(way, from);
    distance = std::max({distance, nearer + std::abs(dot(way, Vec3d(there.right))) / wide,
                         nearer + std::abs(dot(way, Vec3d(there.up))) / tall});
  }
  if (!(distance > 0)) distance = 1;  // of a single point any will do
  constexpr double kMargin = 1.06;
  return look(centre + from * (distance * kMargin), centre, view_degrees);
}

}  // namespace weir::render
