// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/director/instance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "control/templates/library/anchors.h"
#include "control/templates/library/resample.h"
#include "weir/base/error.h"

namespace weir::templates {

namespace {

constexpr double kMostPoints = 8e6;  // control particles after resampling

// Mean factor by which lengths grow.
double mean_scale(const Affine& a, int dimensions) {
  const Mat3d& m = a.linear;
  if (dimensions == 2) return std::sqrt(std::abs(m.row[0].x * m.row[1].y - m.row[0].y * m.row[1].x));
  return std::cbrt(std::abs(m.determinant()));
}

}  // namespace

Transform transform_of(const TemplateInstance& settings, const Template& source, const Vec3d& origin) {
  Transform transform;
  if (!settings.transform) {
    const TemplateRegion& region = source.metadata().region;
    transform.translate = region.translate - origin;
    transform.rotate = region.rotate;
    return transform;
  }
  transform = *settings.transform;
  if (!settings.anchor.empty()) put_anchor(anchor_of(source, settings.anchor), transform);
  return transform;
}

void put_anchor(const Vec3d& anchor, Transform& transform) {
  transform.pivot = anchor;
  if (transform.path) return;
  for (Key<Vec3d>& key : transform.translate.keys) key.value -= anchor;  // it is the pivot that goes there
}

Instance::Instance(const Scene& scene, const TemplateInstance& settings, std::shared_ptr<const Template> source)
    : scene_(scene),
      settings_(settings),
      source_(std::move(source)),
      transform_(transform_of(settings, *source_, scene.origin)),
      phase_(static_cast<uint8_t>(scene.phase_index(settings.phase))),
      most_particles_(source_->most_particles()),
      region_(static_cast<Box3f>(source_->metadata().region.box())),
      carrier_(scene, settings.attach),
      points_(source_),
      control_(source_->metadata().spacing, scene.dimensions) {
  if (source_->metadata().dimensions != scene.dimensions) {
    throw InputError("", fmt::format("the template \"{}\" is {}D and the scene is {}D; choose or record another one",
                                     source_->metadata().name, source_->metadata().dimensions, scene.dimensions));
  }
  const auto frames = static_cast<double>(source_->frames());
  first_ = settings.first.value_or(1) - 1;
  last_ = settings.last.value_or(frames) - 1;
  if (first_ < 0 || last_ > frames - 1 || first_ >= last_) {
    throw InputError("", fmt::format("frames {} to {} are not in the template \"{}\", which has frames 1 to {}",
                                     first_ + 1, last_ + 1, source_->metadata().name, frames));
  }
  play_ = static_cast<float>(settings.reverse ? -settings.speed : settings.speed);
  if (scene.dimensions == 2) region_.lower.z = -1e9f, region_.upper.z = 1e9f;
}

double Instance::last_frame() const {
  return settings_.start + (last_ - first_) / source_->metadata().rate / settings_.speed * scene_.frames.rate;
}

bool Instance::acts_at(double frame) const { return frame >= settings_.start && frame <= last_frame(); }

double Instance::template_frame(double frame) const {
  const double played = (frame - settings_.start) / scene_.frames.rate * settings_.speed * source_->metadata().rate;
  return settings_.reverse ? last_ - played : first_ + played;
}

Instance::Map Instance::map_of(const Affine& a) {
  return {
      {static_cast<Vec3f>(a.linear.row[0]), static_cast<Vec3f>(a.linear.row[1]), static_cast<Vec3f>(a.linear.row[2])},
      static_cast<Vec3f>(a.offset)};
}

void Instance::move_to(double frame, double held) {
  const Affine own = affine_at(transform_, frame), own_rate = affine_rate_at(transform_, frame + 0.5 * held);
  const Ride::Motion carrier = carrier_.at(frame);
  const Affine now = carrier.pose * own;
  to_world_ = map_of(now);
  to_canonical_ = map_of(now.inverse());
  scale_ = mean_scale(now, scene_.dimensions);
  Affine shape = now;
  for (Vec3d& row : shape.linear.row) row = row / scale_;
  shape_ = map_of(shape);
  const Affine swept = carrier.rate * own;
  Affine drift;
  for (size_t r = 0; r < 3; ++r) {
    drift.linear.row[r] = (carrier.pose.linear * own_rate.linear).row[r] * scene_.frames.rate + swept.linear.row[r];
  }
  drift.offset = carrier.pose.linear * own_rate.offset * scene_.frames.rate + swept.offset;
  drift_ = map_of(drift);
  liquid_volume_ = static_cast<float>(std::pow(scene_.solver.spacing / scale_, scene_.dimensions));
  Box3d around = source_->metadata().region.box();
  if (scene_.dimensions == 2) around.lower.z = around.upper.z = 0;
  world_bounds_ = static_cast<Box3f>(now.box(around).padded(settings_.falloff));
  if (scene_.dimensions == 2) world_bounds_.lower.z = -1e9f, world_bounds_.upper.z = 1e9f;
  find_control(template_frame(frame), template_frame(frame + 0.5 * held));
}

// Control particles as large as the template's, or as many halvings of it as bring them nearest to the liquid's: of a
// template that is scaled up without measure, as many as there is room for.
void Instance::find_control(double template_frame, double velocity_frame) {
  const double own = source_->metadata().spacing;
  const double wanted = scene_.solver.spacing / scale_;
  const double most_finer = std::log2(kMostPoints / static_cast<double>(std::max<size_t>(1, most_particles_)));
  const double doublings =
      std::max(std::round(std::log2(wanted / own)), -std::max(0.0, std::floor(most_finer / scene_.dimensions)));
  const double spacing = own * std::exp2(doublings);
  if (std::abs(static_cast<double>(control_.spacing()) - spacing) > 1e-6 * spacing) {
    control_ = ControlFrame(spacing, scene_.dimensions);
  }
  const ControlPoints& stored = points_.at(template_frame, velocity_frame);
  if (spacing == own) {
    control_.build(stored);
  } else {
    control_.build(resampled(stored, static_cast<float>(own), static_cast<float>(spacing), scene_.dimensions, region_));
  }
}

double Instance::size() const {
  const Box3d box = source_->metadata().region.box();
  const Vec3d edge = box.upper - box.lower;
  return scale_ * (scene_.dimensions == 2 ? std::sqrt(edge.x * edge.y) : std::cbrt(edge.x * edge.y * edge.z));
}

float Instance::influence(const Vec3f& canonical) const {
  const Vec3f outside = max(max(region_.lower - canonical, canonical - region_.upper), Vec3f{});
  const float far = length(outside);
  if (far == 0) return 1;
  const auto width = static_cast<float>(settings_.falloff / scale_);
  if (far >= width) return 0;
  return std::pow(1 - far / width, static_cast<float>(settings_.decay));
}

Vec3f Instance::velocity_in_scene(const Vec3f& recorded, const Vec3f& canonical) const {
  return rotate(to_world_, recorded * play_) + apply(drift_, canonical);
}

}  // namespace weir::templates
