// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "retime/surroundings.h"

#include <algorithm>

#include "retime/body_moment.h"

namespace weir::retime {

namespace {

// What is put out of a solid may come into another one: in a corner.
constexpr int kRounds = 3;

std::vector<Vec3d> middles_of(const Scene& scene, ShapeBuilder& builder) {
  std::vector<Vec3d> middles(scene.solids.size());
  for (size_t i = 0; i < middles.size(); ++i) {
    if (!scene.solids[i].rigid) continue;
    middles[i] = static_cast<Vec3d>(builder.field(scene.solids[i].shape, scene.frames.first)->bounds().centre());
  }
  return middles;
}

}  // namespace

Surroundings::Surroundings(const Scene& scene, std::map<int, std::vector<cache::BodyPose>> poses)
    : scene_(scene),
      builder_(static_cast<float>(0.5 * scene.solver.spacing), scene.frames.rate),
      solids_(scene, builder_),
      sinks_(scene, builder_),
      any_solid_(!scene.solids.empty() || (scene.domain && scene.domain->walls.any_solid())),
      poses_(std::move(poses)),
      middles_(middles_of(scene, builder_)) {}

std::vector<cache::BodyPose> Surroundings::bodies_at(double frame) const {
  return retime::bodies_at(poses_, middles_, frame);
}

void Surroundings::move_to(double frame) {
  std::vector<RigidPose> rigid;
  for (const cache::BodyPose& body : bodies_at(frame)) rigid.push_back({body.solid, body.pose, body.pose});
  solids_.move_to(frame, frame, rigid);
}

std::vector<float> Surroundings::gaps(std::span<const Vec3f> points, double frame) {
  const auto reach = static_cast<float>(0.5 * scene_.solver.spacing);
  std::vector<float> gap(points.size(), reach);
  if (!any_solid_) return gap;
  move_to(frame);
  solids_.gaps(points, reach, gap);
  for (float& g : gap) g = std::min(g, reach);
  return gap;
}

void Surroundings::mark_out(std::span<const Vec3f> points, double frame, std::span<uint8_t> out) {
  Particles particles;
  particles.resize(points.size());
  std::copy(points.begin(), points.end(), particles.position.begin());
  sinks_.mark({.frame = frame, .rate = scene_.frames.rate}, particles, out);
}

void Surroundings::mark_emitted(std::span<const Vec3f> points, double frame, float reach, std::span<uint8_t> emitted) {
  for (const Emitter& emitter : scene_.emitters) {
    if (frame < emitter.first || frame > emitter.last) continue;
    const FieldPtr field = builder_.field(emitter.shape, frame);
    const Box3f box = field->bounds().padded(reach);
    std::vector<uint32_t> near;
    std::vector<Vec3f> at;
    for (size_t i = 0; i < points.size(); ++i) {
      if (!box.contains(points[i])) continue;
      near.push_back(static_cast<uint32_t>(i));
      at.push_back(points[i]);
    }
    std::vector<float> distance(at.size());
    field->distance(at, distance);
    for (size_t k = 0; k < near.size(); ++k) {
      if (distance[k] < reach) emitted[near[k]] = 1;
    }
  }
}

void Surroundings::keep_out(std::span<Vec3f> points, std::span<const float> gap, double frame) {
  if (!any_solid_) return;
  move_to(frame);
  const auto reach = static_cast<float>(0.5 * scene_.solver.spacing);
  std::vector<float> there(points.size());
  for (int round = 0; round < kRounds; ++round) {
    solids_.gaps(points, reach, there);
    std::vector<uint32_t> near;
    for (size_t i = 0; i < points.size(); ++i) {
      if (there[i] < gap[i]) near.push_back(static_cast<uint32_t>(i));
    }
    if (near.empty()) return;
    std::vector<Vec3f> at(near.size()), normal(near.size()), velocity(near.size());
    const std::vector<float> moment(near.size(), 1.0f);
    for (size_t k = 0; k < near.size(); ++k) at[k] = points[near[k]];
    solids_.contact(at, moment, normal, velocity);
    for (size_t k = 0; k < near.size(); ++k) {
      Vec3f way = normal[k] * (gap[near[k]] - there[near[k]]);
      if (scene_.dimensions == 2) way.z = 0;
      if (is_finite(way)) points[near[k]] += way;
    }
  }
}

}  // namespace weir::retime
